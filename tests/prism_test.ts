/**
 * Sends calls through Prism, a third-party validator: no reply and no accepted request may violate
 * the published contract. The calls come from the table of routes, so every mounted call is tried.
 * The gate makes each call as one of the roles that may make it, and tries the refusals of a sixth of
 * the calls, which the seed chooses; a long run has all roles and all refusals.
 */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import { newAddress, registrationForm } from "./kit/accounts.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { chosen } from "./kit/chosen.ts";
import { Fixture, type Who } from "./kit/fixture.ts";
import { PASSWORD, person } from "./kit/people.ts";
import { type Passed, type Prism, prism } from "./kit/prism.ts";
import { type Call, ROUTES } from "./kit/routes.ts";
import { ENFORCED, fieldsOf } from "./kit/calls.ts";
import { testServer } from "./kit/server.ts";

/** Prism reads a form as text, which leaves an image unchanged if all its bytes are ASCII. */
const PLAIN_GIF = new Uint8Array([
  ...new TextEncoder().encode("GIF89a"),
  ...[1, 0, 1, 0, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b],
]);

function plain(body: unknown): unknown {
  if (!(body instanceof FormData)) return body;
  for (const field of ["file", "profileImage"]) {
    const file = body.get(field);
    if (!(file instanceof File) || !file.type.startsWith("image/")) continue;
    body.set(field, new File([PLAIN_GIF], "dot.gif", { type: "image/gif" }));
  }
  return body;
}

type Prepared = { method: string; path: string; body: unknown; token?: string };

async function prepare(fixture: Fixture, key: string): Promise<Prepared> {
  const call: Call = await ROUTES[key]?.with?.(fixture) ?? {};
  const [method = "", pattern = ""] = key.split(" ");
  const path = pattern.replace(/:(\w+)/g, (_, name) => call.params?.[name] ?? "") +
    (call.query ?? "");
  return { method, path, body: plain(call.body), token: fixture.me?.token };
}

/** Sends requests through Prism, and collects the statuses and the violations of the contract. */
function noting(passing: Prism) {
  const seen = new Set<string>();
  const wrong: string[] = [];
  async function send(
    what: string,
    { method, path, ...given }: Prepared & { headers?: Record<string, string> },
  ) {
    const passed: Passed = await passing.send(method, path, given);
    seen.add(`${passed.status} ${passed.body?.code ?? ""}`.trim());
    for (const fault of passed.violations) wrong.push(`${what}: ${passed.status}, ${fault}`);
    if (passed.status >= 500) wrong.push(`${what}: ${passed.status}`);
    return passed;
  }
  return { send, seen, wrong };
}

