/** Sections: who makes them, who is in them, and their column in a roster. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { io } from "socket.io-client";
import { MEMBERS_MOST, SECTIONS_MOST } from "../server/sections/schema.ts";
import { type Caller, person, type Reply } from "./kit/people.ts";
import { newAddress } from "./kit/accounts.ts";
import { rosterOf } from "./kit/rosters.ts";
import { makeSection, twoSections } from "./kit/sections.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const ONCE = { transports: ["websocket"], forceNew: true, reconnection: false };
const answer = ({ status, body }: Reply) => [status, body.code];

/** Each section's name with the numbers of its members. */
const countsOf = async (staff: Caller) =>
  (await staff.get("/sections")).body.map((
    { name, students, others }: { name: string; students: number; others: number },
  ) => [name, students, others]);

const sectionsOf = async (one: Caller) => (await one.get("/auth/me")).body.sectionNames;

Deno.test("an admin makes, renames and deletes sections; staff's lists follow live", async () => {
  await using server = await testServer();
  const [admin, mentor] = [await person(server, "admin"), await person(server, "mentor")];
  using ear = await listen(server, { token: mentor.token });
  const b = await makeSection(admin, "B 2");
  const a = await makeSection(admin, " a  1 ");
  equals(await countsOf(mentor), [["a  1", 0, 0], ["B 2", 0, 0]]);
  equals(answer(await admin.post("/sections", { name: "b 2" })), [409, "section.exists"]);
  equals(answer(await admin.put(`/sections/${a}`, { name: "B 2" })), [409, "section.exists"]);
  const renamed = await admin.put(`/sections/${a}`, { name: "A", version: 1 });
  equals([renamed.body.name, renamed.body.version], ["A", 2]);
  equals(answer(await admin.put(`/sections/${a}`, { name: "C", version: 1 })), [409, "stale"]);
  is((await admin.delete(`/sections/${b}`)).status, 200);
  is((await admin.delete(`/sections/${b}`)).status, 404);
  is((await ear.until("section.changed", ({ removed }) => removed))._id, b);
  equals(ear.of("section.changed").map(({ name }) => name), ["B 2", "a  1", "A", undefined]);
  equals(await countsOf(mentor), [["A", 0, 0]]);
  for (const name of ["", "x".repeat(41), "two\nlines"]) {
    equals(answer(await admin.post("/sections", { name })), [400, "invalid"], name);
  }
});

Deno.test("the number of sections is bounded", async () => {
  await using server = await testServer();
  const admin = await person(server, "admin");
  await server.parts.database.sql`insert into sections (id, name, created_at)
    select gen_random_uuid(), 'S' || n, now() from generate_series(1, ${SECTIONS_MOST}::int) as n`;
  equals(answer(await admin.post("/sections", { name: "One more" })), [409, "section.many"]);
});

Deno.test("a student is in one section, others in several; who is deleted is in none", async () => {
  await using server = await testServer();
  const { admin, a, b, inA, inB } = await twoSections(server);
  const [mentor, volunteer] = [await person(server, "mentor"), await person(server, "volunteer")];
  const put = (id: string, body: unknown) => admin.put(`/sections/${id}/members`, body);
  for (const id of [a, b]) await put(id, { in: [mentor._id, volunteer._id] });
  const moved = await put(b, { in: [inA._id], out: [inB._id, volunteer._id] });
  equals([moved.body.students, moved.body.others], [1, 1]);
  equals(await countsOf(mentor), [["A", 0, 2], ["B", 1, 1]]);
  equals([await sectionsOf(inA), await sectionsOf(inB)], [["B"], []]);
  equals([await sectionsOf(mentor), await sectionsOf(volunteer)], [["A", "B"], ["A"]]);
  const { body: accounts } = await admin.get("/users");
  const listed = (_id: string) => accounts.find((one: { _id: string }) => one._id === _id).sections;
  equals([listed(inA._id), listed(inB._id), listed(mentor._id)], [[b], [], [a, b].sort()]);

  await admin.patch(`/users/${mentor._id}`, { role: "student" });
  await admin.delete(`/users/${inA._id}`);
  equals(await countsOf(admin), [["A", 0, 1], ["B", 0, 0]]);
  await put(a, { in: [inB._id] });
  await admin.delete(`/sections/${a}`);
  equals([await sectionsOf(inB), (await inB.get("/assignments/general")).status], [[], 200]);

  const wrong: [unknown, string][] = [
    [{}, "in"],
    [{ in: [inA._id] }, "in"],
    [{ out: [crypto.randomUUID()] }, "out"],
    [{ in: [inB._id], out: [inB._id] }, "out"],
    [{ in: Array(MEMBERS_MOST + 1).fill(inB._id) }, "in"],
  ];
  for (const [body, field] of wrong) {
    equals(Object.keys((await put(b, body)).body.errors ?? {}), [field], field);
  }
  is((await put(crypto.randomUUID(), { in: [inB._id] })).status, 404);
});

