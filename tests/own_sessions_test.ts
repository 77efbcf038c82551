/** Where one is signed in, ending it, and changes to one's own account. */
import {
  deepStrictEqual as equals,
  match,
  ok,
  rejects,
  strictEqual as is,
} from "node:assert/strict";
import { SESSIONS_MOST, storeVisits } from "../server/auth/sessions/commands.ts";
import { SHARED_LIMITS } from "../server/kit/limits/limits.ts";
import { picture } from "./kit/fixture.ts";
import { caller, PASSWORD, person, type Reply, type TestPerson } from "./kit/people.ts";
import { type TestServer, testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

const NEW_PASSWORD = "Another@123";
const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 " +
  "(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
const answer = ({ status, body }: Reply) => [status, body.code];

async function signIn(server: TestServer, { email }: TestPerson, agent = FIREFOX) {
  const { body } = await caller(server).post(
    "/auth/login",
    { email, password: PASSWORD },
    { "user-agent": agent },
  );
  const me = caller(server, body.token);
  const sessions = async () => (await me.get("/auth/sessions")).body;
  return { ...me, token: body.token as string, browser: body.browser as string, sessions };
}

/** A student who is signed in nowhere. */
async function account(server: TestServer): Promise<TestPerson> {
  const student = await person(server);
  await server.parts.database.sql`delete from sessions where person_id = ${student._id}`;
  return student;
}

type ListedSession = {
  _id: string;
  device: string;
  network: string;
  isCurrent: boolean;
  usedAt: string;
};

Deno.test("a sign-in is listed with its device, its network in rough words, and its last use", async () => {
  await using server = await testServer();
  const student = await account(server);
  const [laptop, phone] = [await signIn(server, student), await signIn(server, student, PHONE)];
  const places: ListedSession[] = await phone.sessions();
  equals(places.map(({ device, network, isCurrent }) => [device, network, isCurrent]), [
    ["Safari on an iPhone", "this machine", true],
    ["Firefox on Windows", "this machine", false],
  ]);
  await laptop.get("/doubts/filter-doubts");
  const later = new Date(Date.now() + 60_000).toISOString();
  server.setClock(later);
  // The laptop's token was used before that, the phone's is used by its socket.
  await storeVisits(server.parts, []);
  const [first, second]: ListedSession[] = await laptop.sessions();
  equals([first?.usedAt, second?.usedAt], [later, later]);
  const classmate = await signIn(server, await account(server));
  is((await classmate.sessions()).length, 1, "only one's own");
});

Deno.test("one session is ended: its token and its sockets at once, and no other's", async () => {
  await using server = await testServer();
  await using second = await testServer({ DATABASE_URL: server.databaseUrl });
  const student = await account(server);
  const [laptop, phone] = [await signIn(server, student), await signIn(server, student, PHONE)];
  using ear = await listen(second, { token: phone.token });
  using own = await listen(server, { token: laptop.token });
  const closed = new Promise((done) => ear.socket.once("disconnect", done));
  const places: ListedSession[] = await laptop.sessions();
  const other = places.find(({ isCurrent }) => !isCurrent)?._id;
  const classmate = await signIn(server, await person(server));
  equals(answer(await classmate.delete(`/auth/sessions/${other}`)), [404, "not-found"]);
  is((await phone.get("/auth/me")).status, 200);

  is((await laptop.delete(`/auth/sessions/${other}`)).status, 200);
  is((await ear.next("session.ended")).reason, "signed-out");
  await closed;
  equals(answer(await phone.get("/auth/me")), [401, "auth.token"]);
  // On the other server too, where the token was never used.
  equals(answer(await caller(second, phone.token).get("/auth/me")), [401, "auth.token"]);
  await rejects(listen(second, { token: phone.token }), /auth/);
  ok(own.socket.connected);
  equals(own.of("session.ended"), []);
  equals(answer(await laptop.delete(`/auth/sessions/${other}`)), [404, "not-found"]);
  using again = await listen(server, { token: laptop.token, since: 0 });
  ok(again.socket.connected, "a missed end of another session closes nothing");
});

Deno.test("all other sessions are ended", async () => {
  await using server = await testServer();
  const student = await person(server);
  const [laptop, phone] = [await signIn(server, student), await signIn(server, student, PHONE)];
  using ear = await listen(server, { token: phone.token });
  using own = await listen(server, { token: laptop.token });
  const closed = new Promise((done) => ear.socket.once("disconnect", done));
  const ended = await laptop.post("/auth/sessions/end-others", { browser: laptop.browser });
  is(ended.status, 200);
  await closed;
  for (const one of [phone, student]) {
    equals(answer(await one.get("/auth/me")), [401, "auth.token"]);
  }
  is((await laptop.get("/auth/me")).status, 200);
  ok(own.socket.connected);
  equals((await laptop.sessions()).map(({ device }: ListedSession) => device), [
    "Firefox on Windows",
  ]);
  // The session that stayed can be ended later.
  const newer = await signIn(server, student, PHONE);
  const gone = new Promise((done) => own.socket.once("disconnect", done));
  await newer.post("/auth/sessions/end-others", {});
  await gone;
  equals(answer(await laptop.get("/auth/me")), [401, "auth.token"]);
});

Deno.test("an account has a bounded number of sessions: the one that was used least lately ends", async () => {
  await using server = await testServer();
  const student = await person(server);
  const first = await signIn(server, student);
  using ear = await listen(server, { token: first.token });
  const closed = new Promise((done) => ear.socket.once("disconnect", done));
  for (let more = 0; more < SESSIONS_MOST; more++) await signIn(server, student);
  await closed;
  is((await first.get("/auth/me")).status, 401);
  is((await (await signIn(server, student)).sessions()).length, SESSIONS_MOST);
});

Deno.test("a password is changed with the old one, and the other sessions end", async () => {
  await using server = await testServer();
  const student = await person(server);
  const [laptop, phone] = [await signIn(server, student), await signIn(server, student, PHONE)];
  using ear = await listen(server, { token: phone.token });
  const closed = new Promise((done) => ear.socket.once("disconnect", done));
  const change = (password: string, newPassword = NEW_PASSWORD) =>
    laptop.put("/auth/password", { password, newPassword });
  const wrong = await change("Wrong@123");
  equals([...answer(wrong), Object.keys(wrong.body.errors)], [400, "auth.wrong", ["password"]]);
  equals(Object.keys((await change(PASSWORD, "weak")).body.errors), ["newPassword"]);
  is((await phone.get("/auth/me")).status, 200, "nothing has ended yet");

  const { status, body } = await change(PASSWORD);
  equals([status, typeof body.browser], [200, "string"]);
  await closed;
  is((await ear.next("session.ended")).reason, "password-changed");
  is((await phone.get("/auth/me")).status, 401);
  is((await laptop.get("/auth/me")).status, 200);
  const login = (password: string) =>
    caller(server).post("/auth/login", { email: student.email, password });
  equals([(await login(PASSWORD)).status, (await login(NEW_PASSWORD)).status], [400, 200]);
});

Deno.test("wrong old passwords are limited as at the sign-in, and count together with them", async () => {
  await using server = await testServer();
  const student = await person(server);
  const { email } = student;
  const half = SHARED_LIMITS["password.network"].points / 2;
  for (let tries = 0; tries < half; tries++) {
    const wrong = { password: "Wrong@123", newPassword: NEW_PASSWORD };
    is((await student.put("/auth/password", wrong)).status, 400);
    is((await caller(server).post("/auth/login", { email, password: "Wrong@123" })).status, 400);
  }
  const right = { password: PASSWORD, newPassword: NEW_PASSWORD };
  const refused = await student.put("/auth/password", right);
  equals(answer(refused), [429, "too-many"]);
  ok(Number(refused.headers.get("retry-after")) > 0);
  is((await student.get("/auth/me")).status, 200);
});

Deno.test("of several concurrent password changes, one succeeds", async () => {
  await using server = await testServer();
  const student = await person(server);
  const laptop = await signIn(server, student);
  const wanted = ["First@123", "Second@123", "Third@123"];
  const replies = await Promise.all(
    wanted.map((newPassword) => laptop.put("/auth/password", { password: PASSWORD, newPassword })),
  );
  equals(replies.map(({ status }) => status).toSorted(), [200, 400, 400]);
});

Deno.test("a person edits their own name, branch, year and picture, and nothing else", async () => {
  await using server = await testServer();
  const [student, admin] = [await person(server), await person(server, "admin")];
  using ear = await listen(server, { token: student.token });
  using office = await listen(server, { token: admin.token });
  const edited = await student.patch("/auth/me", {
    name: "Zoya K.",
    branch: "",
    year: 2,
    version: 1,
  });
  const { name, branch, year, role, version } = edited.body;
  equals([edited.status, name, branch, year, role, version], [
    200,
    "Zoya K.",
    null,
    2,
    "student",
    2,
  ]);
  is((await ear.next("profile.changed")).version, 2);
  is((await office.next("user.changed")).name, "Zoya K.");
  is(edited.body.explainIn, "en");
  is((await student.patch("/auth/me", { explainIn: "hi" })).body.explainIn, "hi");
  is((await student.get("/auth/me")).body.explainIn, "hi");
  const [, other] = [
    await office.next("user.changed"),
    await student.patch("/auth/me", { explainIn: "fr" }),
  ];
  equals([other.status, other.body.errors], [400, { explainIn: 'Choose "en" or "hi".' }]);
  for (
    const body of [{ role: "admin" }, { email: "else@class.test" }, { solvedCount: 9 }, { year: 0 }]
  ) {
    is((await student.patch("/auth/me", body)).status, 400, JSON.stringify(body));
  }
  const form = new FormData();
  form.set("profileImage", picture());
  const { body: pictured } = await student.put("/auth/me/picture", form);
  match(pictured.profileImage, /^\/api\/files\/[0-9a-f]{32}$/);
  const image = pictured.profileImage.slice("/api".length);
  is((await student.fetch(image)).status, 200);
  const text = new FormData();
  text.set("profileImage", new File(["no picture"], "dot.gif", { type: "image/gif" }));
  is((await student.put("/auth/me/picture", text)).status, 415);
  is((await student.put("/auth/me/picture", new FormData())).status, 400);
  is((await student.delete("/auth/me/picture")).body.profileImage, null);
  is((await student.fetch(image)).status, 404, "the earlier picture is deleted");
});
