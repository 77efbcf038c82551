/**
 * The calendar feed: what each person gets, how events keep their names while they change, how an
 * address ends, and that ical.js reads what we write.
 */
import {
  deepStrictEqual as equals,
  notStrictEqual,
  ok,
  strictEqual as is,
} from "node:assert/strict";
import ICAL from "ical.js";
import { can } from "../server/calendar/policy.ts";
import { deadlineEvent, latest } from "../server/calendar/queries.ts";
import { CALENDAR_MOST } from "../server/calendar/schema.ts";
import { writeCalendar } from "../server/kit/formats/icalendar.ts";
import { ROLES } from "../server/kit/core/roles.ts";
import { LIMITS } from "../server/kit/limits/limits.ts";
import { assignment, givePersonally } from "./kit/assignments.ts";
import { caller, person, type TestPerson } from "./kit/people.ts";
import { type TestServer, testServer } from "./kit/server.ts";

/** Monday, noon in Kolkata. */
const NOON = "2026-03-02T06:30:00.000Z";

async function addressOf(who: TestPerson): Promise<string> {
  const { status, body } = await who.post("/calendar");
  is(status, 201);
  return body.path.replace("/api", "");
}

/** Reads a feed as a calendar program would: without a session. */
const fetchFeed = (server: TestServer, path: string, headers: Record<string, string> = {}) =>
  caller(server).fetch(path, { headers });

const vevents = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent");

const shown = (event: ICAL.Component) => ({
  summary: String(event.getFirstPropertyValue("summary")),
  start: String(event.getFirstPropertyValue("dtstart")),
  end: event.getFirstPropertyValue("dtend")?.toString() ?? null,
});

async function readFeed(server: TestServer, path: string): Promise<ICAL.Component[]> {
  const reply = await fetchFeed(server, path);
  const text = await reply.text();
  is(reply.status, 200, text);
  return vevents(text);
}

Deno.test("a feed has the events that its person may see, and no others", async () => {
  await using server = await testServer();
  server.setClock(NOON);
  const mentor = await person(server, "mentor");
  const [student, other] = [await person(server), await person(server)];
  const titled = async (title: string, dueAt: string | null = "2026-03-05T17:00") => {
    const { _id } = await assignment(mentor, { title });
    if (dueAt !== null) is((await mentor.put(`/assignments/${_id}`, { dueAt })).status, 200);
    return _id as string;
  };
  await titled("For all");
  await titled("Without a date", null);
  await givePersonally(server, await titled("For one", "2026-03-06T17:00"), [student]);
  const tooFar = await titled("Too far");
  await mentor.put(`/assignments/${tooFar}`, { dueAt: "2027-03-05T17:00" });
  const question = await assignment(mentor, {}, "cw");
  is((await mentor.post("/class-sessions", { questions: [question._id] })).status, 201);
  const weeklyTarget = JSON.stringify([{ text: "Answer", completed: true }, { text: "Review" }]);
  is((await mentor.post("/goals", { user: mentor._id, weeklyTarget })).status, 201);

  const session = {
    summary: "Class session",
    start: "2026-03-02T06:30:00Z",
    end: "2026-03-02T12:30:00Z",
  };
  const all = { summary: "Homework due: For all", start: "2026-03-05T11:30:00Z", end: null };
  const one = {
    summary: "Personal assignment due: For one",
    start: "2026-03-06T11:30:00Z",
    end: null,
  };
  const week = { summary: "Weekly goals: 1 of 2 done", start: "2026-03-08", end: null };
  for (
    const [who, events] of [
      [student, [session, all, one]],
      [other, [session, all]],
      [mentor, [session, all, one, week]],
      [await person(server, "mentor"), [session, all, one]],
      [await person(server, "admin"), [session, all, one]],
    ] as const
  ) {
    equals((await readFeed(server, await addressOf(who))).map(shown), events, who.role);
  }
});

