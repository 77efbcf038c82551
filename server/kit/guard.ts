/** What stands before a handler: who asks, whether they may, and whether the input is right. */
import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { validator } from "hono/validator";
import type * as z from "zod";
import type { Reader } from "./database.ts";
import { withForm } from "./body.ts";
import { badField, forbidden, notFound, Refusal } from "./errors.ts";
import { type Form, FormFile, formMost, type FormRules } from "./form.ts";
import { noted, type Target } from "./notes.ts";
import type { Parts } from "./parts.ts";
import { type Me, type Role, ROLES } from "./roles.ts";
import { isStorable, UNSTORABLE } from "./schema.ts";
import { invalid, sentenceOf } from "./sentences.ts";
import { badToken } from "./tokens.ts";

export type { Me };

export type App = {
  Variables: {
    parts: Parts;
    requestId: string;
    /** The code of the refusal, for the log. */
    refused?: string;
    /** The caller's, as limits count it: of IPv6 the /64. */
    address: string;
    /** The wider one around it. */
    network: string;
    asker: Me | null;
    me: Me;
    /** This write was sent before, under the same key. */
    isAgain?: boolean;
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
    const read = schema.safeParse(value, { error: sentenceOf });
    if (!read.success) {
      throw target === "param" ? notFound("What this address names") : invalid(read.error);
    }
    if (target === "json") refuseUnstorable(value);
    // Texts come as lists and JSON in other texts: there, the place inside is named.
    refuseUnstorable(read.data);
    if (target === "form") refuseUnstorable(value);
    if (target === "query") refuseUnreadable(c, read.data);
    return read.data;
  };
  const readForm = createMiddleware<App>((c, next) =>
    withForm(c, rules, async (form) => {
      c.set("form", form);
      c.req.addValidatedData("form", judge(form, c) as object);
      await next();
    })
  );
  const check = target === "form"
    ? readForm
    : validator(target, judge) as unknown as MiddlewareHandler<App>;
  const checkBody = createMiddleware<App>(async (c, next) => {
    refuseOtherKinds(c, target as keyof typeof KINDS);
    if (target === "json") await readUtf8(c);
    return await check(c, next) as Response | void;
  });
  return noted(target in KINDS ? checkBody : check, {
    target,
    schema,
    ...(target === "form" && { most: formMost(rules) }),
  }) as unknown as MiddlewareHandler<
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
  if (!hasBody) return;
  if (!KINDS[target].is.test(kind)) throw otherKind(`Send the body as ${KINDS[target].says}.`);
  if (!/^(identity)?$/i.test(req.header("content-encoding")?.trim() ?? "")) {
    throw otherKind("Send the body as it is, without compression.");
  }
  const [, charset = "utf-8"] = kind.match(/;\s*charset\s*=\s*"?([^\s;"]+)/i) ?? [];
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) throw otherKind("Send the body as text in UTF-8.");
}

const otherKind = (sentence: string) => new Refusal(415, "content-type", sentence);

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Read the usual way, bytes that are no UTF-8 would become other characters. @throws Refusal 400 */
async function readUtf8({ req }: Context): Promise<void> {
  if (!KINDS.json.is.test(req.header("content-type") ?? "")) return;
  const bytes = await req.arrayBuffer();
  try {
    // What Hono keeps there are promises, whatever its type says.
    req.bodyCache = { text: Promise.resolve(utf8.decode(bytes)) as never };
  } catch {
    throw badField("body", "The body must be text in UTF-8.");
  }
}

/** PostgreSQL can neither store nor compare a NUL, or half a character. @throws Refusal 400 */
function refuseUnstorable(sent: unknown): void {
  // No recursion: what is sent may be nested more deeply than calls can be.
  const waiting: { value: unknown; path: string }[] = [{ value: sent, path: "" }];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const { value, path } = at;
    if (typeof value === "string" && !isStorable(value)) throw badField(path || "body", UNSTORABLE);
    if (typeof value !== "object" || value === null) continue;
    for (const [key, part] of Object.entries(value)) {
      if (!isStorable(key)) throw badField(path || "body", UNSTORABLE);
      waiting.push({ value: part, path: path ? `${path}.${key}` : key });
    }
  }
}

const ESCAPES = /(?:%[0-9a-f]{2})+/gi;

/** Bytes that are no UTF-8 would be taken for what is written there, sign by sign. */
function refuseUnreadable({ req }: Context, read: unknown): void {
  const query = req.url.split("?", 2)[1] ?? "";
  if (!query.includes("%")) return;
  for (const pair of query.split("&")) {
    const [name = "", value = ""] = pair.split("=", 2);
    // Whatever is no number counts as one: there is a page for every text.
    const isText = typeof (read as Record<string, unknown>)[name] === "string";
    if (isText && value.match(ESCAPES)?.some((escaped) => !isUtf8(escaped))) {
      throw badField(name, UNSTORABLE);
    }
  }
}

function isUtf8(escaped: string): boolean {
  try {
    decodeURIComponent(escaped);
    return true;
  } catch {
    return false;
  }
}
