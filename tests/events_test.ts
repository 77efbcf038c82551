/** The events that each write announces, and their rooms. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { eventSchemas } from "../server/events.ts";
import { assignTo } from "./kit/assignments.ts";
import { callsWith, lastEvent, prepareRequest } from "./kit/calls.ts";
import { ROUTES } from "./kit/routes.ts";
import { type TestServer, testServer } from "./kit/server.ts";

/** The events that each writing call announces, by the route table. One read writes, too. */
const ANNOUNCES: Record<string, string[]> = Object.fromEntries(
  Object.entries(ROUTES).flatMap(([key, { announces }]) => announces ? [[key, announces]] : []),
);

async function announced({ parts }: TestServer, since: number): Promise<string[]> {
  const { sql } = parts.database;
  const rows = await sql`select type, rooms from events where seq > ${since} order by seq`;
  return rows.map(({ type, rooms }) => {
    const kinds = new Set((rooms as string[]).map((room) => room.replace(/:.*/, "")));
    return `${type} → ${[...kinds].sort().join(" ")}`;
  });
}

/** Returns the verbs of the audit trail's rows after the first ones. */
async function recorded({ parts }: TestServer, before = 0): Promise<string[]> {
  // The rows of a transaction have one time; their ids are in order.
  const rows = await parts.database.sql`select verb from audit order by id offset ${before}`;
  return rows.map(({ verb }) => verb);
}

Deno.test("every write announces its changes to those who may see them, and records what the audit trail must have", async (t) => {
  await using server = await testServer({ SMTP_URL: "smtp://127.0.0.1:9" });
  // Nobody may make the calls of a provider that is not set up: processes/oidc_test makes them.
  const writes = callsWith((key) => !key.startsWith("GET ") && ROUTES[key]?.may.length !== 0);
  equals([...writes, "GET /assignments/:id/solution"].sort(), Object.keys(ANNOUNCES).sort());
  for (const key of Object.keys(ANNOUNCES)) {
    await t.step(key, async () => {
      const { send } = await prepareRequest(server, key);
      const before = await lastEvent(server);
      const rows = (await recorded(server)).length;
      const { status, body } = await send();
      ok([200, 201, 202].includes(status), JSON.stringify(body));
      equals(await announced(server, before), ANNOUNCES[key]);
      equals(await recorded(server, rows), ROUTES[key]?.records ?? []);
    });
  }
});

Deno.test("released claims, renamed mentors and removed assignees are announced, too", async (t) => {
  await using server = await testServer();
  const last = async (work: () => Promise<{ status: number }>) => {
    const before = await lastEvent(server);
    is((await work()).status, 200);
    return await announced(server, before);
  };
  await t.step("a claim is released", async () => {
    for (const  of of["/assignments/:id/review", "/doubts/:id"]) {
      const { fixture, path, body, send } = await prepareRequest(server, `POST ${of}/claim`);
      is((await send()).status, 200);
      const told = await last(() => fixture.caller.delete(path, body));
      ok(told.includes("claim.changed → staff"), String(told));
    }
  });
  await t.step("a mentor of the public team is renamed", async () => {
    const { fixture } = await prepareRequest(server, "PATCH /users/:id");
    const { _id } = await fixture.other("mentor");
    const told = await last(() => fixture.caller.patch(`/users/${_id}`, { name: "Another Name" }));
    ok(told.includes("team.changed → home"), String(told));
  });
  await t.step("a person is removed from an assignment", async () => {
    const { fixture } = await prepareRequest(server, "PUT /assignments/:id/assign-personal");
    const [first, second] = [await fixture.other("student"), await fixture.other("student")];
    const mentor = await fixture.other("mentor");
    const { _id } = await fixture.assignment();
    is((await assignTo(mentor, _id, first)).status, 200);
    const told = await last(() => assignTo(mentor, _id, second));
    equals(told.at(-1), "assignment.unassigned → user");
  });
  await t.step("a reply brings a changed program", async () => {
    const { fixture } = await prepareRequest(server, "GET /proposals/:id");
    const before = await lastEvent(server);
    await fixture.proposal();
    ok((await announced(server, before)).includes("proposal.made → doubt staff user"));
  });
});

Deno.test("every event has a call that announces it", () => {
  const all = new Set(Object.values(ANNOUNCES).flat().map((line) => line.split(" ")[0]));
  for (
    const more of [
      "notification.made",
      "assignment.unassigned",
      "doubt.unnamed",
      "classSession.cell",
      "proposal.made",
      "run.changed",
      "team.changed",
    ]
  ) {
    all.add(more);
  }
  equals([...all].sort(), Object.keys(eventSchemas).sort());
});

Deno.test("the client handles every event", async () => {
  const files = (await readdir("client", { recursive: true })).filter((path) =>
    /(^|\/)(state|live)\.ts$|followed-doubts\.tsx$/.test(path)
  );
  const texts = await Promise.all(files.map((path) => Deno.readTextFile(`client/${path}`)));
  // The first one ends access, on the server; only the wall shows steps, and fetches them.
  const others = ["access.changed", "classSession.steps", "person.renamed"];
  const missing = Object.keys(eventSchemas).filter((name) =>
    !others.includes(name) && !texts.some((text) => text.includes(`"${name}"`))
  );
  equals(missing, []);
});
