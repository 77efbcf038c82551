/** How an export ends when its reader stalls, goes away or loses the right. */
import { deepStrictEqual as equals, ok, rejects, strictEqual as is } from "node:assert/strict";
import { get as httpGet, type IncomingMessage } from "node:http";
import { EXPORTS } from "../../server/kit/db/database.ts";
import { DOWNLOAD_LIMITS } from "../../server/kit/http/download.ts";
import { CAPS } from "../../server/kit/limits/queues.ts";
import { manyDoubts } from "../kit/doubts.ts";
import { caller, person, type TestPerson } from "../kit/people.ts";
import { type TestServer, testServer } from "../kit/server.ts";
import { until } from "../kit/until.ts";

/** Begins an export, and takes only what the connection's buffers hold. */
function begin(server: TestServer, { token }: TestPerson): Promise<IncomingMessage> {
  return new Promise((done, failed) => {
    const headers = { "x-auth-token": token };
    httpGet(`${server.url}/api/exports/doubts?format=jsonl`, { headers }, (reply) => {
      // A test that ends its server resets the connection.
      reply.on("error", () => {});
      done(reply);
    }).on("error", failed);
  });
}

/** Reads the rest. @throws when the response was aborted */
async function rest(reply: IncomingMessage): Promise<number> {
  let bytes = 0;
  for await (const chunk of reply) bytes += (chunk as Uint8Array).length;
  if (!reply.complete) throw new Error("aborted");
  return bytes;
}

/** The number of cursors that are open. */
const busy = async ({ parts }: TestServer): Promise<number> => {
  const [row] = await parts.database.sql<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and state <> 'idle' and query like 'fetch %'`;
  return row?.count ?? 0;
};
const isFree = (server: TestServer) => until(async () => await busy(server) === 0);
/** More than the buffers of a connection hold. */
const LARGE = 4000;

Deno.test("whoever loses the right meanwhile gets an aborted response; a reader who goes away ends it", async () => {
  await using server = await testServer();
  await manyDoubts(server, LARGE);
  const admin = await person(server, "admin");
  const losses: Record<string, (who: TestPerson) => Promise<unknown>> = {
    disabled: ({ _id }) => admin.post(`/users/${_id}/disable`, { hours: 1 }),
    demoted: ({ _id }) => admin.patch(`/users/${_id}`, { role: "volunteer" }),
    deleted: ({ _id }) => admin.delete(`/users/${_id}`),
    "signed out": async (who) =>
      who.delete(`/auth/sessions/${(await who.get("/auth/sessions")).body[0]._id}`),
  };
  for (const [how, lose] of Object.entries(losses)) {
    const { email } = await person(server, "mentor");
    const { body } = await caller(server).post("/auth/login", { email, password: "Secret@123" });
    const who = { ...body.user, token: body.token, ...caller(server, body.token) } as TestPerson;
    const reply = await begin(server, who);
    is(reply.statusCode, 200);
    await lose(who);
    await rejects(rest(reply), /aborted/, how);
  }
  const owner = await person(server, "mentor");
  const wanted = { name: "Report", scope: "read", days: 1 };
  const { body: { token, apiToken } } = await owner.post("/tokens", wanted);
  const program = await begin(server, { ...owner, token });
  is(program.statusCode, 200);
  await owner.delete(`/tokens/${apiToken._id}`);
  await rejects(rest(program), /aborted/, "its token is taken back");
  const reader = await person(server, "mentor");
  const reply = await begin(server, reader);
  ok(await busy(server) > 0);
  reply.destroy();
  await isFree(server);
  const whole = await begin(server, reader);
  ok(await rest(whole) > LARGE * 10_000, "the export of a reader who stays is whole");
});

Deno.test("a stalled reader does not hold a connection for ever; exports have bounds", async () => {
  await using server = await testServer();
  await manyDoubts(server, LARGE);
  const [one, two] = [await person(server, "mentor"), await person(server, "admin")];
  const stalled = [];
  for (let nth = 0; nth < CAPS.export.each; nth++) stalled.push(await begin(server, one));
  const third = await one.get("/exports/doubts?format=csv");
  equals([third.status, third.body.code], [429, "too-many"]);
  for (let nth = CAPS.export.each; nth < EXPORTS.connections; nth++) {
    stalled.push(await begin(server, two));
  }
  const full = await (await person(server, "mentor")).get("/exports/doubts?format=csv");
  equals([full.status, full.body.code], [503, "busy"]);
  ok(Number(full.headers.get("retry-after")) > 0);
  // Other calls have their own connections.
  is((await one.get("/doubts/filter-doubts")).status, 200);
  for (const reply of stalled) reply.destroy();
  await isFree(server);

  const { stall } = DOWNLOAD_LIMITS;
  DOWNLOAD_LIMITS.stall = 200;
  try {
    const reply = await begin(server, one);
    await isFree(server);
    await rejects(rest(reply), /aborted/);
  } finally {
    DOWNLOAD_LIMITS.stall = stall;
  }
  await until(async () => (await one.get("/exports/students?format=csv")).status === 200);
  const ends = server.logged.filter(({ msg }) => msg === "download ended early");
  is(ends.length, stalled.length + 1);
});
