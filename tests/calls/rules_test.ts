/**
 * Rules that many calls share, tested on each call that they apply to. These calls are found from
 * the mounted routes and their schemas, so that a new call is tested without being named here; its
 * valid request is its row in tests/kit/routes.ts.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import {
  callsWith,
  ENFORCED,
  fieldsOf,
  lastEvent,
  prepareRequest,
  withQuery,
} from "../kit/calls.ts";
import { Fixture } from "../kit/fixture.ts";
import { ROUTES } from "../kit/routes.ts";
import { type TestServer, testServer } from "../kit/server.ts";

/** These calls create their entity if there is none yet. */
const MADE_BY_THE_CALL = [
  "PUT /about",
  "PUT /assignments/:id/solution",
  "PUT /assignments/:id/status",
];

Deno.test("a write with a stale version gets 409 with the current entity, and writes nothing; of two concurrent writes, one is stale", async (t) => {
  await using server = await testServer();
  const versioned = callsWith((_, { json }) => "version" in fieldsOf(json));
  ok(MADE_BY_THE_CALL.every((key) => versioned.includes(key)), `only ${versioned}`);
  for (const key of versioned) {
    await t.step(key, async () => {
      const { body, send } = await prepareRequest(server, key);
      if (MADE_BY_THE_CALL.includes(key)) is((await send()).status, 200);
      const before = await lastEvent(server);
      const stale = await send({ ...body as object, version: 4711 });
      equals([stale.status, stale.body.code], [409, "stale"], JSON.stringify(stale.body));
      const { version } = stale.body.current;
      ok(Number.isInteger(version) && version !== 4711, "the current entity");
      is(await lastEvent(server), before, "no event, so no write");
      const both = await Promise.all([1, 2].map(() => send({ ...body as object, version })));
      const [won, lost] = both.toSorted((one, other) => one.status - other.status);
      equals(
        [won?.status, lost?.status, lost?.body.code],
        [200, 409, "stale"],
        JSON.stringify(lost?.body),
      );
      ok(lost?.body.current.version > version, "the loser gets the winner's version");
    });
  }
});

type Effects = { seq: number; events: Record<string, number>; mails: number; rows: number };

/**
 * Returns the effects of a write besides its reply: events by name, mails, and rows of the table.
 */
async function effects(
  { parts }: TestServer,
  table: string | undefined,
  after: Effects | null,
): Promise<Effects> {
  const { sql } = parts.database;
  const rows = await sql`select type, count(*)::int as times from events
    where seq > ${after?.seq ?? 0} group by type order by type`;
  const [{ seq, mails }] = await sql<[{ seq: number; mails: number }]>`
    select (select coalesce(max(seq), 0)::int from events) as seq,
      (select count(*)::int from mails) as mails`;
  const [made] = table ? await sql`select count(*)::int as rows from ${sql(table)}` : [];
  return {
    seq,
    events: Object.fromEntries(rows.map(({ type, times }) => [type, times])),
    mails,
    rows: Number(made?.rows ?? 0),
  };
}

const MESSAGE = { subject: "Hi", body: "All.", isPublic: true };
const LETTER = { name: "Asha", email: "asha@class.test", message: "When is the next class?" };

