/** Guards before a handler: they identify the asker, check the role and validate the input. */
import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import type * as z from "zod";
import type { Reader } from "../db/database.ts";
import { withForm } from "./body.ts";
import { badField, forbidden, notFound, Refusal } from "../core/errors.ts";
import { type Form, type FormRules, unreadable } from "../files/multipart.ts";
import { inputFragment } from "./input_schema.ts";
import { type Target, withPart } from "./openapi_part.ts";
import type { Parts } from "../core/parts.ts";
import { type CallingToken, type Me, type Role, ROLES } from "../core/roles.ts";
import { isStorable, UNSTORABLE } from "../core/schema.ts";
import { isApiToken } from "../security/api_token.ts";
import { badToken, type SessionClaims } from "../security/tokens.ts";
import { invalidInput, validationSentence } from "./validation_messages.ts";

export type { Me };

export type App = {
  Variables: {
    parts: Parts;
    requestId: string;
    /** The code of the refusal, for the log. */
    refused?: string;
    /** The caller's address, as limits count it: for IPv6, its /64 network. */
    address: string;
    network: string;
    asker: Me | null;
    /** Null for a person who is signed in, and for visitors. */
    apiToken: CallingToken | null;
    me: Me;
    /** A body that is not a form. */
    body?: Uint8Array;
    /** The fields and files of a form, before they are checked. */
    form: Form;
    /** Returns the asker as of now. @throws Refusal 401 when the session has ended */
    checkSession: (db: Reader) => Promise<Me | null>;
  };
};

const BEARER = /^Bearer +(\S+) *$/i;

/** The token of a request: of a session, or an API token. */
export const tokenOf = ({ req }: Context<App>): string | undefined =>
  req.header("x-auth-token") ?? BEARER.exec(req.header("authorization") ?? "")?.[1];

/** What a request writes with. An API token is checked like a session of its own. */
export type Claims = Pick<SessionClaims, "sub" | "session">;

/** Returns the claims of the caller's token. @throws Refusal 401 when it is missing or invalid */
export async function claimsOf(c: Context<App>): Promise<Claims> {
  const { tokens } = c.var.parts;
  const token = tokenOf(c) ?? "";
  if (!isApiToken(token)) return await tokens.readSession(token);
  const ids = tokens.readApiToken(token);
  if (ids === null) throw badToken("This API token is not valid.");
  return { sub: ids.personId, session: ids.id };
}

/** The context of a read: the database, the asker, the time and the class's time zone. */
export type Ask<Who extends Me | null = Me> = { db: Reader; me: Who; now: string; zone: string };

/** For routes without a role guard. */
export function askPublic(c: Context<App>): Ask<Me | null> {
  const { database, clock, env } = c.var.parts;
  return { db: database.db, me: c.var.asker, now: clock(), zone: env.classTz };
}

/** For routes behind `signedIn` or `allow`. */
export function ask(c: Context<App>): Ask {
  return { ...askPublic(c), me: c.var.me };
}

export function allow(...roles: Role[]): MiddlewareHandler<App> {
  const guard = createMiddleware<App>(async (c, next) => {
    if (c.var.asker === null) throw badToken("Please sign in.");
    if (!roles.includes(c.var.asker.role)) throw forbidden();
    c.set("me", c.var.asker);
    await next();
  });
  return withPart(guard, { spec: { "x-roles": roles } });
}

export const signedIn = allow(...ROLES);

/** Refuses API tokens, for what a person does only by themselves. */
export const inPerson = withPart(
  createMiddleware<App>(async (c, next) => {
    if (c.var.apiToken) {
      const sentence = "An API token may not do this. Sign in and do it yourself.";
      throw new Refusal(403, "token.person", sentence);
    }
    await next();
  }),
  { spec: { "x-in-person": true } },
);

export const staffOnly = allow("mentor", "admin");
export const learnersOnly = allow("student", "volunteer");
export const adminsOnly = allow("admin");

/** A 400 names each wrong field. @param rules the files and the size that a form may have */
export function input<T extends Target, S extends z.ZodType>(
  target: T,
  schema: S,
  rules: FormRules = NO_FILES,
) {
  const judge = (value: unknown): z.output<S> => {
    const read = schema.safeParse(value, { error: validationSentence });
    if (!read.success) {
      throw target === "param" ? notFound("This address") : invalidInput(read.error);
    }
    // Some texts of a form hold a list or JSON: this check names the place inside it.
    if (target === "form") refuseUnstorable(read.data);
    refuseUnstorable(value);
    return read.data;
  };
  const check = createMiddleware<App>(async (c, next) => {
    const accept = (value: unknown) => c.req.addValidatedData(target, judge(value) as object);
    if (target === "json" || target === "form") refuseOtherKinds(c, target);
    if (target === "form") {
      return await withForm(c, rules, async (form) => {
        c.set("form", form);
        accept(form);
        await next();
      });
    }
    if (target === "json") accept(jsonOf(c));
    else accept(target === "param" ? c.req.param() : queryOf(c));
    await next();
  });
  return withPart(check, {
    target,
    schema,
    // Computed only when the contract is requested.
    get spec() {
      return inputFragment(target, schema, rules);
    },
  }) as unknown as MiddlewareHandler<
    App,
    string,
    { in: { [K in T]: z.input<S> }; out: { [K in T]: z.output<S> } }
  >;
}

const NO_FILES: FormRules = { files: {}, texts: 64 * 1024 };

/** The files of a field that are not empty. */
export function filesOf(c: Context<App>, field: string): File[] {
  const files = [c.var.form[field] ?? []].flat();
  return files.filter((file) => file instanceof File).filter(({ size }) => size > 0);
}

const KINDS = {
  json: { is: /^application\/([\w.-]+\+)?json\s*(;|$)/i, says: "JSON, as application/json" },
  form: { is: /^multipart\/form-data\s*;/i, says: "a form, as multipart/form-data" },
};

/** Refuses a body of another type: Hono would ignore it, and its fields would be called missing. */
function refuseOtherKinds({ req }: Context<App>, target: keyof typeof KINDS): void {
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

/** The JSON of the body; an empty object without a body. @throws Refusal 400 */
function jsonOf({ req, var: { body } }: Context<App>): unknown {
  if (!KINDS.json.is.test(req.header("content-type") ?? "")) return {};
  let text: string;
  try {
    text = utf8.decode(body);
  } catch {
    throw badField("body", "The body must be text in UTF-8.");
  }
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable();
  }
}

/** A parameter that occurs several times has an array of its values. */
const queryOf = ({ req }: Context<App>) =>
  Object.fromEntries(
    Object.entries(req.queries()).map(([name, all]) => [name, all.length === 1 ? all[0] : all]),
  );

/** Refuses strings that PostgreSQL cannot store: with a NUL or a lone surrogate. @throws Refusal 400 */
function refuseUnstorable(sent: unknown): void {
  // A loop instead of recursion: the input may be nested more deeply than the call stack allows.
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
