/** The gradebook: its cells, filters, order and bounds, and its export, which has the same rows. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { CellLook, Legend } from "../client/gradebook/cell-look.tsx";
import { RESPONSE_STATUSES, REVIEW_STATUSES } from "../server/assignments/responses/schema.ts";
import { AGAIN_MOST, type Gradebook, STUDENTS_MOST } from "../server/gradebook/schema.ts";
import { assignment, givePersonally, submit } from "./kit/assignments.ts";
import { type Caller, person } from "./kit/people.ts";
import { browserRun, runsOf, SUM, sumQuestion } from "./kit/runs.ts";
import { type TestServer, testServer } from "./kit/server.ts";

async function read(who: Caller, query = ""): Promise<Gradebook> {
  const { status, body } = await who.get(`/gradebook?${query}`);
  is(status, 200, JSON.stringify(body));
  return body;
}

const namesOf = ({ rows }: Gradebook) => rows.map(({ name }) => name);
const titlesOf = ({ questions }: Gradebook) => questions.map(({ title }) => title);

/** Two questions, a student who has answered both, and one who has answered none. */
async function smallClass(server: TestServer) {
  const [mentor, anna, ben] = [
    await person(server, "mentor"),
    await person(server, "student", "Anna"),
    await person(server, "student", "Ben"),
  ];
  const sums = await sumQuestion(mentor, { title: "Sums" });
  const loops = await assignment(mentor, { title: "=Loops" }, "practice");
  const rubric = await mentor.put(`/assignments/${sums._id}/rubric`, {
    points: [{ name: "Names", points: 2 }, { name: "Style", points: 3 }],
  });
  const { body: run } = await anna.post(runsOf(sums._id), browserRun());
  await submit(anna, sums._id, { studentSolution: SUM });
  await submit(anna, sums._id, { studentSolution: SUM });
  const partly = { responseStatus: "partially solved", learningNotes: "The last case." };
  await submit(anna, loops._id, partly);
  const review = { studentId: anna._id, reviewStatus: "not approved" };
  const at = `/assignments/${sums._id}/review`;
  is((await mentor.put(at, { ...review, rubric: [rubric.body.points[1]._id] })).status, 200);
  await server.parts.database
    .sql`update responses set late = true where assignment_id = ${loops._id}`;
  return { mentor, anna, ben, sums, loops, run };
}

Deno.test("a cell has status, cases, points, lateness and attempts; the newest question comes first", async () => {
  await using server = await testServer();
  const { mentor, anna, ben, sums, loops, run } = await smallClass(server);
  const book = await read(mentor);
  equals(titlesOf(book), ["=Loops", "Sums"]);
  equals([book.questionsTotal, book.studentsTotal], [2, 2]);
  const [first, second] = book.rows;
  equals([first?._id, first?.solved, second?._id, second?.solved], [anna._id, 1, ben._id, 0]);
  ok(first && second);
  equals(
    first.cells,
    {
      [loops._id]: {
        responseStatus: "partially solved",
        reviewStatus: "pending",
        late: true,
        verified: false,
        cases: null,
        points: null,
        attempts: 1,
      },
      [sums._id]: {
        responseStatus: "solved",
        reviewStatus: "not approved",
        late: false,
        verified: false,
        cases: { part: run.passed, whole: run.total },
        points: { part: 3, whole: 5 },
        attempts: 2,
      },
    },
  );
  equals(second.cells, {});
  const { sql } = server.parts.database;
  await sql`update runs set verified_passed = 3, verified_total = 4`;
  const [verified] = (await read(mentor)).rows;
  const cell = verified?.cells[sums._id];
  equals([cell?.verified, cell?.cases], [true, { part: 3, whole: 4 }], "the server's count");
});

