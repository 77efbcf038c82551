/** Doubts without a name: classmates find out by no call and no event who asks. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { messagesOf } from "../../server/webhooks/policy.ts";
import { ENFORCED } from "../kit/calls.ts";
import { doubt } from "../kit/assignments.ts";
import { Fixture, picture } from "../kit/fixture.ts";
import { caller, must, person, type Reply, type TestPerson } from "../kit/people.ts";
import { waitingForLocks, whileHeld } from "../kit/postgres.ts";
import { ROUTES } from "../kit/routes.ts";
import { browserRun, claim, runsOf, sumQuestion } from "../kit/runs.ts";
import { PACE, type TestServer, testServer } from "../kit/server.ts";
import { listen, type Push } from "../kit/socket.ts";
import { until } from "../kit/until.ts";

type Body = Reply["body"];

const CLASSMATE = "A classmate";

/** A student with a name and a picture like nobody else's, and the class around them. */
async function classOf(server: TestServer) {
  const mentor = await person(server, "mentor");
  const student = await person(server, "student", "Zebulon Quagmire");
  const form = new FormData();
  form.set("profileImage", picture());
  const { profileImage } = must(await student.put("/auth/me/picture", form));
  return {
    mentor,
    student,
    admin: await person(server, "admin"),
    classmate: await person(server),
    volunteer: await person(server, "volunteer"),
    secrets: [student._id, "zebulon", "quagmire", String(profileImage).split("/").at(-1) ?? ""],
  };
}

type Class = Awaited<ReturnType<typeof classOf>>;

const tells = ({ secrets }: Class, what: unknown): boolean => {
  const text = JSON.stringify(what).toLowerCase();
  return secrets.some((secret) => text.includes(secret));
};

const failing = () => browserRun({ result: claim([{ verdict: "wrong", output: "4" }, {}]) });

/** A doubt with a program, comments, a change, answers, a follow-up and its edit. */
async function discussed(
  { student, mentor, classmate }: Class,
  anonymous: boolean,
  raised = async (_id: string) => {},
) {
  const question = (await sumQuestion(mentor))._id as string;
  const runId = must(await student.post(runsOf(question), failing()))._id;
  const shown = { runId, anonymous, programShown: "class" as const };
  const { _id } = await doubt(student, question, shown);
  await raised(_id);
  const at = `/doubts/${_id}`;
  must(await classmate.post(`${at}/share`));
  must(await mentor.post(`${at}/claim`, {}));
  const comments = [{ runId, from: 1, to: 1, text: "Which?" }];
  must(
    await mentor.put(`${at}/reply`, {
      reply: "So.",
      comments,
      proposal: { runId, source: "int main() {}" },
    }),
  );
  const notes = must(await mentor.get(`/comments?doubtId=${_id}`));
  const [comment, proposal] = [notes.comments[0]._id, notes.proposals[0]._id];
  must(await student.post(`/comments/${comment}/answers`, { text: "This one." }));
  must(await student.put(`/comments/${comment}/done`, { done: true }));
  const { conversation } = must(await student.put(`${at}/followup`, { followup: "And then?" }));
  const [, reply, entry] = conversation.map((one: Body) => one._id);
  must(await student.patch(`${at}/entries/${entry}`, { text: "And what then?" }));
  must(await student.put(`${at}/helped`, { entryId: reply, helped: true }));
  must(await mentor.put(`${at}/reply`, { reply: "Then this." }));
  must(await mentor.put(`${at}/kept`, { kept: true }));
  return { _id, question, runId, comment, proposal, entry };
}

/** A valid request of a learner for each call that a learner may make. Some of them end the term. */
async function requestsOf(server: TestServer, { classmate, volunteer }: Class) {
  const made = [];
  for (const key of ENFORCED.keys()) {
    const { may = [], with: make } = ROUTES[key] ?? {};
    const asker = [classmate, volunteer].find(({ role }) => may.includes(role));
    // A copy of one's own data takes no query, and few are sent in a day.
    if (asker === undefined || key === "GET /personal/copy") continue;
    made.push({ key, asker, ...await make?.(new Fixture(server, asker)) });
  }
  return made;
}

