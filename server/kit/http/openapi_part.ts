/** Each guard and check of a route carries its part of the route's OpenAPI description. */
import { uniqueSymbol } from "hono-openapi";
import type * as z from "zod";
import type { Role } from "../core/roles.ts";

export type Target = "json" | "form" | "query" | "param";

/** A fragment of an OpenAPI operation. hono-openapi merges the fragments of all handlers of a route. */
export type Fragment = Record<string, unknown> & {
  /** The roles that may make the call. */
  "x-roles"?: readonly Role[];
  /** The guard refuses API tokens. */
  "x-in-person"?: true;
};

export type Part = {
  readonly spec: Fragment;
  /** For a check of the input: the place that it reads and the schema that it parses with. */
  target?: Target;
  schema?: z.ZodType;
};

/** Attaches the part to the handler, where hono-openapi looks for it. */
export const withPart = <H extends object>(handler: H, part: Part): H =>
  Object.assign(handler, { [uniqueSymbol]: part });

export const partOf = (handler: object): Part | undefined =>
  (handler as { [uniqueSymbol]?: Part })[uniqueSymbol];
