/** Daily briefings, as a client of the API sees them: one a day, by the class's calendar. */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import { BRIEFING_EXISTS } from "../server/briefings/schema.ts";
import { caller, person } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const PATH = "/dailyBriefing";
const BRIEFING = {
  classSummary: "**Files**, and how a scope closes one.",
  classQuestions: "- the calculator",
  homeworkQuestions: "- marks in, marks out",
};

Deno.test("a briefing is created, edited and deleted, and everyone gets the events", async () => {
  await using server = await testServer();
  const volunteer = await person(server, "volunteer", "Ishita");
  const mentor = await person(server, "mentor");
  using visitor = await listen(server);
  const nobody = caller(server);
  const none = await nobody.get(`${PATH}/current`);
  equals([none.status, none.body], [200, null]);

  const made = await volunteer.post(PATH, BRIEFING);
  is(made.status, 201);
  const { _id, day, createdAt } = made.body;
  equals(made.body, {
    _id,
    day,
    ...BRIEFING,
    html: {
      classSummary: "<p><strong>Files</strong>, and how a scope closes one.</p>",
      classQuestions: "<ul>\n<li>the calculator</li>\n</ul>",
      homeworkQuestions: "<ul>\n<li>marks in, marks out</li>\n</ul>",
    },
    createdBy: { name: "Ishita", role: "volunteer" },
    createdAt,
    updatedAt: createdAt,
    term: null,
    version: 1,
  });
  const { seq: _, ...pushed } = await visitor.next("briefing.saved");
  equals(pushed, made.body);
  equals((await nobody.get(`${PATH}/current`)).body, made.body);
  equals((await nobody.get(`${PATH}/recent`)).body, [made.body]);

  const edited = await volunteer.put(`${PATH}/${_id}`, { ...BRIEFING, classSummary: "*Streams*" });
  is(edited.status, 200);
  equals(
    [edited.body.html.classSummary, edited.body.version],
    ["<p><em>Streams</em></p>", 2],
  );
  is((await volunteer.delete(`${PATH}/${_id}`)).status, 403);
  is((await mentor.delete(`${PATH}/${_id}`)).status, 200);
  is((await visitor.next("briefing.deleted"))._id, _id);
  is((await nobody.get(`${PATH}/current`)).body, null);
  is((await mentor.delete(`${PATH}/${_id}`)).status, 404);
  is((await mentor.put(`${PATH}/${_id}`, BRIEFING)).status, 404);
});

Deno.test("one briefing a day: of concurrent ones one is kept, and the refusals contain it", async () => {
  await using server = await testServer();
  const writers = [
    await person(server, "volunteer"),
    await person(server, "mentor"),
    await person(server, "admin"),
  ];
  const replies = await Promise.all(writers.map((writer) => writer.post(PATH, BRIEFING)));
  const [won, ...lost] = replies.toSorted((a, b) => a.status - b.status);
  is(won?.status, 201);
  is(lost.length, 2);
  for (const { status, body } of lost) {
    equals([status, body], [409, {
      msg: BRIEFING_EXISTS,
      code: "briefing.exists",
      current: won?.body,
    }]);
  }
  equals((await caller(server).get(`${PATH}/recent`)).body, [won?.body]);
});

Deno.test("a day, a month and a year end at midnight in the class's time zone", async () => {
  for (
    const [zone, edges] of [
      ["Asia/Kolkata", [
        ["2026-03-31T18:29:59.999Z", "2026-03-31"],
        ["2026-03-31T18:30:00.000Z", "2026-04-01"],
        ["2026-12-31T18:29:59.999Z", "2026-12-31"],
        ["2026-12-31T18:30:00.000Z", "2027-01-01"],
        ["2028-02-28T18:30:00.000Z", "2028-02-29"],
        ["2028-02-29T18:30:00.000Z", "2028-03-01"],
      ]],
      // A time zone where the clocks go forward on one of the days.
      ["America/Los_Angeles", [
        ["2026-03-08T07:59:59.999Z", "2026-03-07"],
        ["2026-03-08T08:00:00.000Z", "2026-03-08"],
        ["2026-03-09T06:59:59.999Z", "2026-03-08"],
        ["2026-03-09T07:00:00.000Z", "2026-03-09"],
      ]],
    ] as const
  ) {
    await using server = await testServer({ CLASS_TZ: zone });
    const written: Record<string, string> = {};
    for (const [now, day] of edges) {
      server.setClock(now);
      const mentor = await person(server, "mentor");
      const { status, body } = await mentor.post(PATH, BRIEFING);
      is(status, day in written ? 409 : 201, now);
      const current = (await mentor.get(`${PATH}/current`)).body;
      equals([current.day, current._id], [day, written[day] ?? body._id], now);
      written[day] = current._id;
      const month = (await mentor.get(`${PATH}/archive`)).body;
      equals(
        month.map(({ _id }: { _id: string }) => _id),
        Object.entries(written).filter(([one]) => one.startsWith(day.slice(0, 7)))
          .map(([, id]) => id).reverse(),
        now,
      );
    }
  }
});

