/** Every mounted call with what its handlers validate, and a valid request for each. */
import * as z from "zod";
import { routes } from "../../server/app.ts";
import type { Call as Description } from "../../server/kit/contract/describe.ts";
import { partOf, type Target } from "../../server/kit/http/openapi_part.ts";
import type { Role } from "../../server/kit/core/roles.ts";
import { Fixture, type Who } from "./fixture.ts";
import type { Reply } from "./people.ts";
import { type Call, ROUTES } from "./routes.ts";
import type { TestServer } from "./server.ts";
import { until } from "./until.ts";

type Enforced = { [T in Target]?: z.ZodType } & {
  roles?: readonly Role[];
  description?: Description;
};

/**
 * Each mounted call, like "GET /doubts/:id", with its roles, the schemas of its input and its
 * description.
 */
export const ENFORCED = new Map<string, Enforced>();

for (const { method, path, handler } of routes.routes) {
  if (method === "ALL") continue;
  const key = `${method} ${path}`;
  const enforced = ENFORCED.get(key) ?? {};
  ENFORCED.set(key, enforced);
  const part = partOf(handler);
  if (part?.target) enforced[part.target] = part.schema;
  else if (part?.spec["x-roles"]) enforced.roles = part.spec["x-roles"];
  else if (part?.spec["x-call"]) enforced.description = part.spec["x-call"] as Description;
}

/**
 * Returns the input fields of a schema as they are published, also when the schema refines or
 * transforms them.
 */
export function fieldsOf(schema: z.ZodType | undefined): object {
  if (!schema) return {};
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }).properties ?? {};
}

export const callsWith = (
  isMeant: (key: string, enforced: { json?: z.ZodType; form?: z.ZodType }) => boolean,
): string[] =>
  [...ENFORCED].filter(([key, enforced]) => isMeant(key, enforced)).map(([key]) => key);

export type PreparedRequest = {
  fixture: Fixture;
  path: string;
  /** The body of a valid request. */
  body: unknown;
  send(body?: unknown, headers?: Record<string, string>): Promise<Reply>;
};

/**
 * Prepares a valid request by a person who may make it. It is sent as it is, or with another body.
 */
export async function prepareRequest(
  server: TestServer,
  key: string,
  by?: Who,
): Promise<PreparedRequest> {
  const { may, with: make } = ROUTES[key] ?? { may: [] };
  const who = by ?? may.find((who) => who !== "nobody") ?? "student";
  const fixture = await Fixture.around(server, who);
  const call: Call = await make?.(fixture) ?? {};
  const [method = "", pattern = ""] = key.split(" ");
  const path = pattern.replace(/:(\w+)/g, (_, name) => call.params?.[name] ?? "") +
    (call.query ?? "");
  const verb = method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete";
  const { caller } = fixture;
  return {
    fixture,
    path,
    body: call.body,
    send: (body = call.body, headers) => caller[verb](path, body, headers),
  };
}

/** Returns a path with these pairs in its query, instead of its own fields of the same names. */
export function withQuery(path: string, pairs: string): string {
  const [bare, own] = path.split("?");
  const names = [...new URLSearchParams(pairs).keys()].map((name) => name.replace(/\[\]$/, ""));
  const rest = new URLSearchParams(own);
  for (const name of names) rest.delete(name);
  return `${bare}?${[String(rest), pairs].filter(Boolean).join("&")}`;
}

/**
 * Returns the sequence number of the newest event in the log. It waits for what the server logs by
 * itself: when a class session has ended, its quick question is closed within a second or so.
 */
export async function lastEvent({ parts }: TestServer): Promise<number> {
  let seq = 0;
  await until(async () => {
    const [row] = await parts.database.sql`
      select coalesce(max(seq), 0) as seq,
        exists (select from polls where closed_at is null and closes_at <= ${parts.clock()}) as waits
      from events`;
    seq = Number(row?.seq);
    return !row?.waits;
  }, "the end of quick questions");
  return seq;
}