Deno.test("whoever is moved fetches everything again, also who was away", async () => {
  await using server = await testServer();
  const { admin, b, inA, inB } = await twoSections(server);
  using ear = await listen(server, { token: inA.token });
  using other = await listen(server, { token: inB.token });
  const gone = new Promise<string>((end) => ear.socket.on("disconnect", end));
  const since = server.parts.live.head();
  await admin.put(`/sections/${b}/members`, { in: [inA._id] });
  await ear.next("resync");
  is(await gone, "transport close", "socket.io connects again by itself");
  const away = io(server.url, { ...ONCE, auth: { token: inA.token, since } });
  await new Promise<void>((end) => away.once("resync", end));
  away.disconnect();
  using later = await listen(server, { token: inA.token });
  equals([later.of("resync"), other.of("resync")], [[], []]);
  equals(await sectionsOf(inA), ["B"]);
});

Deno.test("a roster puts people into sections, says which it does not know, and is undone", async () => {
  await using server = await testServer();
  const { admin, inA, inNone } = await twoSections(server);
  const mentor = await person(server, "mentor", "Meera Iyer");
  const email = newAddress();
  const text = [
    "name,email,role,section",
    `Nila,${email},,b`,
    `${inA.name},${inA.email},,B`,
    `${mentor.name},${mentor.email},,"B; a"`,
    `${inNone.name},${inNone.email},,C`,
    `Two,${newAddress()},,A;B`,
  ].join("\n");
  const { body: preview } = await admin.post("/users/roster/preview", await rosterOf(text));
  equals(
    preview.rows.map((row: { fate: string; reason: string; changes: unknown[] }) => [
      row.fate,
      row.reason ?? row.changes,
    ]),
    [
      ["new", []],
      ["changed", [{ column: "section", from: "A", to: "B" }]],
      ["changed", [{ column: "section", from: "", to: "A; B" }]],
      ["wrong", "There is no section “C”."],
      ["wrong", "A student is in one section at most."],
    ],
  );
  const { body: done } = await admin.post("/users/roster", await rosterOf(text));
  equals(await countsOf(mentor), [["A", 0, 1], ["B", 3, 1]]);
  const { body: again } = await admin.post("/users/roster/preview", await rosterOf(text));
  equals(again.rows.map(({ fate }: { fate: string }) => fate), [
    ...["unchanged", "unchanged", "unchanged"],
    ...["wrong", "wrong"],
  ]);
  const csv = await (await admin.fetch("/exports/students?format=csv")).text();
  ok(csv.includes(`"${inA.name}","${inA.email}","CSE",1,"B",`), csv);

  const undone = await admin.post(`/users/roster/${done.import._id}/undo`);
  equals([undone.body.removed, undone.body.restored], [1, 2]);
  equals(await countsOf(mentor), [["A", 1, 0], ["B", 1, 0]]);
});
