/** Closes terms. */
import { strictEqual as is } from "node:assert/strict";
import type { CloseInput, Term } from "../../server/terms/schema.ts";
import type { Caller } from "./people.ts";

/** Closes the present term. */
export async function closeTerm(admin: Caller, input: Partial<CloseInput> = {}): Promise<Term> {
  const { status, body } = await admin.post("/terms", { name: crypto.randomUUID(), ...input });
  is(status, 201, JSON.stringify(body));
  return body;
}
