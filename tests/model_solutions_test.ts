/** The model and the wrong solutions of a question: kept for staff, and never sent to a learner. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { SOURCE_MOST } from "../server/languages/types.ts";
import { assignment, questionForm } from "./kit/assignments.ts";
import { Fixture } from "./kit/fixture.ts";
import { person, type TestPerson } from "./kit/people.ts";
import { ROUTES } from "./kit/routes.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const MARK = "only_staff_know_this_name";
const MODEL = `int ${MARK};\nint main() {}\n`;
const WRONG = [{ source: `// wrong ${MODEL}`, mustFail: 1 }, { source: MODEL }];

Deno.test("a question keeps its model; an edit changes or removes it, unless somebody else was first", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  is((await assignment(mentor)).model, null);
  // A form sends line ends of its own.
  const made = await assignment(mentor, { model: MODEL.replaceAll("\n", "\r\n") });
  is(made.model, MODEL);
  const at = `/assignments/${made._id}`;
  const { body: renamed } = await mentor.put(at, { title: "Else", version: made.version });
  is(renamed.model, MODEL, "an edit without it leaves it");
  const late = await mentor.put(at, { model: "int main() {}", version: made.version });
  equals([late.status, late.body.code, late.body.current.model], [409, "stale", MODEL]);
  const { body: changed } = await mentor.put(at, { model: "// 2", version: renamed.version });
  is(changed.model, "// 2");
  is((await mentor.put(at, { model: "", version: changed.version })).body.model, null);
});

Deno.test("a model is no longer than a program may be", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const most = "é".repeat(SOURCE_MOST / 2);
  const { _id, model } = await assignment(mentor, { model: most });
  is(model, most);
  const long = `${most}!`;
  const sent = [
    await mentor.post("/assignments", questionForm({ model: long })),
    await mentor.put(`/assignments/${_id}`, { model: long }),
  ];
  for (const { status, body } of sent) {
    equals([status, body.errors], [400, { model: "A program has at most 64 KB." }]);
  }
});

Deno.test("a question keeps its wrong solutions; each mistake in them is told at its field", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  equals((await assignment(mentor)).wrongSolutions, []);
  const made = await assignment(mentor, { wrongSolutions: JSON.stringify(WRONG) });
  equals(made.wrongSolutions, WRONG);
  const at = `/assignments/${made._id}`;
  equals((await mentor.put(at, { title: "Else" })).body.wrongSolutions, WRONG);
  equals((await mentor.put(at, { wrongSolutions: [] })).body.wrongSolutions, []);
  const source = "int main() {}";
  for (
    const [wrongSolutions, errors] of [
      [Array(6).fill({ source }), { wrongSolutions: "At most 5 wrong solutions." }],
      [[{ source: " " }], { "wrongSolutions.0.source": "Enter the wrong program, or remove it." }],
      [[{ source: "x".repeat(20_001) }], {
        "wrongSolutions.0.source": "A wrong solution has at most 20000 characters.",
      }],
    ] as const
  ) {
    const { status, body } = await mentor.put(at, { wrongSolutions });
    equals([status, body.errors], [400, errors]);
  }
  is((await mentor.put(at, { wrongSolutions: [{ source, mustFail: 0 }] })).status, 400);
});

/** A learner whose calls are about questions with a model. */
class WithModel extends Fixture {
  constructor(server: TestServer, me: TestPerson, readonly mentor: TestPerson) {
    super(server, me);
  }
  override assignment() {
    return assignment(this.mentor, { model: MODEL, wrongSolutions: JSON.stringify(WRONG) });
  }
}

Deno.test("no call brings a learner the model", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  let answered = 0;
  for (const [key, { may, with: make }] of Object.entries(ROUTES)) {
    if (!may.includes("student") || key.includes("/auth/")) continue;
    const fixture = new WithModel(server, await person(server), mentor);
    const call = await make?.(fixture) ?? {};
    const [method = "", pattern = ""] = key.split(" ");
    const path = pattern.replace(/:(\w+)/g, (_, name) => call.params?.[name] ?? "");
    const verb = method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete";
    const { status, body } = await fixture.caller[verb](path + (call.query ?? ""), call.body);
    ok(!JSON.stringify(body ?? null).includes(MARK), key);
    if (status < 300) answered++;
  }
  ok(answered > 50, `only ${answered} calls were answered`);
  const volunteer = await person(server, "volunteer");
  const { _id } = await new WithModel(server, volunteer, mentor).assignment();
  for (const who of [volunteer, mentor]) {
    const found = (await who.get(`/search?find=${MARK}`)).body;
    const said = JSON.stringify([(await who.get(`/assignments/${_id}`)).body, found]);
    is(said.includes(MARK), who === mentor, who.role);
  }
});

Deno.test("no event brings the model", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  using ear = await listen(server, { token: student.token });
  using staff = await listen(server, { token: mentor.token });
  const wrongSolutions = JSON.stringify(WRONG);
  const { _id } = await assignment(mentor, { model: MODEL, wrongSolutions });
  const at = `/assignments/${_id}`;
  for (
    const [path, fields] of [
      [at, { model: `${MODEL}// 2`, title: "Renamed" }],
      [`${at}/distribution`, { distributionTag: "cw" }],
      [`${at}/assign-personal`, { assignedTo: [student._id] }],
      [`${at}/solution-visibility`, { solutionVisible: true }],
    ] as const
  ) {
    const { status, body } = await mentor.put(path, fields);
    equals([status, body.model.includes(MARK)], [200, true], path);
  }
  for (const { until, pushes } of [ear, staff]) {
    await until("assignment.saved", (card) => card.solutionVisible);
    ok(pushes.some(({ event }) => event === "assignment.assigned"));
    ok(!JSON.stringify(pushes).includes(MARK));
  }
});