Deno.test("filters and orders apply to the screen and to its export", async () => {
  await using server = await testServer();
  const { mentor, anna, ben, sums } = await smallClass(server);
  const { sql } = server.parts.database;
  await sql`update people set branch = 'ECE' where id = ${ben._id}`;
  await person(server, "volunteer", "Vera");
  const personal = await assignment(mentor, { title: "Only Ben's" }, null);
  await givePersonally(server, personal._id, [ben]);
  const prepared = await assignment(mentor, { title: "Not given out" }, null);
  const all = await read(mentor);
  equals([namesOf(all), titlesOf(all)], [["Anna", "Ben", "Vera"], ["=Loops", "Sums"]]);
  equals(namesOf(await read(mentor, "order=fewest")), ["Ben", "Vera", "Anna"]);
  equals(namesOf(await read(mentor, "order=most")), ["Anna", "Ben", "Vera"]);
  equals(namesOf(await read(mentor, "search=ece")), ["Ben"]);
  equals(titlesOf(await read(mentor, "assignmentTag=HW")), ["Sums"]);
  equals(titlesOf(await read(mentor, "assignmentTag=personal")), ["Only Ben's"]);
  equals(titlesOf(await read(mentor, "assignmentTitle=loop")), ["=Loops"]);
  const one = await read(mentor, `students=${anna._id}`);
  equals([namesOf(one), one.rows[0]?.solved], [["Anna"], 1]);
  ok(!JSON.stringify(all).includes(prepared._id));

  const lines = async (query: string) => {
    const reply = await mentor.fetch(`/exports/gradebook?format=jsonl&${query}`);
    return (await reply.text()).split("\n").filter(Boolean).map((line) => JSON.parse(line));
  };
  const rows = await lines("order=fewest");
  equals(rows.map(({ student }) => student), ["Ben", "Vera", "Anna"]);
  equals(rows[0]?.answers, []);
  equals(rows[2]?.email, anna.email);
  const [, answer] = rows[2]?.answers ?? [];
  equals([answer.assignmentId, answer.question, answer.points], [sums._id, "Sums", {
    part: 3,
    whole: 5,
  }]);
  equals((await lines("search=ece")).length, 1);

  const csv = await (await mentor.fetch("/exports/gradebook?format=csv&assignmentTag=practice"))
    .text();
  const [head, ...cells] = csv.split("\r\n");
  equals(
    head?.replace("\uFEFF", "").split(",").map((cell) => cell.replaceAll('"', "")),
    [
      ...["Student id", "Student", "Email", "Branch", "Solved"],
      ...["status", "review", "cases passed", "cases", "verified", "points", "points of", "late"]
        .map((part) => `'=Loops: ${part}`),
      "'=Loops: attempts",
    ],
  );
  equals(cells.length, 4, "three students, and the end of the last line");
  equals(cells[0]?.split(",").slice(5).join(), '"partially solved","pending",,,,,,"yes",1');
});

Deno.test("a gradebook has bounds, and only staff read it", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const { sql } = server.parts.database;
  await sql`
    insert into people (id, name, email, role, verified_at, created_at, updated_at)
    select gen_random_uuid(), 'Student ' || n, n || '@many.test', 'student', now(), now(), now()
    from generate_series(1, ${STUDENTS_MOST + 5}) as n`;
  const book = await read(mentor);
  equals([book.rows.length, book.studentsTotal], [STUDENTS_MOST, STUDENTS_MOST + 1]);
  const many = Array.from({ length: AGAIN_MOST + 1 }, () => crypto.randomUUID()).join();
  const refused = await mentor.get(`/gradebook?students=${many}`);
  equals([refused.status, refused.body.errors], [400, {
    students: `At most ${AGAIN_MOST} students.`,
  }]);
  is((await (await person(server)).get("/gradebook")).status, 403);
});

Deno.test("the gradebook has at most five signs, and explains each", () => {
  const legend = renderToStaticMarkup(createElement(Legend));
  const signs = legend.match(/<svg/g)?.length ?? 0;
  ok(signs > 0 && signs <= 5, legend);
  for (const responseStatus of RESPONSE_STATUSES) {
    for (const reviewStatus of REVIEW_STATUSES) {
      const cell = { responseStatus, reviewStatus, late: true, attempts: 2 } as never;
      const look = renderToStaticMarkup(
        createElement(CellLook, { cell, question: { dueAt: null } as never, now: 0 }),
      );
      is(look.match(/<svg/g)?.length, 2, "one sign for the state, and one for late");
    }
  }
});
