/** Answer times: how long learners waited, by week and by mentor, and what waits longest. */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { assignment, doubt } from "./kit/assignments.ts";
import { person } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";

type Time = { kind: string; week: string | null; by: { name: string } | null; count: number };

Deno.test("the wait runs from the first question that nobody had answered to the reply", async () => {
  await using server = await testServer();
  // Wednesday, 2026-03-04, noon in Kolkata.
  server.setClock("2026-03-04T06:30:00.000Z");
  const [admin, asha] = [await person(server, "admin"), await person(server, "mentor", "Asha")];
  const [vikram, student] = [await person(server, "mentor", "Vikram"), await person(server)];
  const work = await assignment(asha);
  const { _id } = await doubt(student, work._id);
  server.setClock("2026-03-04T06:40:00.000Z");
  await student.put(`/doubts/${_id}/followup`, { followup: "Anybody?" });
  server.setClock("2026-03-04T07:00:00.000Z");
  await asha.put(`/doubts/${_id}/reply`, { reply: "Because." });
  // A second reply answers nothing.
  await vikram.put(`/doubts/${_id}/reply`, { reply: "I agree." });
  server.setClock("2026-03-10T06:30:00.000Z");
  await student.put(`/doubts/${_id}/followup`, { followup: "And now?" });
  server.setClock("2026-03-10T06:40:00.000Z");
  await vikram.put(`/doubts/${_id}/reply`, { reply: "Look again." });

  const response = { responseStatus: "solved", submissionUrl: "https://example.test/1" };
  await student.put(`/assignments/${work._id}/status`, response);
  server.setClock("2026-03-10T06:50:00.000Z");
  await student.put(`/assignments/${work._id}/status`, response);
  server.setClock("2026-03-10T07:40:00.000Z");
  const studentId = student._id;
  await asha.put(`/assignments/${work._id}/review`, { studentId, reviewStatus: "approved" });

  const { times } = (await admin.get("/dashboard/answers")).body;
  const shown = times.map(({ by, ...time }: Time) => ({ ...time, by: by?.name ?? null }));
  const of = (kind: string, week: string | null, by: string | null) =>
    shown.filter((time: Time) =>
      time.kind === kind && time.week === week && time.by === by as never
    )
      .map(({ count, median, most }: Record<string, number>) => [count, median, most]);
  equals(of("doubt", null, null), [[2, 20, 28]]);
  equals(of("doubt", "2026-03-02", "Asha"), [[1, 30, 30]]);
  equals(of("doubt", "2026-03-09", "Vikram"), [[1, 10, 10]]);
  equals(of("doubt", "2026-03-02", "Vikram"), []);
  equals(of("review", "2026-03-09", "Asha"), [[1, 60, 60]], "from the first attempt");
  is((await asha.get("/dashboard/answers")).status, 403);

  // After eight weeks they no longer count.
  server.setClock("2026-05-20T06:30:00.000Z");
  // The first admin's token has expired.
  equals((await (await person(server, "admin")).get("/dashboard/answers")).body.times, []);
});

Deno.test("the eight weeks begin on a Monday at midnight, also across a change of the clocks", async () => {
  await using server = await testServer({ CLASS_TZ: "Europe/Berlin" });
  // The first week of summer time began on Monday, 2026-03-30; eight weeks with it, on 2026-02-09.
  const asked = "2026-02-08T22:00:00.000Z";
  server.setClock(asked);
  const [asha, student] = [await person(server, "mentor"), await person(server)];
  const work = await assignment(asha);
  const answered = [
    ["2026-02-08T22:59:59.000Z", "on Sunday"],
    ["2026-02-08T23:00:00.000Z", "on Monday"],
  ] as const;
  for (const [at, reply] of answered) {
    server.setClock(asked);
    const { _id } = await doubt(student, work._id);
    server.setClock(at);
    is((await asha.put(`/doubts/${_id}/reply`, { reply })).status, 200);
  }
  for (const [now, count] of [["2026-04-01T10:00:00.000Z", 1], ["2026-03-25T10:00:00.000Z", 2]]) {
    server.setClock(String(now));
    const admin = await person(server, "admin");
    const { times } = (await admin.get("/dashboard/answers")).body;
    const whole = times.find(({ week, by }: Time) => week === null && by === null);
    is(whole.count, count, String(now));
  }
});

Deno.test("those that wait longest are named, oldest first, and only a few", async () => {
  await using server = await testServer();
  const [admin, mentor] = [await person(server, "admin"), await person(server, "mentor")];
  const work = await assignment(mentor);
  const students = [];
  for (let minute = 10; minute < 17; minute++) {
    server.setClock(`2026-03-04T06:${minute}:00.000Z`);
    const student = await person(server);
    students.push(student._id);
    await doubt(student, work._id);
    await student.put(`/assignments/${work._id}/status`, { responseStatus: "solved" });
  }
  const { waiting } = (await admin.get("/dashboard/answers")).body;
  for (const items of [waiting.doubts, waiting.reviews]) {
    equals(
      items.map(({ student }: { student: { _id: string } }) => student._id),
      students.slice(0, 5),
    );
  }
  is(waiting.doubts[0].since, "2026-03-04T06:10:00.000Z");
});

Deno.test("a response that waits as a doubt is named once, and not after the answer", async () => {
  await using server = await testServer();
  const [admin, mentor] = [await person(server, "admin"), await person(server, "mentor")];
  const [student, work] = [await person(server), await assignment(mentor)];
  const notes = { responseStatus: "partially solved", learningNotes: "The end is missing." };
  await student.put(`/assignments/${work._id}/status`, notes);
  const { _id } = await doubt(student, work._id);
  const named = async () => {
    const { doubts, reviews } = (await admin.get("/dashboard/answers")).body.waiting;
    return [doubts.length, reviews.length];
  };
  equals(await named(), [1, 0]);
  await mentor.put(`/doubts/${_id}/reply`, { reply: "Look at the last line." });
  equals(await named(), [0, 0], "the answer settles both");
});
