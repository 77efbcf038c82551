/** Explains the compiler's messages that beginners meet most, each in one sentence. */
import { CALLS } from "./calls.ts";
import { CLASSES } from "./classes.ts";
import { CONDITIONS } from "./conditions.ts";
import { NAMES } from "./names.ts";
import { PROGRAM } from "./program.ts";
import { PUNCTUATION } from "./punctuation.ts";
import { LINE_MOST, MARK, type MessageContext, type Rule } from "./rule.ts";
import { VALUES } from "./values.ts";
import { explainBy } from "../../languages/rules.ts";
import { explainOdd, explainOddIn, explainOddNamed } from "../../languages/odd_sentences.ts";
import type { Lines } from "./diagnostics.ts";
import type { Diagnostic } from "../../languages/types.ts";

const RULES: Rule[] = [
  // It is the cause, whatever the compiler says of the line.
  [
    /^treating Unicode character as whitespace/,
    (_, { diagnostic, text }) => explainOdd(text[diagnostic.column - 1] ?? ""),
  ],
  [
    /./,
    (_, { diagnostic: { severity, message }, text }) =>
      explainOddNamed(message) ?? (severity === "error" ? explainOddIn(text, "cpp") : null),
  ],
  ...NAMES,
  ...PUNCTUATION,
  ...CALLS,
  ...CONDITIONS,
  ...VALUES,
  ...CLASSES,
  ...PROGRAM,
];

type Group = { head: Diagnostic; notes: Diagnostic[] };

/** Explains errors and warnings. The most helpful is first; what only repeats it is left out. */
export function explain(diagnostics: Diagnostic[], lines: Lines): Diagnostic[] {
  const [own = ""] = lines.keys();
  const cut = new Map(
    [...lines].map(([file, all]) => [file, all.map((line) => line.slice(0, LINE_MOST))]),
  );
  const linesAt = ({ file = own }: Diagnostic) => cut.get(file) ?? [];
  const groups = groupsOf(diagnostics)
    .filter(({ head }) => !isHarmless(head, linesAt(head)))
    .map((group) => ({ ...group, head: explained(group, linesAt(group.head)) }));
  const kept = groups.filter(({ head }, at) =>
    !groups.some((other, place) => at !== place && covers(other.head, head, place < at))
  );
  return kept.toSorted((one, other) => importance(one) - importance(other))
    .flatMap(({ head, notes }) => [head, ...notes]);
}

function groupsOf(diagnostics: Diagnostic[]): Group[] {
  const groups: Group[] = [];
  for (const one of diagnostics) {
    const last = groups.at(-1);
    if (one.severity === "note" && last) last.notes.push(one);
    else groups.push({ head: one, notes: [] });
  }
  return groups;
}

/**
 * A counter that begins at 0 or above and is compared with a size: every course writes loops so, and
 * they are right. Other comparisons of this kind do go wrong, as with -1 or size() - 1.
 */
const COUNTS_TO_A_SIZE =
  /\bfor\s*\(\s*(?:\w+\s+){0,2}(\w+)\s*=\s*\d+\s*;\s*\1\s*(?:<|<=|!=)\s*(?:[\w.[\]]+(?:\.|->)(?:size|length)\(\)|strlen\(\w+\)|sizeof[^;]*)\s*;/;

function isHarmless({ message, line }: Diagnostic, lines: string[]): boolean {
  return message.startsWith("comparison of integers of different signs") &&
    COUNTS_TO_A_SIZE.test(lines[line - 1] ?? "");
}

/** Errors come first; what is never used changes no result, so it comes last. */
function importance({ head: { severity, message } }: Group): number {
  if (severity === "error") return 0;
  return /^unused |^(?:variable|private field) '\w+' .*not used/.test(message) ? 2 : 1;
}

/** Whether the second message only follows from the first one, or says the same again. */
function covers(one: Diagnostic, other: Diagnostic, isEarlier: boolean): boolean {
  if (one.line !== other.line || one.file !== other.file || one.explanation === undefined) {
    return false;
  }
  const isError = one.severity === "error";
  if (other.explanation === undefined) {
    return isEarlier && isError && one.column === other.column;
  }
  return one.explanation === other.explanation &&
    (one.severity === other.severity ? isEarlier : isError);
}

function explained({ head, notes }: Group, lines: string[]): Diagnostic {
  if (head.severity === "note") return head;
  const text = lines[head.line - 1] ?? "";
  const marked = text.slice(0, head.column - 1) + MARK + text.slice(head.column - 1);
  const explanation = explanationOf({ diagnostic: head, notes, lines, text, marked });
  return explanation === null ? head : { ...head, explanation };
}

const explanationOf = (place: MessageContext, shown = plain): string | null =>
  explainBy(RULES, {
    message: place.diagnostic.message,
    place,
    texts: [place.text, place.marked],
    shown,
  });

/** The compiler's own words that a pattern captures. */
const OWN_WORDS = ["private", "protected"];

/**
 * Explains a message in words of ours alone, whatever the program or its author put into it.
 * @param message as a failure has it: names are `'…'`
 */
export function explainKind(message: string): string | null {
  const diagnostic: Diagnostic = {
    severity: "error",
    message: message.replaceAll("…", "x"),
    line: 1,
    column: 1,
  };
  return explanationOf(
    { diagnostic, notes: [], lines: [], text: "", marked: MARK },
    (word) => OWN_WORDS.includes(word) ? word : "…",
  );
}

/** `std::string` is what the reader wrote, not `std::basic_string<char>`. */
const plain = (type: string): string =>
  type.replace(/' \(aka '.*$/, "").replace(/std::__2::/g, "std::");