/** These refusals need existing data, or a certain day. */
Deno.test("every conflict's reply matches the contract, according to Prism", async () => {
  await using server = await testServer();
  await using passing = await prism(server);
  const { send, seen, wrong } = noting(passing);
  const [admin, mentor, other] = [
    await person(server, "admin"),
    await person(server, "mentor"),
    await person(server, "mentor"),
  ];
  const [student, learner] = [await person(server), await person(server)];
  const by =
    (token: string) => (line: string, body?: unknown, headers?: Record<string, string>) => {
      const [method = "", path = ""] = line.split(" ");
      return send(line, { method, path, body: plain(body), token, headers });
    };
  const [asAdmin, asMentor, asOther, asStudent, asLearner, asVisitor] = [
    ...[admin, mentor, other, student, learner].map(({ token }) => by(token)),
    by(""),
  ] as [By, By, By, By, By, By];
  type By = ReturnType<typeof by>;

  const { _id } = await assignment(mentor);
  const { _id: hidden } = await assignment(mentor);
  await asStudent(`GET /assignments/${_id}/solution`);
  await mentor.put(`/assignments/${hidden}/solution`, { solution: "Backwards." });
  await mentor.put(`/assignments/${hidden}/solution-visibility`, { solutionVisible: false });
  await asStudent(`GET /assignments/${hidden}/solution`);

  const status = { responseStatus: "solved" };
  await asStudent(`PUT /assignments/${_id}/status`, { ...status, version: 7 });
  await asStudent(`PUT /assignments/${_id}/status`, { ...status, version: 7 });
  const response = { studentId: student._id };
  await asMentor(`POST /assignments/${_id}/review/claim`, response);
  await asOther(`POST /assignments/${_id}/review/claim`, response);
  await asMentor(`PUT /assignments/${_id}/review`, { ...response, reviewStatus: "approved" });
  await asOther(`POST /assignments/${_id}/review/claim`, response);

  const { _id: doubtId } = await doubt(student, _id);
  await asMentor(`POST /doubts/${doubtId}/claim`, {});
  await asOther(`POST /doubts/${doubtId}/claim`, {});
  await asOther(`POST /doubts/${doubtId}/claim`, { takeOver: true });
  await asMentor(`PUT /doubts/${doubtId}/reply`, { reply: "So.", version: 999 });
  await asStudent(`PUT /doubts/${doubtId}/resolve`, {});
  await asMentor(`PUT /doubts/${doubtId}/reply`, { reply: "Late." });
  await asMentor(`POST /doubts/${doubtId}/claim`, {});
  const key = { "idempotency-key": crypto.randomUUID() };
  await asStudent("POST /doubts", { assignmentId: hidden, doubtText: "Why?" }, key);
  await asStudent(`PUT /assignments/${_id}/status`, status, key);
  await asLearner(`GET /assignments/solved?studentId=${student._id}`);

  const briefing = { classSummary: "a", classQuestions: "b", homeworkQuestions: "c" };
  for (const _ of [1, 2]) await asMentor("POST /dailyBriefing", briefing);
  const goal = { user: mentor._id, weeklyTarget: '[{"text":"a"}]' };
  const { body: set } = await asMentor("POST /goals", goal);
  await asMentor("POST /goals", goal);
  const report = { dailyReports: [{ update: "Half." }] };
  for (const _ of [1, 2]) await asMentor(`PUT /goals/${set._id}`, report);

  const invited = { name: "Ravi Iyer", email: mentor.email, role: "mentor" };
  await asAdmin("POST /users", invited);
  await asAdmin(`PATCH /users/${other._id}`, { email: mentor.email });
  await asAdmin(`PATCH /users/${admin._id}`, { role: "mentor" });
  await asAdmin(`POST /users/${learner._id}/disable`, { hours: 2 });
  await asVisitor("POST /auth/login", { email: learner.email, password: PASSWORD });
  await asVisitor("POST /auth/login", { email: mentor.email, password: "wrong" });
  const email = newAddress();
  const { body: registered } = await asVisitor("POST /auth/register", registrationForm(email));
  await asVisitor("POST /auth/login", { email, password: PASSWORD });
  const { token } = registered;
  await asVisitor("POST /auth/verify-otp", { email, otp: "000000", token });
  await asVisitor("POST /auth/reset-password", { email, otp: "000000", newPassword: PASSWORD });
  for (let at = 0; at < 6; at += 1) await asVisitor("POST /auth/resend-otp", { email });
  const text = new FormData();
  text.set("other", new File(["no picture"], "a.png"));
  await asMentor("POST /upload", text);
  equals(wrong, []);
  const wanted = ["409 stale", "409 claimed", "409 review.done", "409 doubt.resolved"];
  const more = ["404 solution.missing", "403 solution.hidden", "409 idempotency.reused"];
  const days = ["409 briefing.exists", "409 goal.exists", "409 report.exists"];
  const accounts = ["409 user.exists", "409 user.last-admin", "400 auth.disabled"];
  const visitors = ["400 auth.wrong", "400 auth.unverified", "400 auth.otp-wrong", "429 too-many"];
  equals(
    [...wanted, ...more, ...days, ...accounts, ...visitors].filter((one) => !seen.has(one)),
    [],
  );
});

