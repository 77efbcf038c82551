/** Creates people, and makes calls as them. */
import type { Role } from "../../server/kit/core/roles.ts";
import { newId } from "../../server/kit/core/ids.ts";
import { isApiToken } from "../../server/kit/security/api_token.ts";
import { SESSION_DAYS } from "../../server/kit/security/tokens.ts";
import { hash } from "@node-rs/argon2";
import { sql } from "drizzle-orm";
import { sessions } from "../../server/auth/tables.ts";
import { later } from "../../server/kit/core/clock.ts";
import { people } from "../../server/people/tables.ts";
import { unpublished } from "./published.ts";
import type { TestServer } from "./server.ts";

export const PASSWORD = "Secret@123";
let hashed: Promise<string> | undefined;
let made = 0;

// deno-lint-ignore no-explicit-any -- replies are looked at, not typed, as any client would
type Body = any;
export type Reply = { status: number; body: Body; headers: Headers };

/** Returns the body of a reply that succeeded. */
export function must({ status, body }: Reply): Body {
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

export type Caller = {
  get(path: string): Promise<Reply>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  /** The plain request, for everything else. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
};

export type TestPerson = Caller & {
  _id: string;
  name: string;
  email: string;
  role: Role;
  token: string;
};

const asker = (token: string): Record<string, string> =>
  isApiToken(token) ? { authorization: `Bearer ${token}` } : { "x-auth-token": token };

/** Returns functions that make calls, with this token of a session or a program, or as a visitor. */
export function caller(server: { url: string }, token?: string): Caller {
  const doFetch = (path: string, { headers, ...init }: RequestInit = {}) =>
    fetch(`${server.url}/api${path}`, {
      ...init,
      headers: { ...(token && asker(token)), ...headers as Record<string, string> },
    });
  const call = (method: string) =>
  async (
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> => {
    const isForm = body instanceof FormData;
    const response = await doFetch(path, {
      method,
      headers: {
        ...(body !== undefined && !isForm && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status } = response;
    const isJson = response.headers.get("content-type")?.includes("json");
    const reply = isJson ? JSON.parse(text) : text;
    // A reply that is not JSON comes from a proxy.
    if (status >= 400 && isJson) {
      const fault = await unpublished({ method, path, status, body: reply });
      if (fault) throw new Error(fault);
    }
    return { status, body: reply, headers: response.headers };
  };
  return {
    get: call("GET"),
    post: call("POST"),
    put: call("PUT"),
    patch: call("PATCH"),
    delete: call("DELETE"),
    fetch: doFetch,
  };
}

/** A server to create people on: in this process, or elsewhere with access to its database. */
export type School = {
  url: string;
  parts: Pick<TestServer["parts"], "clock" | "database" | "tokens">;
};

/** Creates a verified person in the database, and signs them in. */
export async function person(
  server: School,
  role: Role = "student",
  name = `${role} ${++made}`,
): Promise<TestPerson> {
  hashed ??= hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const now = server.parts.clock();
  const _id = newId();
  const email = `${name.toLowerCase().replace(/[^a-z0-9]+/g, ".")}.${made}@class.test`;
  await server.parts.database.db.insert(people).values({
    id: _id,
    name,
    email,
    role,
    branch: "CSE",
    year: 1,
    passwordHash: await hashed,
    verifiedAt: now,
    createdAt: now,
    updatedAt: now,
  });
  const token = await signedIn(server, _id);
  return { _id, name, email, role, token, ...caller(server, token) };
}

/** Opens a session, as a sign-in does. @returns its token */
export async function signedIn(
  { parts: { clock, database: { db }, tokens } }: School,
  personId: string,
): Promise<string> {
  const [id, now] = [newId(), clock()];
  await db.insert(sessions).values({
    ...{ id, personId, device: "A program", network: "this machine" },
    epoch: sql`(select epoch from people where id = ${personId})`,
    ...{ createdAt: now, usedAt: now, expiresAt: later(now, SESSION_DAYS * 24 * 60) },
  });
  return await tokens.signSession(personId, id);
}

/** Creates people of every role: two, where one may see what another of the role may not. */
export const everyRole = async (server: School): Promise<TestPerson[]> => [
  await person(server),
  await person(server),
  await person(server, "volunteer"),
  await person(server, "mentor"),
  await person(server, "mentor"),
  await person(server, "admin"),
  await person(server, "admin"),
];

/** Creates a person of each role, and a second student. */
export const classOf = async (server: School) => ({
  mentor: await person(server, "mentor"),
  admin: await person(server, "admin"),
  student: await person(server),
  classmate: await person(server),
  volunteer: await person(server, "volunteer"),
});