Deno.test("a changed event keeps its UID and raises its SEQUENCE; what is no longer given out disappears", async () => {
  await using server = await testServer();
  server.setClock(NOON);
  const mentor = await person(server, "mentor");
  const { _id } = await assignment(mentor, { title: "First" });
  const at = `/assignments/${_id}`;
  await mentor.put(at, { dueAt: "2026-03-05T17:00" });
  const path = await addressOf(await person(server));
  const read = async () => {
    const [event] = await readFeed(server, path);
    if (!event) return null;
    const text = (name: string) => String(event.getFirstPropertyValue(name));
    return {
      uid: text("uid"),
      sequence: Number(text("sequence")),
      changed: text("last-modified"),
      stamp: text("dtstamp"),
      url: text("url"),
      ...shown(event),
    };
  };
  const first = await read();
  ok(first?.url.endsWith(`/assignments/${_id}`) && first.uid.includes(_id));
  let before = first;
  for (
    const [minute, change, start, summary] of [
      ["31", { title: "Second" }, "2026-03-05T11:30:00Z", "Homework due: Second"],
      ["32", { dueAt: "2026-03-06T17:00" }, "2026-03-06T11:30:00Z", "Homework due: Second"],
    ] as const
  ) {
    server.setClock(`2026-03-02T06:${minute}:00.000Z`);
    is((await mentor.put(at, change)).status, 200);
    const after = await read();
    ok(after && before && after.sequence > before.sequence);
    equals([after.uid, after.start, after.summary], [before.uid, start, summary]);
    is(after.changed, `2026-03-02T06:${minute}:00Z`);
    is(after.stamp, after.changed);
    before = after;
  }
  is((await mentor.put(`${at}/distribution`, { distributionTag: "cw" })).status, 200);
  const moved = await read();
  ok(moved && before && moved.sequence > before.sequence);
  equals([moved.uid, moved.summary], [before.uid, "Classwork due: Second"]);
  await mentor.put(at, { dueAt: "" });
  is(await read(), null);
});

Deno.test("a session's event shows its end when it has ended", async () => {
  await using server = await testServer();
  server.setClock(NOON);
  const mentor = await person(server, "mentor");
  const question = await assignment(mentor);
  const { body: classSession } = await mentor.post("/class-sessions", {
    questions: [question._id],
  });
  const path = await addressOf(await person(server));
  const read = async () => {
    const [event] = await readFeed(server, path);
    ok(event);
    return [shown(event).end, Number(event.getFirstPropertyValue("sequence"))] as const;
  };
  const [, before] = await read();
  server.setClock("2026-03-02T07:30:00.000Z");
  is((await mentor.post(`/class-sessions/${classSession._id}/end`)).status, 200);
  const [end, after] = await read();
  is(end, "2026-03-02T07:30:00Z");
  ok(after > before);
});

Deno.test("an address ends when it is made anew, is taken back, or its person is disabled or deleted", async () => {
  await using server = await testServer();
  const [student, admin] = [await person(server), await person(server, "admin")];
  const statusOf = async (path: string) => {
    const reply = await fetchFeed(server, path);
    await reply.body?.cancel();
    return reply.status;
  };
  equals((await student.get("/calendar")).body, { madeAt: null });
  const key = { "idempotency-key": crypto.randomUUID() };
  const made = (await student.post("/calendar", {}, key)).body;
  equals((await student.post("/calendar", {}, key)).body, made, "a repeated request");
  equals((await student.get("/calendar")).body, { madeAt: made.madeAt });
  const old = made.path.replace("/api", "");
  is(await statusOf(old), 200);
  const path = await addressOf(student);
  equals([await statusOf(old), await statusOf(path)], [404, 200]);
  is((await student.delete("/calendar")).status, 200);
  equals([await statusOf(path), (await student.get("/calendar")).body], [404, { madeAt: null }]);

  const next = await addressOf(student);
  is((await admin.post(`/users/${student._id}/disable`, { hours: 2 })).status, 200);
  is(await statusOf(next), 404);
  is((await admin.post(`/users/${student._id}/disable`, { hours: 0 })).status, 200);
  is(await statusOf(next), 200);
  is((await admin.delete(`/users/${student._id}`)).status, 200);
  is(await statusOf(next), 404);
  for (const wrong of ["x.ics", `${"a".repeat(43)}.ics`, `${"a".repeat(44)}.ics`, "%00.ics"]) {
    is(await statusOf(`/calendar/${wrong}`), 404, wrong);
  }
});

Deno.test("only a hash of the token is stored, and the log has no token", async () => {
  await using server = await testServer();
  const student = await person(server);
  const headers = { "idempotency-key": crypto.randomUUID() };
  const { body } = await student.post("/calendar", {}, headers);
  const token = body.path.split("/").at(-1).replace(".ics", "");
  await readFeed(server, `/calendar/${token}.ics`);
  const { sql } = server.parts.database;
  const rows = [
    await sql`select * from calendar_feeds`,
    await sql`select * from idempotency_keys`,
    await sql`select * from events`,
  ];
  equals(rows.map(({ length }) => length > 0), [true, true, true]);
  ok(!JSON.stringify(rows).includes(token));
  ok(
    server.logged.some(({ what }) => (what as { route?: string }).route === "/api/calendar/:file"),
  );
  ok(!JSON.stringify(server.logged).includes(token));
});