Deno.test("a violation of the contract is found, in a reply and in an accepted request", async () => {
  await using server = await testServer();
  // A contract that allows less than the server does.
  await using passing = await prism(server, ({ components, paths }) => {
    delete components.schemas.User.properties.branch;
    paths["/users/menters"].get.responses = { 201: { description: "Made." } };
    paths["/doubts/similar"].get.parameters[1].schema = { type: "string", maxLength: 1 };
  });
  const { token } = await person(server);
  const violationsOf = async (path: string) =>
    (await passing.send("GET", path, { token })).violations.length > 0;
  equals(await violationsOf("/auth/me"), true);
  equals(await violationsOf("/users/menters"), true);
  equals(await violationsOf("/doubts/similar?text=long"), true);
  equals(await violationsOf("/doubts/similar?text=a"), false);
});

Deno.test("every call's replies and refusals match the contract, according to Prism", async (t) => {
  await using server = await testServer();
  await using passing = await prism(server);
  const keys = Object.keys(ROUTES);
  const refused = new Set(chosen("refusals", keys, Math.ceil(keys.length / 6)));
  for (const [key, { may }] of Object.entries(ROUTES)) {
    await t.step(key, async () => {
      const { send, seen, wrong } = noting(passing);
      const enforced = ENFORCED.get(key);
      const names = Object.keys(fieldsOf(enforced?.json));
      for (const who of chosen(key, [...may as readonly Who[]], 1)) {
        const passed = await send(who, await prepare(await Fixture.around(server, who), key));
        ok(passed.status < 300, `${who}: ${passed.status} ${JSON.stringify(passed.body)}`);
      }
      equals(wrong, []);
      if (!refused.has(key)) return;
      const who = may.find((one) => one !== "nobody") ?? "student";
      const fixture = await Fixture.around(server, who);
      const call = await prepare(fixture, key);
      const { path, body } = call;
      await send("nobody", { ...call, token: undefined });
      await send("a token that is none", { ...call, token: "none" });
      await send("from elsewhere", { ...call, headers: { origin: "https://evil.test" } });
      const other = (["student", "mentor", "admin"] as const).find((one) => !may.includes(one));
      if (other) await send(other, { ...call, token: (await person(server, other)).token });
      if (key.includes(":")) {
        const unknown = key.split(" ")[1]?.replace(/:\w+/g, () => crypto.randomUUID()) ?? "";
        await send("an unknown id", { ...call, path: unknown });
        await send("an invalid id", { ...call, path: unknown.replace(/[0-9a-f-]{36}/g, "none") });
      }
      if (enforced?.query) await send("odd parts", { ...call, path: odd(path, enforced.query) });
      if (names.includes("version")) {
        await send("an old version", { ...call, body: { ...body as object, version: 999 } });
      }
      if (enforced?.json) {
        // Every refused field has the same reply, which names them all.
        const oddBody = Object.fromEntries(names.map((name) => [name, { odd: 1 }]));
        await send("odd fields", { ...call, body: oddBody });
        await send("nothing", { ...call, body: {} });
        await send("a field too many", { ...call, body: { ...body as object, odd: 1 } });
        await send("no object", { ...call, body: "[1]" });
        await send("too large", { ...call, body: { a: "a".repeat(300 * 1024) } });
      }
      if (enforced?.form) await send("an empty form", { ...call, body: new FormData() });
      if (enforced?.json ?? enforced?.form) {
        await send("another kind", {
          ...call,
          body: "a",
          headers: { "content-type": "text/plain" },
        });
      }
      if (call.method !== "GET" && enforced?.roles) {
        await send("no key", { ...call, headers: { "idempotency-key": "odd" } });
        const headers = { "idempotency-key": crypto.randomUUID() };
        await send("once", { ...call, headers });
        await send("twice", { ...call, headers });
      }
      equals(wrong, [], `got ${[...seen].join(", ")}`);
    });
  }
});

/** Returns the path with every query parameter that the call has, each with a meaningless value. */
const odd = (path: string, schema: Parameters<typeof fieldsOf>[0]): string =>
  `${path.split("?")[0]}?${Object.keys(fieldsOf(schema)).map((name) => `${name}=odd`).join("&")}`;
