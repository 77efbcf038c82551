/** Describes a call at its route: its purpose, its replies, and its own refusals. */
import type { Hono, MiddlewareHandler, TypedResponse } from "hono";
import { describeRoute } from "hono-openapi";
import type { ExtractSchema, Schema } from "hono/types";
import type { StatusCode } from "hono/utils/http-status";
import * as z from "zod";
import { IMAGE_TYPES } from "../files/images.ts";
import { componentOf } from "./components.ts";
import { REPLY_HEADERS } from "./headers.ts";

type Replies = { [Status in StatusCode]?: z.ZodType };

export type Call<R extends Replies = Replies> = {
  summary: string;
  replies: R;
  /** The refusals beyond the guards' and checks', each as status and code: "409 doubt.resolved". */
  refusals: string[];
  /** The code of a refusal → its fields besides `msg`, `code` and `errors`. */
  fields: Record<string, Record<string, z.ZodType>>;
  /** A form's field → the files that it takes, in words. */
  files: Record<string, string>;
  /** The content types of a reply that is a file. */
  types: string[];
};
type More = Partial<Pick<Call, "refusals" | "fields" | "files" | "types">>;

/**
 * A route's type contains the published replies beside those of its handler, under a separate
 * format: tests/openapi_test.ts compares the two and does not compile when they differ.
 */
export type Published = { outputFormat: "published" };
type PublishedReplies<R extends Replies> = {
  [Status in keyof R & StatusCode]: TypedResponse<
    z.output<R[Status] & z.ZodType>,
    Status,
    Published["outputFormat"]
  >;
}[keyof R & StatusCode];

/** The routes with only their handlers' replies: the type for a client. */
export type HandlerRoutes<Routes> = Routes extends Hono<infer E, infer _, infer Base>
  ? HandledSchema<ExtractSchema<Routes>> extends infer S extends Schema ? Hono<E, S, Base> : never
  : never;
type HandledSchema<S> = {
  [Path in keyof S]: { [Method in keyof S[Path]]: Exclude<S[Path][Method], Published> };
};

// deno-lint-ignore no-explicit-any -- it works in any application
type Description<R extends Replies> = MiddlewareHandler<any, string, object, PublishedReplies<R>>;

const FILE_TYPES = [...IMAGE_TYPES, "application/octet-stream"];

const DESCRIPTIONS: Record<string, string> = { 201: "Made.", 202: "Accepted." };

/** @param replies status → the schema of the reply */
export function describeCall<R extends Replies>(
  summary: string,
  replies: R,
  { refusals = [], fields = {}, files = {}, types = FILE_TYPES }: More = {},
) {
  const call: Call<R> = { summary, replies, refusals, fields, files, types };
  const responses = Object.fromEntries(
    Object.entries(replies as Record<string, z.ZodType>).map(([status, schema]) => [status, {
      description: DESCRIPTIONS[status] ?? "Done.",
      headers: REPLY_HEADERS,
      content: schema instanceof z.ZodFile
        ? Object.fromEntries(types.map((type) => [type, { schema: {} }]))
        : { "application/json": { schema: componentOf(schema) } },
    }]),
  );
  const spec = { summary, responses, "x-call": call };
  return describeRoute(spec) as unknown as Description<R>;
}

/** Describes a call that replies 200. */
export const answers = <S extends z.ZodType>(summary: string, reply: S, more?: More) =>
  describeCall(summary, { 200: reply }, more);

/** Describes a call that replies 201. */
export const creates = <S extends z.ZodType>(summary: string, reply: S, more?: More) =>
  describeCall(summary, { 201: reply }, more);

/** Describes a call that replies 202: the work is done later. */
export const accepts = <S extends z.ZodType>(summary: string, reply: S, more?: More) =>
  describeCall(summary, { 202: reply }, more);