/** Stands in a path for the id of a student. */
const ABOUT_WHOM = "ABOUT-WHOM";

type Request = Awaited<ReturnType<typeof requestsOf>>[number];

/** Returns the request about the doubt, and about whatever belongs to it. */
function filled({ key, query = "" }: Request, about: Record<string, string>): string[] {
  const [method = "", pattern = ""] = key.split(" ");
  if (pattern.includes(":")) {
    return Object.values(about).flatMap((id) =>
      [query, "?before=9"].map((one) =>
        pattern.replace(":id", id).replace(/:\w+/g, about.entry ?? "") + one
      )
    );
  }
  const queries = [
    ...["text", "find", "search", "name"].map((field) => `?${field}=Zebulon`),
    ...["studentId", "student", "sender", "by"].map((field) => `?${field}=${about.student}`),
    ...["", "?text=loop", "?find=loop"],
    ...[`?assignmentId=${about.question}`, `?doubtId=${about._id}`],
  ];
  return method === "GET" ? [query, ...queries].map((one) => pattern + one) : [];
}

/** Sends it again as long as the server says that it was sent too fast. */
async function send({ key, asker, body }: Request, path: string): Promise<Body> {
  const method = (key.split(" ")[0] ?? "").toLowerCase() as "get";
  while (true) {
    const call = asker[method] as TestPerson["post"];
    const reply = await call(path, method === "get" ? undefined : body);
    if (reply.status !== 429) return reply.body;
    await new Promise((wait) => setTimeout(wait, 100));
  }
}

Deno.test("no run is in a doubt with its student's name and in one without", async () => {
  await using server = await testServer(PACE);
  const all = await classOf(server);
  const { _id, question, runId } = await discussed(all, false);
  must(await all.student.put(`/doubts/${_id}/resolve`, {}));
  const raise = { assignmentId: question, doubtText: "Again.", anonymous: true };
  const refused = await all.student.post("/doubts", { ...raise, runId });
  equals([refused.status, Object.keys(refused.body.errors)], [400, ["runId"]]);
  const { _id: other } = must(await all.student.post(runsOf(question), failing()));
  must(await all.student.post("/doubts", { ...raise, runId: other }));
});

Deno.test("who hides the name in a doubt, or shows it, does so in all doubts with the same run", async () => {
  await using server = await testServer(PACE);
  const all = await classOf(server);
  const { _id, question, runId } = await discussed(all, false);
  must(await all.student.put(`/doubts/${_id}/resolve`, {}));
  const other = await doubt(all.student, question, { runId });
  must(await all.student.put(`/doubts/${other._id}/resolve`, {}));
  const apart = await doubt(all.student, question);
  const named = async () => {
    const seen = [_id, other._id, apart._id].map((id) => all.classmate.get(`/doubts/${id}`));
    return (await Promise.all(seen)).map((reply) => must(reply).student.name !== CLASSMATE);
  };
  using ear = await listen(server, { token: all.classmate.token });
  must(await all.student.patch(`/doubts/${other._id}`, { anonymous: true }));
  equals(await named(), [false, false, true]);
  await ear.until("doubt.unnamed", (one) => one._id === _id);
  must(await all.student.patch(`/doubts/${_id}`, { anonymous: false }));
  equals(await named(), [true, true, true]);

  // Two changes at once, each of both doubts: on two servers, as one lets a person's writes wait.
  await using second = await testServer({ ...PACE, DATABASE_URL: server.databaseUrl });
  const callers = [all.student, caller(second, all.student.token)];
  const hold = `select from assignments where id = '${question}' for update`;
  const both = await whileHeld(server, hold, {
    work: () =>
      Promise.all(
        [_id, other._id].map((id, nth) =>
          callers[nth]?.patch(`/doubts/${id}`, { anonymous: true })
        ),
      ),
    meanwhile: (sql) => until(async () => await waitingForLocks(sql) === 2),
  });
  equals(both.map((reply) => reply?.status), [200, 200]);
  equals(await named(), [false, false, true]);
});

