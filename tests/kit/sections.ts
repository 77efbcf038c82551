/** A class with two sections, and what tests need of it. */
import { type Caller, person, type School, type TestPerson } from "./people.ts";

export type Sections = {
  admin: TestPerson;
  mentor: TestPerson;
  a: string;
  b: string;
  inA: TestPerson;
  inB: TestPerson;
  inNone: TestPerson;
};

export async function makeSection(admin: Caller, name: string): Promise<string> {
  return (await admin.post("/sections", { name })).body._id;
}

/** Makes sections A and B with one student each, and a student who is in none. */
export async function twoSections(server: School): Promise<Sections> {
  const [admin, mentor] = [await person(server, "admin"), await person(server, "mentor")];
  const [inA, inB, inNone] = [await person(server), await person(server), await person(server)];
  const [a, b] = [await makeSection(admin, "A"), await makeSection(admin, "B")];
  await admin.put(`/sections/${a}/members`, { in: [inA._id] });
  await admin.put(`/sections/${b}/members`, { in: [inB._id] });
  return { admin, mentor, a, b, inA, inB, inNone };
}
