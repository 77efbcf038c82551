/**
 * Rules that many calls share, tried on each call that they are for. Which calls those are is read
 * off the mounted routes and their checks, so that a new call is tried without being named here;
 * its valid request is its row in tests/kit/routes.ts.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { callsWith, ENFORCED, fieldsOf, lastEvent, prepared } from "./kit/calls.ts";
import { Fixture } from "./kit/fixture.ts";
import { ROUTES } from "./kit/routes.ts";
import { type TestServer, testServer } from "./kit/server.ts";

/** What these are about is there from the first call on. */
const MADE_BY_THE_CALL = [
  "PUT /about",
  "PUT /assignments/:id/solution",
  "PUT /assignments/:id/status",
];

Deno.test("a write based on a stale version gets 409 with what is there now, and writes nothing", async (t) => {
  await using server = await testServer();
  const versioned = callsWith((_, { json }) => "version" in fieldsOf(json));
  ok(MADE_BY_THE_CALL.every((key) => versioned.includes(key)), `only ${versioned}`);
  for (const key of versioned) {
    await t.step(key, async () => {
      const { body, send } = await prepared(server, key);
      if (MADE_BY_THE_CALL.includes(key)) is((await send()).status, 200);
      const before = await lastEvent(server);
      const stale = await send({ ...body as object, version: 4711 });
      equals([stale.status, stale.body.code], [409, "stale"], JSON.stringify(stale.body));
      const { version } = stale.body.current;
      ok(Number.isInteger(version) && version !== 4711, "the entity as it is now");
      is(await lastEvent(server), before, "no event, so no write");
      const now = await send({ ...body as object, version });
      equals([now.status, now.body.code], [200, undefined], "based on what is there now");
    });
  }
});

/** Where the rows of each call that creates something are. Signing up has codes instead of keys. */
const CREATES: Record<string, string> = {
  "POST /assignments": "assignments",
  "POST /contact": "contact_messages",
  "POST /dailyBriefing": "briefings",
  "POST /doubts": "doubt_entries",
  "POST /goals": "goals",
  "POST /messages": "messages",
  "POST /messages/announcement": "announcements",
  "POST /upload": "files",
  "POST /users": "people",
};
const CREATES_NOTHING = [
  "POST /assignments/:id/review/claim",
  "POST /doubts/:id/claim",
  "POST /users/:id/disable",
];

Deno.test("the same idempotency key twenty times at once: one row, one reply", async (t) => {
  await using server = await testServer();
  const { sql } = server.parts.database;
  const posts = callsWith((key) => key.startsWith("POST ") && !key.startsWith("POST /auth/"));
  equals(posts.sort(), [...Object.keys(CREATES), ...CREATES_NOTHING].sort());
  for (const [key, table] of Object.entries(CREATES)) {
    await t.step(key, async () => {
      const { body, send } = await prepared(server, key);
      const count = async () => (await sql`select count(*) from ${sql(table)}`)[0]?.count;
      const before = Number(await count());
      const headers = { "idempotency-key": crypto.randomUUID() };
      const replies = await Promise.all(Array.from({ length: 20 }, () => send(body, headers)));
      for (const { status, body } of replies) {
        equals([status, body], [201, replies[0]?.body], JSON.stringify(body));
      }
      is(Number(await count()), before + 1);
    });
  }
});

/** How many events of each name have been logged after this one. */
async function eventsSince({ parts }: TestServer, seq: number): Promise<Record<string, number>> {
  const rows = await parts.database.sql`select type, count(*)::int as times from events
    where seq > ${seq} group by type order by type`;
  return Object.fromEntries(rows.map(({ type, times }) => [type, times]));
}