Deno.test("no call that a learner may make tells who has asked without a name", async () => {
  await using server = await testServer(PACE);
  const all = await classOf(server);
  const requests = await requestsOf(server, all);
  const about = await discussed(all, false);
  const ids = { ...about, student: all.student._id };
  const telling = async () => {
    const found = new Set<string>();
    for (const request of requests) {
      for (const path of filled(request, ids)) {
        if (tells(all, await send(request, path))) found.add(request.key);
      }
    }
    return [...found].sort();
  };
  // They find the name while it is there.
  const doubts = ["/:id", "/:id/entries", "/answers", "/asked", "/filter-doubts", "/similar"];
  equals(await telling(), [
    "GET /comments",
    ...doubts.map((path) => `GET /doubts${path}`),
    "GET /proposals/:id",
    "GET /runs/:id",
    "GET /search",
  ]);

  must(await all.student.patch(`/doubts/${about._id}`, { anonymous: true }));
  equals(await telling(), []);
  // Who looks for the name or the id finds what they find who look for nobody.
  for (const request of requests) {
    for (const path of filled(request, { ...ids, student: ABOUT_WHOM })) {
      if (!/Zebulon|ABOUT/.test(path)) continue;
      const [theirs, nobodys] = [
        path.replace(ABOUT_WHOM, all.student._id),
        path.replace(ABOUT_WHOM, crypto.randomUUID()).replace("Zebulon", "Xanthippe"),
      ];
      equals(await send(request, theirs), await send(request, nobodys), request.key + path);
    }
  }
  // With another name, resolved, and when its student is gone.
  must(await all.admin.patch(`/users/${all.student._id}`, { name: "Zebulon Quagmire II" }));
  must(await all.student.put(`/doubts/${about._id}/resolve`));
  must(await all.admin.delete(`/users/${all.student._id}`));
  equals(await telling(), []);
  const { student } = must(await all.classmate.get(`/doubts/${about._id}`));
  equals(student, { _id: about._id, name: CLASSMATE });
});

Deno.test("no event that a learner gets tells who has asked without a name, live or later", async () => {
  await using server = await testServer(PACE, { notifies: true });
  const all = await classOf(server);
  const { mentor, admin, student, classmate, volunteer } = all;
  const since = server.relay.head();
  using visitor = await listen(server);
  const [own, staff, ...learners] = await Promise.all(
    [student, mentor, classmate, volunteer].map(({ token }) => listen(server, { token })),
  );
  const [watching, listed] = learners;
  ok(own && staff && watching && listed);
  const { _id, question } = await discussed(all, true, async (id) => {
    for (const ear of [watching, staff, own]) is((await ear.watch(id)).ok, true);
    own.socket.emit("typing", { doubtId: id });
    for (const ear of [watching, staff]) {
      const seen = ear === staff ? [student._id, student.name] : [id, CLASSMATE];
      const isThere = (one: Body) => one._id === seen[0] && one.name === seen[1];
      await ear.until("typing", ({ person }) => isThere(person));
      await ear.until("presence", ({ people }) => people.some(isThere));
    }
  });
  equals((await listed.next("doubt.opened")).student, { _id, name: CLASSMATE });
  equals((await own.next("doubt.opened")).student.name, student.name);
  equals((await staff.next("doubt.opened")).student.name, student.name);
  is((await watching.until("comment.saved", ({ answers }) => answers.length > 0)).studentId, _id);
  must(await volunteer.post(`/doubts/${_id}/share`));
  const other = await doubt(classmate, question);
  must(await mentor.put(`/doubts/${_id}/merge`, { into: other._id }));
  equals((await listed.next("doubt.merged")).student, _id);
  must(await mentor.delete(`/doubts/${_id}/merge`));
  must(await admin.patch(`/users/${student._id}`, { name: "Zebulon Quagmire II" }));
  await own.next("person.renamed");
  await watching.next("notification.made");
  const end = async () => {
    const { _id: last } = await doubt(volunteer, (await sumQuestion(mentor))._id);
    for (const ear of learners) await ear.until("doubt.opened", (card) => card._id === last);
  };
  await end();
  for (const { token } of [classmate, volunteer]) {
    const late = await listen(server, { token, since });
    ok(late.of("doubt.opened").some((card) => card._id === _id));
    learners.push(late);
  }
  // Another time as private, and when its student is gone.
  must(await student.patch(`/doubts/${_id}`, { private: true }));
  must(await student.patch(`/doubts/${_id}`, { private: false }));
  must(await student.put(`/doubts/${_id}/resolve`));
  must(await admin.delete(`/users/${student._id}`));
  await end();
  const told = (ears: { pushes: Push[] }[]) =>
    ears.flatMap(({ pushes }) => pushes.filter((push) => tells(all, push)));
  equals(told([visitor, ...learners]), []);
  ok(told([staff]).length > 10);
  for (const ear of [own, staff, ...learners]) ear.socket.disconnect();
});

