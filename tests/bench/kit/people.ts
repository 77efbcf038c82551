/** Creates signed-in people for a benchmark. */
import type postgres from "postgres";
import { newId } from "../../../server/kit/core/ids.ts";
import { caller, type TestPerson } from "../../kit/people.ts";
import type { Role } from "../../../server/kit/core/roles.ts";
import { createTokens } from "../../../server/kit/security/tokens.ts";
import { SECRET } from "./process.ts";

export type Signed = { _id: string; name: string; role: Role; token: string };

/** Inserts verified people without a password, and signs them in. */
export async function people(
  sql: postgres.Sql,
  role: Role,
  count: number,
  secret = SECRET,
): Promise<Signed[]> {
  const rows = Array.from({ length: count }, (_, place) => ({
    _id: newId(),
    name: `${role} ${place + 1}`,
  }));
  await sql`
    insert into people (id, name, email, role, branch, year, verified_at, created_at, updated_at)
    select _id, name, _id || '@bench.test', ${role}, 'CSE', 1, now(), now(), now()
    from jsonb_to_recordset(${sql.json(rows)}) as made(_id uuid, name text)`;
  const tokens = await signedIn(sql, rows.map(({ _id }) => _id), secret);
  return rows.map((one, place) => ({ ...one, role, token: tokens[place] ?? "" }));
}

/** Opens a session of each of these people. @returns their tokens */
export async function signedIn(
  sql: postgres.Sql,
  personIds: readonly string[],
  secret = SECRET,
): Promise<string[]> {
  const rows = personIds.map((person) => ({ person, session: newId() }));
  await sql`
    insert into sessions (id, person_id, epoch, device, network, created_at, used_at, expires_at)
    select session, person, 1, 'A program', 'this machine', now(), now(), now() + interval '7 days'
    from jsonb_to_recordset(${sql.json(rows)}) as made(session uuid, person uuid)`;
  const tokens = createTokens(secret, Date.now);
  return await Promise.all(rows.map((one) => tokens.signSession(one.person, one.session)));
}

/** Returns the person with the calls that they can make to a server. */
export const testPerson = (server: { url: string }, signed: Signed): TestPerson => ({
  ...signed,
  email: "",
  ...caller(server, signed.token),
});
