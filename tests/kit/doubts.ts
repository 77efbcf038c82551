/** Looking at lists of doubts by names that the test gave them. */
import { strictEqual as is } from "node:assert/strict";
import { assignment, doubt } from "./assignments.ts";
import type { Caller, Reply, TestPerson } from "./people.ts";

export async function listed(who: Caller, filter: Record<string, string> = {}) {
  const { status, body } = await who.get(`/doubts/filter-doubts?${new URLSearchParams(filter)}`);
  is(status, 200, JSON.stringify(body));
  return body as { doubts: Reply["body"][]; total: number };
}

/** What a filter finds: the names that the doubts were given, in order. */
export async function found(
  who: Caller,
  names: Map<string, string>,
  filter: Record<string, string>,
) {
  const { doubts, total } = await listed(who, filter);
  is(total, doubts.length);
  return doubts.map(({ _id }) => names.get(_id));
}

type Spec = { title?: string; tag?: "hw" | "cw" | "practice"; difficulty?: string; text?: string };

/** Doubts by this student, each on a question of its own, in this order. */
export async function doubtsOf(
  { mentor, student }: { mentor: TestPerson; student: TestPerson },
  specs: Record<string, Spec>,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (
    const [name, { title = name, tag = "hw", difficulty = "easy", text }] of Object.entries(specs)
  ) {
    const question = await assignment(mentor, { title, difficulty }, tag);
    const { _id } = await doubt(student, question._id, text ? { doubtText: text } : {});
    names.set(_id, name);
  }
  return names;
}

export const idOf = (names: Map<string, string>, name: string) =>
  [...names].find(([, one]) => one === name)?.[0] ?? "";