Deno.test("a webhook, whose channel the class may read, does not have the student's id", async () => {
  await using server = await testServer(PACE);
  const all = await classOf(server);
  await discussed(all, true);
  const logged = await server.parts.database.sql`
    select type, data, created_at as at from events order by seq`;
  const told = logged.flatMap((event, nth) => messagesOf(event as never, logged[nth - 1] as never));
  equals(told.map(({ type }) => type), ["doubt.raised", "doubt.answered", "doubt.answered"]);
  equals(tells(all, told), false);
});

Deno.test("the owner hides the name later and shows it again; who comes back has no earlier event with it", async () => {
  await using server = await testServer(PACE);
  const all = await classOf(server);
  const { mentor, student, classmate } = all;
  const since = server.relay.head();
  const { _id, question } = await discussed(all, false);
  const at = `/doubts/${_id}`;
  const senders = async (who: TestPerson) => {
    const { student, anonymous, conversation } = must(await who.get(at));
    const first: Body = conversation[0];
    return [anonymous, student.name, first.sender.name, first.sender._id];
  };
  const named = (is: boolean) => [is, student.name, student.name, student._id];
  equals(await senders(classmate), named(false));
  using ear = await listen(server, { token: classmate.token });

  must(await student.patch(at, { anonymous: true }));
  equals((await ear.next("doubt.unnamed"))._id, _id);
  const { student: seen, version } = await ear.next("doubt.changed");
  equals(seen, { _id, name: CLASSMATE });
  equals(await senders(classmate), [true, CLASSMATE, CLASSMATE, _id]);
  for (const who of [mentor, student]) equals(await senders(who), named(true));
  using late = await listen(server, { token: classmate.token, since });
  equals(late.pushes.map(({ event }) => event), ["resync", "ready"]);
  using staff = await listen(server, { token: mentor.token, since });
  equals(staff.of("resync"), []);

  // An answer to the open doubt never shows the name again by itself.
  must(
    await student.post("/doubts", { assignmentId: question, doubtText: "So?", anonymous: false }),
  );
  equals(await senders(classmate), [true, CLASSMATE, CLASSMATE, _id]);
  must(await student.patch(at, { anonymous: false }));
  await ear.until("doubt.changed", (card) => card.student.name === student.name);
  equals(await senders(classmate), named(false));
  must(
    await student.post("/doubts", { assignmentId: question, doubtText: "And?", anonymous: true }),
  );
  equals(await senders(classmate), [true, CLASSMATE, CLASSMATE, _id]);

  for (const who of [classmate, mentor]) {
    is((await who.patch(at, { anonymous: false })).status, 403, who.role);
  }
  is((await student.patch(at, { anonymous: false, version })).status, 409);
  const bad = await student.patch(at, {});
  equals([bad.status, bad.body.errors], [400, {
    private: "Say whether it is private, or anonymous.",
  }]);
  ok((await student.patch(at, { anonymous: "yes" })).body.errors.anonymous);
});
