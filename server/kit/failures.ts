/** How a call may refuse, as it is published: the statuses, their codes, and what each reply holds. */
import * as z from "zod";
import type { Call } from "./calls.ts";
import { inputShape, type Json, propertiesOf } from "./inputs.ts";
import type { Target } from "./notes.ts";
import { type Role, ROLES } from "./roles.ts";

export type Enforced =
  & { /** Bytes of a form. */ most?: number }
  & { roles?: readonly Role[]; /** How fast a person may write is limited. */ isLimited?: true }
  & { [T in Target]?: z.ZodType };

const MEANINGS: Record<string, string> = {
  400: "The input is wrong; `errors` names each field.",
  401: "The token is missing, malformed, expired or revoked.",
  403: "The asker's role may not do this, or the call comes from a foreign origin.",
  404: "It does not exist, or the asker may not see it.",
  408: "The body came too slowly.",
  409: "The state forbids it, or the copy is stale: then `current` is how it is now.",
  413: "The body or a file is too large.",
  415: "The body or a file is of the wrong kind.",
  429: "Too many tries; `Retry-After` says how long to wait.",
  431: "The address and the headers together are longer than 16 KB.",
  500: "Something broke; the reply does not say what.",
  503: "A part is down for a moment; `Retry-After` says when to try again.",
};

/** Whether an `Idempotency-Key` counts: for what a person writes. */
export const isKeyed = (method: string, { roles }: Enforced): boolean =>
  method !== "GET" && !!roles;

/** How a call may be refused: status → codes. */
export function refusalsOf(
  key: string,
  { fails, files }: Call,
  enforced: Enforced,
): Record<string, string[]> {
  const [method = ""] = key.split(" ");
  const { roles, json, form, query, param } = enforced;
  const hasBody = json || form || files;
  const codes: Record<string, string[]> = {
    ...((json || form || query) && { 400: ["invalid"] }),
    401: ["auth.token"],
    403: roles && roles.length < ROLES.length ? ["forbidden", "origin"] : ["origin"],
    ...(param && { 404: ["not-found"] }),
    ...(json && "version" in propertiesOf(inputShape(json)) && { 409: ["stale"] }),
    ...(method !== "GET" && { 413: ["too-large"] }),
    ...(hasBody && { 408: ["too-slow"], 415: ["content-type"], 429: ["too-many"] }),
    431: ["too-large"],
    500: ["internal"],
    503: ["unavailable", "starting", "full", ...(hasBody ? ["busy"] : [])],
  };
  const isWriting = isKeyed(method, enforced);
  const more = [
    ...(isWriting ? ["400 idempotency.key", "409 idempotency.reused"] : []),
    ...(isWriting || enforced.isLimited ? ["429 too-many"] : []),
  ];
  for (const fail of [...more, ...fails]) {
    const [status = "", code = ""] = fail.split(" ");
    codes[status] = [...new Set([...codes[status] ?? [], code])];
  }
  return codes;
}

const text = { type: "string" };
const FIELDS = { type: "object", additionalProperties: text };

type Shape = (schema: z.ZodType, fallback: string) => Json;

/** The document's refusals of a call; their shapes are kept in `kept`, since many calls share them. */
export function refusals(
  codes: Record<string, string[]>,
  { replies, more = {} }: Call,
  { shapeOf, kept }: { shapeOf: Shape; kept: Record<string, Json> },
): Json {
  const members: Call["more"] = { stale: { current: replies[200] as z.ZodType }, ...more };
  const refusal = (all: string[], beside: Record<string, z.ZodType> = {}): Json => {
    const shapes = Object.entries(beside).map(([name, schema]): [string, Json] => [
      name,
      shapeOf(schema instanceof z.ZodOptional ? schema.unwrap() as z.ZodType : schema, name),
    ]);
    const always = Object.keys(beside).filter((name) => !(beside[name] instanceof z.ZodOptional));
    const shape = {
      type: "object",
      properties: {
        msg: text,
        code: { type: "string", enum: all },
        errors: FIELDS,
        ...Object.fromEntries(shapes),
      },
      required: ["msg", "code", ...always],
      additionalProperties: false,
    };
    return keep(shape, all, kept);
  };
  return Object.fromEntries(
    Object.entries(codes).map(([status, all]) => {
      const plain = all.filter((code) => !members[code]);
      const shapes = [
        ...(plain.length > 0 ? [refusal(plain)] : []),
        ...all.filter((code) => members[code]).map((code) => refusal([code], members[code])),
      ];
      const isRetried = status === "429" || status === "503";
      return [status, {
        description: `${MEANINGS[status]} Codes: ${all.join(", ")}.`,
        headers: isRetried ? { ...REPLY_HEADERS, ...RETRIED } : REPLY_HEADERS,
        content: {
          "application/json": { schema: shapes.length === 1 ? shapes[0] : { oneOf: shapes } },
        },
      }];
    }),
  );
}

/** One component for each shape, named after the codes, and numbered where these are the same. */
function keep(shape: Json, codes: string[], kept: Record<string, Json>): Json {
  const words = codes.flatMap((code) => code.split(/[.-]/));
  const name = `Failure${words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("")}`;
  for (let at = 1;; at += 1) {
    const numbered = at === 1 ? name : `${name}${at}`;
    kept[numbered] ??= shape;
    if (JSON.stringify(kept[numbered]) === JSON.stringify(shape)) {
      return { $ref: `#/components/schemas/${numbered}` };
    }
  }
}

const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` });

/** On whatever the application answers; not on what the server refuses before it. */
export const REPLY_HEADERS = {
  "x-seq": headerRef("Seq"),
  "x-zone": headerRef("Zone"),
  "x-request-id": headerRef("RequestId"),
};
const RETRIED = { "Retry-After": headerRef("RetryAfter") };

export const HEADERS = {
  Seq: {
    description: "The reply is at least as fresh as this place in the event log.",
    schema: { type: "integer", minimum: 0 },
  },
  Zone: {
    description: "The class's time zone, in which a day begins.",
    schema: text,
  },
  RequestId: {
    description: "Names the request in the server's log.",
    schema: { type: "string", format: "uuid" },
  },
  RetryAfter: {
    description: "Seconds after which to try again.",
    schema: { type: "integer", minimum: 0 },
  },
};
