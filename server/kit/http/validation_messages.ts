/** Turns zod's issues into one sentence for each field. */
import type * as z from "zod";
import { Refusal } from "../core/errors.ts";

type Raw = z.core.$ZodRawIssue;
type Union = Extract<z.core.$ZodIssue, { code: "invalid_union" }>;

const FIELDS_MOST = 100;
/** An unknown field may have any name. */
const NAME_MOST = 100;

/** Sentences for issues without a message from the schema. The schema's own message comes first. */
export function validationSentence(issue: Raw): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "This field is required.";
      return `This must be ${KINDS[issue.expected as string] ?? "something else"}.`;
    case "invalid_value":
      return choose(issue.values as unknown[]);
    case "invalid_union":
      return sentenceOfUnion(issue as unknown as Union);
    case "too_small":
    case "too_big":
      return sentenceOfSize(issue);
    case "unrecognized_keys":
      return "A field is not known here.";
    case "not_multiple_of":
      return "This must be a whole number.";
    case "invalid_format":
      return "This is not written as it must be.";
    default:
      return "This is not right.";
  }
}

const KINDS: Record<string, string> = {
  array: "an array",
  boolean: "a boolean",
  date: "a date",
  file: "a file",
  int: "a whole number",
  null: "null",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a string",
};

/** "Choose one of easy, medium, hard, or all." An allowed empty value is not listed. */
function choose(values: unknown[]): string {
  const names = values.filter((value) => value !== "" && value !== null).map(String);
  if (names.length === 0) return "This must be left empty.";
  if (names.length === 1) return `This can only be ${names[0]}.`;
  if (names.length === 2) return `Choose ${names[0]} or ${names[1]}.`;
  return `Choose one of ${names.slice(0, -1).join(", ")}, or ${names.at(-1)}.`;
}

/** All allowed values, or the issue of the one kind that is not the empty value. */
function sentenceOfUnion({ errors }: Union): string {
  const firsts = errors.flatMap(([first]) => first ?? []);
  const others = firsts.filter((issue) =>
    issue.code !== "invalid_value" && !(issue.code === "invalid_type" && issue.expected === "null")
  );
  const other = others.find(({ code }) => code !== "invalid_type") ?? others.at(-1);
  if (other) return other.message;
  return choose(firsts.flatMap((issue) => issue.code === "invalid_value" ? issue.values : []));
}

function sentenceOfSize({ code, origin, minimum, maximum, inclusive }: Raw): string {
  const isLeast = code === "too_small";
  const bound = String(isLeast ? minimum : maximum);
  const counted = { string: "character", array: "entry", file: "byte" }[String(origin)];
  if (counted === undefined) {
    if (isLeast) return `This must be ${inclusive ? "at least" : "more than"} ${bound}.`;
    return `This must be ${inclusive ? "at most" : "less than"} ${bound}.`;
  }
  const many = bound === "1" ? counted : counted.replace(/y$/, "ie") + "s";
  return `This must have at ${isLeast ? "least" : "most"} ${bound} ${many}.`;
}

/** A field's name as the reply can carry it. */
const named = (path: readonly PropertyKey[]): string =>
  path.map(String).join(".").toWellFormed().slice(0, NAME_MOST);

export function invalidInput(error: z.ZodError): Refusal {
  // Without a prototype, because a field may be called "constructor".
  const errors: Record<string, string> = Object.create(null);
  for (const issue of error.issues) {
    if (Object.keys(errors).length >= FIELDS_MOST) break;
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys.slice(0, FIELDS_MOST)) {
        errors[named([...issue.path, key])] ??= "This field is not known here.";
      }
    } else {
      errors[named(issue.path) || "body"] ??= issue.message;
    }
  }
  const [sentence = "The input is not right."] = Object.values(errors);
  return new Refusal(400, "invalid", sentence, { errors });
}