Deno.test("an unchanged feed is answered with 304, and a feed that is read too often with 429", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const path = await addressOf(await person(server));
  const first = await fetchFeed(server, path);
  await first.body?.cancel();
  const tag = first.headers.get("etag") ?? "";
  equals(
    ["content-type", "cache-control", "content-disposition"].map((name) => first.headers.get(name)),
    [
      "text/calendar; charset=utf-8",
      "private, no-cache",
      'inline; filename="doubtless.ics"',
    ],
  );
  const again = await fetchFeed(server, path, { "if-none-match": tag });
  equals([again.status, await again.text(), again.headers.get("etag")], [304, "", tag]);
  is(again.headers.get("cache-control"), "private, no-cache");
  const { _id } = await assignment(mentor);
  const dueAt = new Date(Date.now() + 86_400_000).toISOString();
  is((await mentor.put(`/assignments/${_id}`, { dueAt })).status, 200);
  const changed = await fetchFeed(server, path, { "if-none-match": tag });
  is(changed.status, 200);
  is(vevents(await changed.text()).length, 1);
  notStrictEqual(changed.headers.get("etag"), tag);

  const statuses = [];
  for (let read = 3; read <= LIMITS.calendar.points; read++) {
    const reply = await fetchFeed(server, path, { "if-none-match": tag });
    await reply.body?.cancel();
    statuses.push(reply.status);
  }
  equals([statuses.at(-2), statuses.at(-1)], [200, 429]);
});

Deno.test("an address that guesses tokens has to wait", async () => {
  await using server = await testServer();
  let last = 0;
  for (let guess = 0; guess <= LIMITS.link.points; guess++) {
    const token = crypto.getRandomValues(new Uint8Array(32))
      .toBase64({ alphabet: "base64url", omitPadding: true });
    const reply = await fetchFeed(server, `/calendar/${token}.ics`);
    await reply.body?.cancel();
    if (guess < LIMITS.link.points) is(reply.status, 404);
    last = reply.status;
  }
  is(last, 429);
});

Deno.test("every text survives the way into a feed and out again, in lines of at most 75 octets", async () => {
  const texts = [
    "Loops, arrays; and C:\\temp \\n",
    "x\r\nEND:VEVENT\r\nBEGIN:VEVENT\nSUMMARY:injected\rno",
    ...Array.from({ length: 8 }, (_, at) => `${"a".repeat(55 + at)}👩‍🏫👩‍🏫 तीन सवाल `.repeat(3)),
    "",
    " begins and ends with a space ",
    "tab\there, and a bell\x07",
  ];
  const feed = await writeCalendar(texts.map((summary, at) => ({
    uid: `${at}@test`,
    start: at === 0 ? { day: "2026-03-08" } : { at: NOON },
    endsAt: NOON,
    summary,
    url: "https://class.example/assignments/1",
    sequence: at,
    changedAt: NOON,
  })));
  const read = vevents(feed).map((event) => event.getFirstPropertyValue("summary"));
  // Line breaks become LF, and control characters, which may not be in a feed, are left out.
  equals(read, texts.map((text) => text.replace(/\r\n?/g, "\n").replace("\x07", "")));
  ok(feed.endsWith("END:VCALENDAR\r\n"));
  ok(!/[^\r]\n|\r[^\n]/.test(feed), "lines end with CRLF");
  const utf8 = new TextEncoder();
  for (const line of feed.split("\r\n")) ok(utf8.encode(line).length <= 75, line);
  const calendar = new ICAL.Component(ICAL.parse(feed));
  equals(
    ["version", "x-wr-calname", "refresh-interval"].map((name) =>
      String(calendar.getFirstPropertyValue(name))
    ),
    ["2.0", "Doubtless", "PT1H"],
  );
});

Deno.test("a feed keeps its latest thousand events, and only mentors have weekly goals", () => {
  const events = Array.from({ length: CALENDAR_MOST + 5 }, (_, at) =>
    deadlineEvent({
      id: String(at),
      version: 3,
      title: "",
      distributionTag: "hw",
      dueAt: new Date(Date.parse(NOON) - at * 60_000).toISOString(),
      updatedAt: NOON,
    }, ""));
  const kept = latest(events);
  equals([kept.length, kept[0], kept.at(-1)], [
    CALENDAR_MOST,
    events[CALENDAR_MOST - 1],
    events[0],
  ]);
  is(kept[0]?.sequence, 2);
  equals(ROLES.filter((role) => can.haveGoals({ _id: "", role })), ["mentor"]);
});
