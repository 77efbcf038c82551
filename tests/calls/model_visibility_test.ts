/** No call and no event brings a learner what only staff get of a question. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { assignment } from "../kit/assignments.ts";
import { Fixture } from "../kit/fixture.ts";
import { person, type TestPerson } from "../kit/people.ts";
import { ROUTES } from "../kit/routes.ts";
import { type TestServer, testServer } from "../kit/server.ts";
import { listen } from "../kit/socket.ts";

const MARK = "only_staff_know_this_name";
const MODEL = `int ${MARK};\nint main() {}\n`;
const HIDDEN = { name: `${MARK}.h`, text: `// ${MODEL}`, hidden: true };
const WRONG = [{ source: `// wrong ${MODEL}`, mustFail: 1 }, { source: MODEL }];

/** A learner whose calls are about questions with a model. */
class WithModel extends Fixture {
  constructor(server: TestServer, me: TestPerson, readonly mentor: TestPerson) {
    super(server, me);
  }
  override assignment() {
    return assignment(this.mentor, {
      model: MODEL,
      wrongSolutions: JSON.stringify(WRONG),
      givenFiles: JSON.stringify([HIDDEN]),
    });
  }
}

Deno.test("no call brings a learner the model or a hidden file", async () => {
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

Deno.test("no event brings the model or a hidden file", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  using ear = await listen(server, { token: student.token });
  using staff = await listen(server, { token: mentor.token });
  const wrongSolutions = JSON.stringify(WRONG);
  const givenFiles = JSON.stringify([HIDDEN]);
  const { _id } = await assignment(mentor, { model: MODEL, wrongSolutions, givenFiles });
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
