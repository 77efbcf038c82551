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
  const tokens = createTokens(secret, Date.now);
  const made = await Promise.all(Array.from({ length: count }, async (_, place) => {
    const _id = newId();
    const name = `${role} ${place + 1}`;
    return { _id, name, role, token: await tokens.signSession(_id, 1) };
  }));
  const rows = made.map(({ _id, name }) => ({ _id, name }));
  await sql`
    insert into people (id, name, email, role, branch, year, verified_at, created_at, updated_at)
    select _id, name, _id || '@bench.test', ${role}, 'CSE', 1, now(), now(), now()
    from jsonb_to_recordset(${sql.json(rows)}) as made(_id uuid, name text)`;
  return made;
}

/** Returns the person with the calls that they can make to a server. */
export const testPerson = (server: { url: string }, signed: Signed): TestPerson => ({
  ...signed,
  email: "",
  ...caller(server, signed.token),
});