Deno.test("the archive lists a calendar month, newest first", async () => {
  await using server = await testServer();
  const student = await person(server);
  await server.parts.database.sql`
    insert into briefings (id, day, class_summary, class_questions, homework_questions, html,
      created_by_id, created_at, updated_at)
    select gen_random_uuid(), day, 'a', 'b', 'c', '{}', ${student._id}, now(), now()
    from generate_series(date '2025-12-30', date '2026-05-02', '1 day') as day`;
  const daysOf = async (query: string) =>
    (await student.get(`${PATH}/${query}`)).body.map(({ day }: { day: string }) => day);
  const february = await daysOf("archive?month=2026-02");
  equals([february.length, february[0], february.at(-1)], [28, "2026-02-28", "2026-02-01"]);
  is((await daysOf("archive?month=2026-01")).length, 31);
  equals(await daysOf("archive?month=2025-12"), ["2025-12-31", "2025-12-30"]);
  equals(await daysOf("archive?month=0001-01"), []);
  equals(await daysOf("archive?month=9999-12"), []);
  server.setClock("2026-04-30T18:30:00.000Z");
  const later = await person(server);
  is((await later.get(`${PATH}/archive?month=`)).body.length, 2);

  const wrong = ["2026-13", "2026-00", "0000-01", "2026", "2026-1", "2026-02-01", "' or 1=1", "%"];
  for (const month of wrong) {
    const { status, body } = await later.get(`${PATH}/archive?month=${encodeURIComponent(month)}`);
    equals([status, Object.keys(body.errors)], [400, ["month"]], month);
  }
  const recent = await daysOf("recent");
  equals([recent.length, recent[0]], [100, "2026-05-02"]);
  equals(await daysOf("recent?page=2&limit=2"), ["2026-04-30", "2026-04-29"]);
  is((await daysOf("recent?limit=1e9&page=-1")).length, 10);
});

Deno.test("all three texts are required, and the day is the server's", async () => {
  await using server = await testServer();
  const volunteer = await person(server, "volunteer");
  const { _id } = (await volunteer.post(PATH, BRIEFING)).body;
  const wrong: [object, string[]][] = [
    [{}, ["classSummary", "classQuestions", "homeworkQuestions"]],
    [{ ...BRIEFING, classSummary: " \n" }, ["classSummary"]],
    [{ ...BRIEFING, classQuestions: null }, ["classQuestions"]],
    [{ ...BRIEFING, homeworkQuestions: "a\0" }, ["homeworkQuestions"]],
    [{ ...BRIEFING, day: "2020-01-01" }, ["day"]],
  ];
  for (const [body, fields] of wrong) {
    for (
      const reply of [await volunteer.post(PATH, body), await volunteer.put(`${PATH}/${_id}`, body)]
    ) {
      is(reply.status, 400, JSON.stringify(body));
      equals(Object.keys(reply.body.errors), fields);
    }
  }
  is((await caller(server).get(`${PATH}/current`)).body.version, 1);
});

Deno.test("a refusal is not kept under its idempotency key: the same attempt succeeds a day later", async () => {
  await using server = await testServer();
  server.setClock("2026-06-01T06:00:00.000Z");
  const mentor = await person(server, "mentor");
  is((await mentor.post(PATH, BRIEFING)).status, 201);
  const second = { "idempotency-key": crypto.randomUUID() };
  is((await mentor.post(PATH, BRIEFING, second)).status, 409);
  server.setClock("2026-06-02T06:00:00.000Z");
  is((await mentor.post(PATH, BRIEFING, second)).status, 201);
  is((await mentor.get(`${PATH}/recent`)).body.length, 2);
});
