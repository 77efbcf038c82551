/** Closes terms, and waits until the servers have moved their rows. */
import { strictEqual as is } from "node:assert/strict";
import type { CloseInput, Term } from "../../server/terms/schema.ts";
import type { Caller, School } from "./people.ts";
import { until } from "./until.ts";

/** SQL: the event is of a batch of the background, and of no call. */
export const IS_OF_BATCH = `type = 'term.changed'
  and (data ->> 'done' <> '0' or data ->> 'state' in ('closed', 'undone'))`;

/** Waits until no term is being closed or set back. */
export async function settled({ parts }: School): Promise<void> {
  const { sql } = parts.database;
  const isSettled = async () =>
    (await sql`select from terms where state in ('closing', 'undoing')`).length === 0;
  await until(isSettled, "the servers move the term");
}

/** Closes the present term, and waits for its end. */
export async function closeTerm(
  school: School,
  admin: Caller,
  input: Partial<CloseInput> = {},
): Promise<Term> {
  await settled(school);
  const { status, body } = await admin.post("/terms", { name: crypto.randomUUID(), ...input });
  is(status, 201, JSON.stringify(body));
  await settled(school);
  return body;
}
