/** The review queue and a learner's own submissions: order, filters, pages, and access. */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { can } from "../server/reviews/policy.ts";
import { assignment, submit } from "./kit/assignments.ts";
import { person } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { seeded } from "./kit/random.ts";

const random = seeded("reviews");

type Item = { assignmentId: string; student: { _id: string }; waitingSince: string };
const keyOf = ({ assignmentId, student }: Item) => `${assignmentId} ${student._id}`;

Deno.test("the queue and a learner's own list on random data: order, filters, pages", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const students = [
    await person(server, "student", "Asha 100% Rao"),
    await person(server, "student", "Bela_Sen"),
    await person(server, "volunteer", "Chetan O'Neil; drop"),
  ];
  const titles = ["Stacks 50%", "stack_of plates", "Queues", "Queues \\ rings"];
  const assignments: string[] = [];
  for (const title of titles) assignments.push((await assignment(mentor, { title }))._id);
  const rows: { item: Item; status: string; title: string; name: string }[] = [];
  const places = students.flatMap((who) => assignments.map((id, at) => ({ who, id, at })))
    .sort(() => random() - 0.5);
  for (const { who, id, at } of places) {
    if (random() < 0.2) continue;
    await submit(who, id);
    const status = ["pending", "approved", "not approved"][Math.floor(random() * 3)] ?? "";
    if (status !== "pending") {
      await mentor.put(`/assignments/${id}/review`, { studentId: who._id, reviewStatus: status });
    }
    const waitingSince = (await mentor.get(`/assignments/${id}/responses/${who._id}/history`))
      .body[0].createdAt;
    const item = { assignmentId: id, student: { _id: who._id }, waitingSince };
    rows.push({ item, status, title: titles[at] ?? "", name: who.name });
  }
  const oldest = (a: { item: Item }, b: { item: Item }) =>
    a.item.waitingSince + keyOf(a.item) < b.item.waitingSince + keyOf(b.item) ? -1 : 1;
  const isIn = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

  for (const status of ["", "all", "pending", "approved", "not approved"]) {
    for (const name of ["", "asha", "%", "_", "O'NEIL; d", "nobody"]) {
      for (const title of ["", "STACK", "50%", "_", "\\", "queues", "'"]) {
        const wanted = rows
          .filter((row) => ["", "all", row.status].includes(status))
          .filter((row) => isIn(row.name, name) && isIn(row.title, title))
          .sort(oldest)
          .sort((a, b) => Number(a.status !== "pending") - Number(b.status !== "pending"));
        const sorted = ["", "all"].includes(status) ? wanted : wanted.sort(oldest);
        const query = new URLSearchParams({
          reviewStatus: status,
          studentName: name,
          assignmentTitle: title,
          limit: "100",
        });
        const { body } = await mentor.get(`/assignments/reviews?${query}`);
        equals(body.reviews.map(keyOf), sorted.map(({ item }) => keyOf(item)), `${query}`);
        is(body.total, sorted.length);
      }
    }
  }

  for (const who of students) {
    const mine = rows.filter((row) => can.read(who, row.item)).sort((a, b) => oldest(b, a));
    for (const asker of [who, mentor]) {
      const query = asker === who ? "" : `?studentId=${who._id}`;
      const { body } = await asker.get(`/assignments/solved${query}`);
      equals(body.assignments.map(keyOf), mine.map(({ item }) => keyOf(item)));
      is("claim" in (body.assignments[0] ?? {}), asker === mentor && mine.length > 0);
    }
    const { body } = await who.get("/assignments/solved?reviewStatus=approved&assignmentTitle=QUE");
    equals(
      body.assignments.map(keyOf),
      mine.filter((row) => row.status === "approved" && isIn(row.title, "que"))
        .map(({ item }) => keyOf(item)),
    );
  }
  is((await mentor.get("/assignments/solved")).body.total, rows.length);

  const all = (await mentor.get("/assignments/reviews?limit=100")).body.reviews.map(keyOf);
  const paged = [];
  for (let page = 1; page <= Math.ceil(rows.length / 4); page++) {
    const { body } = await mentor.get(`/assignments/reviews?page=${page}&limit=4`);
    is(body.total, rows.length);
    paged.push(...body.reviews.map(keyOf));
  }
  equals(paged, all);
  equals((await mentor.get("/assignments/reviews?page=99")).body, {
    reviews: [],
    total: rows.length,
  });
  const odd = await mentor.get("/assignments/reviews?page=-1&limit=1e9");
  equals(odd.body.reviews.map(keyOf), all.slice(0, 10));
  const [student] = students;
  is((await student?.get("/assignments/reviews"))?.status, 403);
});
