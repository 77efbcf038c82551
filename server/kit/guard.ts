/** What stands before a handler: who asks, whether they may, and whether the input is right. */
import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { validator } from "hono/validator";
import type * as z from "zod";
import type { Reader } from "./database.ts";
import { forbidden, notFound, Refusal } from "./errors.ts";
import type { Parts } from "./parts.ts";
import type { Actor, Role } from "./roles.ts";
import { badToken } from "./tokens.ts";

/** The person behind a request. */
export type Me = Actor & { readonly name: string };

export type App = {
  Variables: { parts: Parts; requestId: string; address: string; asker: Me | null; me: Me };
};

/** A read's surroundings: where from, for whom, as of when. */
export type Ask<Who extends Me | null = Me> = { db: Reader; me: Who; now: string; zone: string };

/** For routes that anybody may call. */
export function askPublic(c: Context<App>): Ask<Me | null> {
  const { database, clock, env } = c.var.parts;
  return { db: database.db, me: c.var.asker, now: clock(), zone: env.classTz };
}

/** For routes behind `signedIn` or `allow`. */
export function ask(c: Context<App>): Ask {
  return { ...askPublic(c), me: c.var.me };
}

export const signedIn: MiddlewareHandler<App> = createMiddleware<App>(async (c, next) => {
  if (c.var.asker === null) throw badToken("Please sign in.");
  c.set("me", c.var.asker);
  await next();
});

/** Only for these roles. */
export function allow(...roles: Role[]): MiddlewareHandler<App> {
  return createMiddleware<App>(async (c, next) => {
    if (c.var.asker === null) throw badToken("Please sign in.");
    if (!roles.includes(c.var.asker.role)) throw forbidden();
    c.set("me", c.var.asker);
    await next();
  });
}

export const staffOnly = allow("mentor", "admin");
export const learnersOnly = allow("student", "volunteer");

type Target = "json" | "form" | "query" | "param";

/** Checks one part of the request; a 400 names each field that is wrong. */
export function input<T extends Target, S extends z.ZodType>(target: T, schema: S) {
  return validator(target, (value): z.output<S> => {
    const read = schema.safeParse(value);
    if (read.success) return read.data;
    throw target === "param" ? notFound("What this address names") : invalid(read.error);
  }) as unknown as MiddlewareHandler<
    App,
    string,
    { in: { [K in T]: z.input<S> }; out: { [K in T]: z.output<S> } }
  >;
}

export function invalid(error: z.ZodError): Refusal {
  const errors: Record<string, string> = {};
  for (const issue of error.issues) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys) {
        errors[[...issue.path, key].map(String).join(".")] ??= "This field is not known here.";
      }
    } else {
      errors[issue.path.map(String).join(".") || "body"] ??= issue.message;
    }
  }
  const [[field, sentence] = ["body", "The input is not right."]] = Object.entries(errors);
  const msg = /[.!?]$/.test(sentence) && sentence.includes(" ") && !sentence.startsWith("Invalid")
    ? sentence
    : `${field}: ${sentence}`;
  return new Refusal(400, "invalid", msg, { errors });
}