Deno.test("with the same key twenty times at once every write is done as often as without one: once", async (t) => {
  await using server = await testServer();
  // Signing up, in and out has codes instead.
  const writes = callsWith((key) => !key.startsWith("GET ") && !key.includes(" /auth/"));
  ok(writes.length > 30, `only ${writes.length}`);
  for (const key of writes) {
    await t.step(key, async () => {
      const once = await prepared(server, key);
      const beforeOne = await lastEvent(server);
      const { status } = await once.send();
      const told = await eventsSince(server, beforeOne);
      const often = await prepared(server, key);
      const beforeAll = await lastEvent(server);
      const headers = { "idempotency-key": crypto.randomUUID() };
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => often.send(undefined, headers)),
      );
      for (const reply of replies) {
        equals([reply.status, reply.body], [status, replies[0]?.body], JSON.stringify(reply.body));
      }
      equals(await eventsSince(server, beforeAll), told);
    });
  }
});

const NOBODY_SETS = ["_id", "createdBy", "responses", "createdAt", "__proto__"];

Deno.test("a JSON body with a field that nobody sets is refused by name", async (t) => {
  await using server = await testServer();
  for (const key of callsWith((_, { json }) => json !== undefined)) {
    await t.step(key, async () => {
      const { body, send } = await prepared(server, key);
      const before = await lastEvent(server);
      const isOwn = "role" in fieldsOf(ENFORCED.get(key)?.json);
      for (const field of isOwn ? NOBODY_SETS : [...NOBODY_SETS, "role"]) {
        // Not by spreading: `__proto__` must be a field of its own.
        const more = JSON.parse(`{"${field}": "admin"}`);
        const refused = await send(Object.defineProperties({}, {
          ...Object.getOwnPropertyDescriptors(body ?? {}),
          ...Object.getOwnPropertyDescriptors(more),
        }));
        equals([refused.status, refused.body.code], [400, "invalid"], field);
        ok(field in refused.body.errors, `${field}: ${JSON.stringify(refused.body)}`);
      }
      is(await lastEvent(server), before);
    });
  }
});

const WILD = ["%", "_", "'", '"', "\\", "';--", "\\%", "%' or 1=1 --", "[a-z]*", "$1", "😀"];

Deno.test("text filters take every character literally, and find nothing here", async (t) => {
  await using server = await testServer();
  const filters = [...ENFORCED].flatMap(([key, { query }]) =>
    Object.keys(fieldsOf(query))
      .filter((name) => ["assignmentTitle", "studentName", "search", "tags", "text"].includes(name))
      .map((name) => [key, name] as const)
  );
  ok(filters.length >= 8, `only ${filters}`);
  for (const [key, name] of filters) {
    await t.step(`${key} by ${name}`, async () => {
      const { may } = ROUTES[key] ?? { may: [] };
      const fixture = await Fixture.around(server, may[may.length - 1] ?? "admin");
      await fixture.response();
      await fixture.doubt();
      for (const text of WILD) {
        const path = key.slice("GET ".length);
        const found = await fixture.caller.get(`${path}?${new URLSearchParams({ [name]: text })}`);
        is(found.status, 200, text);
        const list = found.body.doubts ?? found.body.reviews ?? found.body.assignments ??
          found.body;
        equals(list, [], text);
      }
    });
  }
});

const ODD_PAGES = ["page=-1&limit=1e9", "page=1e9&limit=-5", "page=&limit=", "page=x&limit=0x10"];

Deno.test("an invalid page or page size falls back, on every list", async (t) => {
  await using server = await testServer();
  const paged = [...ENFORCED].filter(([, { query }]) => "page" in fieldsOf(query));
  ok(paged.length > 15, `only ${paged.length}`);
  for (const [key] of paged) {
    await t.step(key, async () => {
      const { send } = await prepared(server, key);
      is((await send()).status, 200);
      const { may } = ROUTES[key] ?? { may: [] };
      const who = may.find((who) => who !== "nobody") ?? "student";
      const { caller } = await Fixture.around(server, who);
      for (const query of [...ODD_PAGES, `page=${"9".repeat(400)}`]) {
        const { status, body } = await caller.get(`${key.slice("GET ".length)}?${query}`);
        is(status, 200, `${query}: ${JSON.stringify(body)}`);
      }
    });
  }
});
