/** Lists of staff begin with their own sections, and can show all or another one. */
import { deepStrictEqual as equals } from "node:assert/strict";
import { assignment, doubt } from "./kit/assignments.ts";
import { type Caller, person, type Reply } from "./kit/people.ts";
import { twoSections } from "./kit/sections.ts";
import { testServer } from "./kit/server.ts";

type Row = { student: { _id: string }; mentor: { _id: string } };

Deno.test("queues, lists and exports begin with one's own sections, and can show all", async () => {
  await using server = await testServer();
  const { admin, mentor: free, a, b, inA, inB, inNone } = await twoSections(server);
  const mentor = await person(server, "mentor");
  await admin.put(`/sections/${a}/members`, { in: [mentor._id, admin._id] });
  const question = await assignment(free);
  const students = [inA, inB, inNone];
  for (const student of students) {
    await doubt(student, question._id, { doubtText: "Why a quaternion?" });
    const answer = { responseStatus: "solved", submissionUrl: "https://example.test/1" };
    await student.put(`/assignments/${question._id}/status`, answer);
  }
  const names = new Map(students.map(({ _id }, at) => [_id, "AB-"[at]]));
  const whose = (rows: Row[]) => rows.map(({ student }) => names.get(student._id)).sort().join("");
  /** Whose rows a path has: without a section, of all, and of B. */
  const seen = async (me: Caller, path: string, rows: (body: Reply["body"]) => Row[]) =>
    await Promise.all(["", "section=all", `section=${b}`].map(async (section) => {
      const { body } = await me.get(`${path}${path.includes("?") ? "&" : "?"}${section}`);
      const found = rows(body);
      if (body.total !== undefined) equals(body.total, found.length, path);
      return whose(found);
    }));
  const lists: [string, (body: Reply["body"]) => Row[]][] = [
    ...[
      ...["", "?order=queue&resolved=false", "?text=quaternion", "?waiting=true", "?status=new"],
      ...["?assignmentTag=HW", `?assignmentTitle=${question.title}`, "?timeframe=week"],
      ...["?text=quaternion&resolved=false", "?order=queue", "?page=1&limit=3"],
    ].map((query): [string, (body: Reply["body"]) => Row[]] => [
      `/doubts/filter-doubts${query}`,
      (body) => body.doubts,
    ]),
    ...["", "?waiting=true&reviewStatus=pending", "?assignmentTitle=a", "?studentName=e"].map((
      query,
    ): [string, (body: Reply["body"]) => Row[]] => [
      `/assignments/reviews${query}`,
      (body) => body.reviews,
    ]),
  ];
  for (const [path, rows] of lists) {
    const all = (await seen(free, path, rows))[1];
    equals(await seen(mentor, path, rows), ["A", all, "B"], path);
    equals(await seen(free, path, rows), [all, all, "B"], path);
  }
  for (const list of ["doubts", "responses"]) {
    const whoseOf = async (query: string) => {
      const text = await (await mentor.fetch(`/exports/${list}?format=jsonl&${query}`)).text();
      return text.trim().split("\n").map((line) => names.get(JSON.parse(line).studentId)).sort()
        .join("");
    };
    const found: string[] = [];
    // One person has one export at a time.
    for (const query of ["", "section=all", `section=${b}`]) found.push(await whoseOf(query));
    equals(found, ["A", "-AB", "B"], list);
  }
  const { body: { doubts, reviews } } = await mentor.get("/desk");
  equals([doubts.waiting, reviews.waiting, doubts.oldest.name], [1, 1, inA.name]);
  equals((await free.get("/desk")).body.doubts.waiting, 3);

  // What somebody has answered is their own work, whose ever the doubt is.
  const all = (await mentor.get("/doubts/filter-doubts?section=all")).body.doubts;
  for (const { _id } of all) await mentor.put(`/doubts/${_id}/reply`, { reply: "So that." });
  const mine = await seen(mentor, "/doubts/filter-doubts?scope=mine", (body) => body.doubts);
  equals(mine, ["-AB", "-AB", "B"]);
});

Deno.test("learners cannot choose a section, and mentors' goals tell the sections", async () => {
  await using server = await testServer();
  const { admin, mentor, a, b, inA, inB } = await twoSections(server);
  await admin.put(`/sections/${a}/members`, { in: [mentor._id] });
  const question = await assignment(mentor);
  await doubt(inB, question._id);
  for (const section of ["", "all", b, a]) {
    const { body } = await inA.get(`/doubts/filter-doubts?section=${section}`);
    equals(body.total, 1, section);
  }
  equals((await mentor.get("/doubts/filter-doubts?section=x")).status, 400);
  const { body: weeks } = await admin.get("/goals/week");
  equals(weeks.map(({ mentor }: { mentor: { sections?: string[] } }) => mentor.sections), [[a]]);
});
