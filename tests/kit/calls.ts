/** Every mounted call with what its handlers check, and a valid request of each. */
import * as z from "zod";
import { routes } from "../../server/app.ts";
import { enforcedBy } from "../../server/kit/openapi.ts";
import { Fixture, type Who } from "./fixture.ts";
import type { Reply } from "./people.ts";
import { type Call, ROUTES } from "./routes.ts";
import type { TestServer } from "./server.ts";

export const ENFORCED = enforcedBy(routes.routes);

/** The fields that go in, as they are published: whatever refines or transforms them. */
export function fieldsOf(schema: z.ZodType | undefined): object {
  if (!schema) return {};
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }).properties ?? {};
}

export const callsWith = (
  isMeant: (key: string, enforced: { json?: z.ZodType; form?: z.ZodType }) => boolean,
): string[] =>
  [...ENFORCED].filter(([key, enforced]) => isMeant(key, enforced)).map(([key]) => key);

export type Prepared = {
  fixture: Fixture;
  path: string;
  /** What a valid request sends. */
  body: unknown;
  send(body?: unknown, headers?: Record<string, string>): Promise<Reply>;
};

/** A valid request by somebody who may make it, to be sent as it is or changed. */
export async function prepared(server: TestServer, key: string, by?: Who): Promise<Prepared> {
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

/** The number of the newest event in the log. */
export async function lastEvent({ parts }: TestServer): Promise<number> {
  const [row] = await parts.database.sql`select coalesce(max(seq), 0) as seq from events`;
  return Number(row?.seq);
}
