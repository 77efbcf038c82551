/** Rubrics: the points of a question, and those that reviews give. */
import {
  deepStrictEqual as equals,
  notStrictEqual as isnt,
  strictEqual as is,
} from "node:assert/strict";
import { assignment } from "./kit/assignments.ts";
import { person, type TestPerson } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const POINTS = [
  { name: "Reads the input", points: 2, hint: "std::cin reads the next number." },
  { name: "Right sum", points: 3, hint: "" },
  { name: "Clear names", points: 1, hint: "What does x mean?" },
];

/** Hands in a response, and returns the path of its review with the student's id. */
async function handIn(student: TestPerson, assignmentId: string) {
  const body = { responseStatus: "solved", submissionUrl: "https://example.test/1" };
  is((await student.put(`/assignments/${assignmentId}/status`, body)).status, 200);
  return { path: `/assignments/${assignmentId}/review`, studentId: student._id };
}

Deno.test("staff set a rubric in order; a point keeps its id until it changes; learners never see it", async () => {
  await using server = await testServer();
  const [mentor, other, student] = [
    await person(server, "mentor"),
    await person(server, "mentor"),
    await person(server),
  ];
  const { _id: id } = await assignment(mentor);
  const at = `/assignments/${id}/rubric`;
  equals((await mentor.get(at)).body, { assignmentId: id, points: [], version: 1 });
  using ear = await listen(server, { token: other.token });
  using learner = await listen(server, { token: student.token });
  const { status, body: rubric } = await mentor.put(at, { points: POINTS, version: 1 });
  is(status, 200);
  equals(rubric.points.map(({ _id: _, ...point }: { _id: string }) => point), POINTS);
  const { seq: _, ...told } = await ear.next("rubric.saved");
  equals(told, rubric);
  equals((await other.get(at)).body, rubric);
  is((await student.get(at)).status, 403);
  is((await student.put(at, { points: [] })).status, 403);

  const changed = [POINTS[2], { ...POINTS[0], points: 5 }, POINTS[1]];
  const { body: after } = await other.put(at, { points: changed, version: rubric.version });
  is(after.points[0]._id, rubric.points[2]._id);
  isnt(after.points[1]._id, rubric.points[0]._id, "other points, so another id");
  is(after.points[2]._id, rubric.points[1]._id);
  const stale = await mentor.put(at, { points: [], version: rubric.version });
  equals([stale.status, stale.body.code, stale.body.current], [409, "stale", after]);
  equals((await mentor.get(at)).body, after, "nothing was written");
  is((await mentor.get(`/assignments/${crypto.randomUUID()}/rubric`)).status, 404);
  equals(learner.of("rubric.saved"), []);
});

Deno.test("a rubric's points are bounded, and an error names its field", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const { _id: id } = await assignment(mentor);
  const errorsOf = async (points: unknown[]) => {
    const { status, body } = await mentor.put(`/assignments/${id}/rubric`, { points });
    return [status, Object.keys(body.errors ?? {})];
  };
  const point = POINTS[0];
  const many = Array.from({ length: 13 }, (_, at) => ({ name: `Point ${at}`, points: 1 }));
  equals(await errorsOf(many), [400, ["points"]]);
  equals(await errorsOf(many.slice(0, 12)), [200, []]);
  equals(await errorsOf([point, { ...point, name: "reads THE input" }]), [400, ["points.1.name"]]);
  for (
    const [field, value] of [
      ["name", ""],
      ["name", "x".repeat(81)],
      ["name", "a\nb"],
      ["points", -1],
      [
        "points",
        101,
      ],
      ["points", 1.5],
      ["hint", "x".repeat(501)],
      ["hint", "\0"],
    ] as const
  ) {
    equals(
      await errorsOf([POINTS[1], { ...point, [field]: value }]),
      [400, [`points.1.${field}`]],
    );
  }
});

Deno.test("a review gives points: the student sees them and their sum at once, without the hints", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id: id } = await assignment(mentor);
  const { body: rubric } = await mentor.put(`/assignments/${id}/rubric`, { points: POINTS });
  const [first, , third] = rubric.points.map(({ _id }: { _id: string }) => _id);
  const { path, studentId } = await handIn(student, id);
  using ear = await listen(server, { token: student.token });
  const review = {
    studentId,
    reviewStatus: "not approved",
    mentorComment: "Look at the sum.",
    rubric: [third, first, first],
  };
  const { status, body } = await mentor.put(path, review);
  const given = {
    points: [{ name: "Reads the input", points: 2 }, { name: "Clear names", points: 1 }],
    sum: 3,
    total: 6,
  };
  equals([status, body.mentorReview.rubric], [200, given]);
  equals((await ear.next("review.changed")).mentorReview.rubric, given);
  const { body: seen } = await student.get(`/assignments/${id}`);
  equals(seen.responses[0].mentorReview.rubric, given);

  // The rubric changes: what was given stays.
  await mentor.put(`/assignments/${id}/rubric`, { points: [{ name: "All of it", points: 10 }] });
  equals((await student.get("/assignments/solved")).body.assignments[0].mentorReview.rubric, given);
  const gone = await mentor.put(path, review);
  equals([gone.status, gone.body.code, Object.keys(gone.body.errors)], [
    409,
    "rubric.changed",
    ["rubric"],
  ]);

  // A new attempt has no points, and the history keeps those of the earlier review.
  await handIn(student, id);
  is((await student.get(`/assignments/${id}`)).body.responses[0].mentorReview.rubric, null);
  const historyOf = async (who: TestPerson) => {
    const { body } = await who.get(`/assignments/${id}/responses/${studentId}/history`);
    return body.find(({ type }: { type: string }) => type === "review").rubric;
  };
  equals(await historyOf(student), given);
  equals((await historyOf(mentor)).points.map(({ hint }: { hint: string }) => hint), [
    POINTS[0]?.hint,
    POINTS[2]?.hint,
  ]);
});

Deno.test("a review without points has none, one that gives none has a sum of 0, and another question's points are refused", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const [{ _id: id }, { _id: plain }] = [await assignment(mentor), await assignment(mentor)];
  const { body: rubric } = await mentor.put(`/assignments/${id}/rubric`, { points: POINTS });
  const { path, studentId } = await handIn(student, id);
  const given = async (path: string, rubric?: unknown) => {
    const review = { studentId, reviewStatus: "approved", ...(rubric ? { rubric } : {}) };
    const { status, body } = await mentor.put(path, review);
    return status === 200 ? body.mentorReview.rubric : [status, body.code];
  };
  is(await given(path), null);
  equals(await given(path, []), { points: [], sum: 0, total: 6 });
  equals(await given(path), { points: [], sum: 0, total: 6 }, "without the field, they stay");
  const other = await handIn(student, plain);
  is(await given(other.path, []), null, "this question has no rubric");
  equals(await given(other.path, [rubric.points[0]._id]), [409, "rubric.changed"]);
  equals(await given(path, ["x"]), [400, "invalid"]);
  equals(await given(path, Array.from({ length: 13 }, () => crypto.randomUUID())), [
    400,
    "invalid",
  ]);
});