Deno.test("eight concurrent writes with one idempotency key are done once; another request with the key is refused", async (t) => {
  await using server = await testServer();
  // Calls under /auth use codes instead of idempotency keys. The link in a mail names no person's
  // key, and does nothing, or fails, when it is followed again. A sign that comes again too soon is
  // not stored. The calls that open an invitation and preview a roster write nothing.
  const isMeant = (key: string) =>
    !/^GET | \/auth\/|\/(unsubscribe|signs|open|preview|removals\/take-back)$/.test(key);
  const writes = callsWith(isMeant);
  const unsaid = writes.filter((key) =>
    key.startsWith("POST ") && ROUTES[key]?.creates === undefined
  );
  equals(unsaid, [], "say what it creates");
  ok(writes.length > 30, `only ${writes.length}`);
  for (const key of writes) {
    await t.step(key, async () => {
      const table = ROUTES[key]?.creates ?? undefined;
      const done = async (before: Effects) => {
        const { events, mails, rows } = await effects(server, table, before);
        return { events, mails: mails - before.mails, rows: rows - before.rows };
      };
      const once = await prepareRequest(server, key);
      const beforeOne = await effects(server, table, null);
      const { status } = await once.send();
      const effect = await done(beforeOne);
      if (table) equals([status, effect.rows], [201, 1]);

      const often = await prepareRequest(server, key);
      const beforeAll = await effects(server, table, null);
      const headers = { "idempotency-key": crypto.randomUUID() };
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => often.send(undefined, headers)),
      );
      for (const reply of replies) {
        equals([reply.status, reply.body], [status, replies[0]?.body], JSON.stringify(reply.body));
      }
      equals(await done(beforeAll), effect);

      // Every signed-in person may send both.
      const { caller } = often.fixture;
      const reused = key === "POST /messages"
        ? await caller.post("/contact", LETTER, headers)
        : await caller.post("/messages", MESSAGE, headers);
      equals([reused.status, reused.body.code], [409, "idempotency.reused"]);
      equals(await done(beforeAll), effect);
    });
  }
});

const NOBODY_SETS = [
  ...["_id", "createdBy", "responses", "createdAt"],
  ...["__proto__", "constructor", "toString"],
];

Deno.test("a JSON body with a field that no client may set is refused with the field's name", async (t) => {
  await using server = await testServer();
  for (const key of callsWith((_, { json }) => json !== undefined)) {
    await t.step(key, async () => {
      const { body, send } = await prepareRequest(server, key);
      const before = await lastEvent(server);
      const isOwn = "role" in fieldsOf(ENFORCED.get(key)?.json);
      for (const field of isOwn ? NOBODY_SETS : [...NOBODY_SETS, "role"]) {
        // The spread operator does not work here: `__proto__` must be an own property.
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

Deno.test("text filters take every character literally", async (t) => {
  await using server = await testServer();
  const filters = [...ENFORCED].flatMap(([key, { query }]) =>
    // The export has the gradebook's rows, which stay if no question matches.
    Object.keys(key === "GET /exports/gradebook" ? {} : fieldsOf(query))
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
      const { params: { id = "" } = {} } = await ROUTES[key]?.with?.(fixture) ?? {};
      for (const text of WILD) {
        const path = key.slice("GET ".length).replace(":id", id);
        const found = await fixture.caller.get(`${path}?${new URLSearchParams({ [name]: text })}`);
        is(found.status, 200, text);
        // A file in CSV has a head.
        const list = typeof found.body === "string"
          ? found.body.split("\r\n").slice(1, -1)
          : key === "GET /gradebook"
          ? found.body[name === "search" ? "rows" : "questions"]
          : found.body.doubts ?? found.body.reviews ?? found.body.assignments ?? found.body.items ??
            found.body;
        equals(list, [], text);
      }
    });
  }
});

const ODD_PAGES = ["page=-1&limit=1e9", "page=1e9&limit=-5", "page=&limit=", "page=x&limit=0x10"];

Deno.test("an invalid page or page size falls back to the default, on every list", async (t) => {
  await using server = await testServer();
  const paged = [...ENFORCED].filter(([, { query }]) => "page" in fieldsOf(query));
  ok(paged.length > 15, `only ${paged.length}`);
  for (const [key] of paged) {
    await t.step(key, async () => {
      const { fixture, path, send } = await prepareRequest(server, key);
      is((await send()).status, 200);
      for (const query of [...ODD_PAGES, `page=${"9".repeat(400)}`]) {
        const { status, body } = await fixture.caller.get(withQuery(path, query));
        is(status, 200, `${query}: ${JSON.stringify(body)}`);
      }
    });
  }
});
