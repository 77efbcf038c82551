/** The published refusals of a call: the statuses, their codes, and the shape of each refusal. */
import * as z from "zod";
import { ROLES } from "../core/roles.ts";
import { type Json, propertiesOf } from "../http/input_schema.ts";
import type { Fragment } from "../http/openapi_part.ts";
import type { Call } from "./describe.ts";
import { REPLY_HEADERS, RETRIED } from "./headers.ts";

/** An operation of the document, once hono-openapi has merged the parts of the route's handlers. */
export type Operation = Fragment & {
  operationId: string;
  summary?: string;
  responses?: Json;
  parameters?: { name: string; in: string; schema: Json }[];
  requestBody?: { description?: string; content: Record<string, { schema: Json }> };
  "x-call"?: Call;
};

const MEANINGS: Record<string, string> = {
  400: "The input is wrong; `errors` names each field.",
  401: "The token is missing, malformed, expired or revoked.",
  403: "The asker's role or API token may not do this, or the call comes from a foreign origin.",
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

/** Whether the call uses an `Idempotency-Key`: only a write by a signed-in person does. */
export const takesKey = (method: string, operation: Operation): boolean =>
  method !== "get" && operation["x-roles"] !== undefined;

/** The codes of a call's refusals, by status. */
function codesOf(method: string, operation: Operation): Record<string, string[]> {
  const { requestBody, parameters = [] } = operation;
  const roles = operation["x-roles"];
  const json = requestBody?.content["application/json"]?.schema;
  const hasInput = requestBody || parameters.some((one) => one.in === "query");
  const hasId = parameters.some((one) => one.in === "path" && one.schema.format === "uuid");
  const codes: Record<string, string[]> = {
    ...(hasInput && { 400: ["invalid"] }),
    401: ["auth.token"],
    403: [
      ...(roles && roles.length < ROLES.length ? ["forbidden"] : []),
      "origin",
      ...(method !== "get" ? ["token.read-only"] : []),
      ...(operation["x-in-person"] ? ["token.person"] : []),
    ],
    ...(hasId && { 404: ["not-found"] }),
    ...(json && "version" in propertiesOf(json) && { 409: ["stale"] }),
    ...(method !== "get" && { 413: ["too-large"] }),
    ...(requestBody && { 408: ["too-slow"], 415: ["content-type"] }),
    429: ["too-many"],
    431: ["too-large"],
    500: ["internal"],
    503: ["unavailable", "starting", "full", ...(requestBody ? ["busy"] : [])],
  };
  const isKeyed = takesKey(method, operation);
  const more = [
    ...(isKeyed ? ["400 idempotency.key", "409 idempotency.reused", "409 term.ended"] : []),
    ...operation["x-call"]?.refusals ?? [],
  ];
  for (const refusal of more) {
    const [status = "", code = ""] = refusal.split(" ");
    codes[status] = [...new Set([...codes[status] ?? [], code])];
  }
  return codes;
}

const text = { type: "string" };

/** @param shapeOf the shape of a schema: a reference to a component, or the shape itself */
export async function refusalsOf(
  method: string,
  operation: Operation,
  shapeOf: (schema: z.ZodType) => Promise<Json>,
): Promise<Json> {
  const { replies = {}, fields = {} } = operation["x-call"] ?? {};
  const fieldsOf: Call["fields"] = {
    ...(replies[200] && { stale: { current: replies[200] } }),
    ...fields,
  };
  const refusal = async (codes: string[], more: Record<string, z.ZodType> = {}): Promise<Json> => {
    const properties: Json = {
      msg: text,
      code: { type: "string", enum: codes },
      errors: { type: "object", additionalProperties: text },
    };
    const required = ["msg", "code"];
    for (const [name, schema] of Object.entries(more)) {
      const isOptional = schema instanceof z.ZodOptional;
      properties[name] = await shapeOf(isOptional ? schema.unwrap() as z.ZodType : schema);
      if (!isOptional) required.push(name);
    }
    return { type: "object", properties, required, additionalProperties: false };
  };
  const responses: Json = {};
  for (const [status, codes] of Object.entries(codesOf(method, operation))) {
    const plain = codes.filter((code) => !fieldsOf[code]);
    const shapes = plain.length > 0 ? [await refusal(plain)] : [];
    for (const code of codes.filter((code) => fieldsOf[code])) {
      shapes.push(await refusal([code], fieldsOf[code]));
    }
    const isRetried = status === "429" || status === "503";
    responses[status] = {
      description: `${MEANINGS[status]} Codes: ${codes.join(", ")}.`,
      headers: isRetried ? { ...REPLY_HEADERS, ...RETRIED } : REPLY_HEADERS,
      content: {
        "application/json": { schema: shapes.length === 1 ? shapes[0] : { oneOf: shapes } },
      },
    };
  }
  return responses;
}
