/** What stands before a handler: who asks, whether they may, and whether the input is right. */
import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { validator } from "hono/validator";
import type * as z from "zod";
import type { Reader } from "./database.ts";
import { withForm } from "./body.ts";
import { badField, forbidden, notFound, Refusal } from "./errors.ts";
import { type Form, FormFile, type FormRules } from "./form.ts";
import { noted, type Target } from "./notes.ts";
import type { Parts } from "./parts.ts";
import { type Me, type Role, ROLES } from "./roles.ts";
import { badToken } from "./tokens.ts";

export type { Me };

export type App = {
  Variables: {
    parts: Parts;
    requestId: string;
    address: string;
    asker: Me | null;
    me: Me;
    /** What came in a form, before it is checked. */
    form: Form;
    /** Checks once, with what is asked first, that the asker's session goes on. */
    still: (db: Reader) => Promise<Me | null>;
  };
};

/** A read's surroundings: where from, for whom, as of when. */
export type Ask<Who extends Me | null = Me> = { db: Reader; me: Who; now: string; zone: string };

/** For routes that anybody may call. */
export function askPublic(c: Context<App>): Ask<Me | null> {
  const { database, clock, env } = c.var.parts;
  c.var.still(database.db);
  return { db: database.db, me: c.var.asker, now: clock(), zone: env.classTz };
}

/** For routes behind `signedIn` or `allow`. */
export function ask(c: Context<App>): Ask {
  return { ...askPublic(c), me: c.var.me };
}

/** Only for these roles. */
export function allow(...roles: Role[]): MiddlewareHandler<App> {
  const guard = createMiddleware<App>(async (c, next) => {
    if (c.var.asker === null) throw badToken("Please sign in.");
    if (!roles.includes(c.var.asker.role)) throw forbidden();
    c.set("me", c.var.asker);
    await next();
  });
  return noted(guard, { roles });
}

export const signedIn = allow(...ROLES);

export const staffOnly = allow("mentor", "admin");
export const learnersOnly = allow("student", "volunteer");

/**
 * Checks one part of the request; a 400 names each field that is wrong.
 * @param rules what a form may bring
 */
export function input<T extends Target, S extends z.ZodType>(
  target: T,
  schema: S,
  rules: FormRules = NO_FILES,
) {
  const judge = (value: unknown, c: Context): z.output<S> => {
    if (target === "json" || target === "form") refuseOtherKinds(c, target);
    const read = schema.safeParse(value);
    if (read.success) return storable(read.data);
    throw target === "param" ? notFound("What this address names") : invalid(read.error);
  };
  const check = target === "form"
    ? createMiddleware<App>((c, next) =>
      withForm(c, rules, async (form) => {
        c.set("form", form);
        c.req.addValidatedData("form", judge(form, c) as object);
        await next();
      })
    )
    : validator(target, judge);
  return noted(check, { target, schema }) as unknown as MiddlewareHandler<
    App,
    string,
    { in: { [K in T]: z.input<S> }; out: { [K in T]: z.output<S> } }
  >;
}

const NO_FILES: FormRules = { files: {}, texts: 64 * 1024 };

/** The files of a field that have something in them, as they came. */
export function filesOf(c: Context<App>, field: string): FormFile[] {
  const files = [c.var.form[field] ?? []].flat();
  return files.filter((file) => file instanceof FormFile).filter(({ size }) => size > 0);
}

const KINDS = {
  json: { is: /^application\/([\w.-]+\+)?json\s*(;|$)/i, says: "JSON, as application/json" },
  form: { is: /^multipart\/form-data\s*;/i, says: "a form, as multipart/form-data" },
};

/** A body of another kind would be overlooked, and its fields called missing. */
function refuseOtherKinds({ req }: Context, target: keyof typeof KINDS): void {
  const kind = req.header("content-type") ?? "";
  const hasBody = req.header("transfer-encoding") !== undefined ||
    Number(req.header("content-length") ?? 0) > 0;
  if (hasBody && !KINDS[target].is.test(kind)) {
    throw new Refusal(415, "content-type", `Send the body as ${KINDS[target].says}.`);
  }
}

/** PostgreSQL can neither store nor compare a NUL. @throws Refusal 400 */
function storable<T>(value: T, path: string[] = []): T {
  if (typeof value === "string" && value.includes("\0")) {
    throw badField(path.join(".") || "body", "This contains a character that cannot be stored.");
  }
  if (typeof value === "object" && value !== null) {
    for (const [key, part] of Object.entries(value)) storable(part, [...path, key]);
  }
  return value;
}

export function invalid(error: z.ZodError): Refusal {
  // Without a prototype: a field may be called "constructor".
  const errors: Record<string, string> = Object.create(null);
  for (const issue of error.issues) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) {
        errors[[...issue.path, key].map(String).join(".")] ??= "This field is not known here.";
      }
    } else {
      errors[issue.path.map(String).join(".") || "body"] ??= sentenceOf(issue);
    }
  }
  const [[field, sentence] = ["body", "The input is not right."]] = Object.entries(errors);
  const msg = /[.!?]$/.test(sentence) && sentence.includes(" ") && !sentence.startsWith("Invalid")
    ? sentence
    : `${field}: ${sentence}`;
  return new Refusal(400, "invalid", msg, { errors });
}

/** Zod's own words for a wrong type are no sentence. */
function sentenceOf({ code, message }: z.core.$ZodIssue): string {
  if (code !== "invalid_type" || !message.startsWith("Invalid input")) return message;
  const [, wanted, found] = message.match(/expected (\w+), received (\w+)/) ?? [];
  if (found === "undefined") return "This field is required.";
  return wanted ? `This must be ${/^[aeiou]/.test(wanted) ? "an" : "a"} ${wanted}.` : message;
}
