/**
 * Makes every call as a visitor and as every role, from the one table in tests/kit/routes.ts; the
 * comment at its head explains how to add a row. A route without a row fails here, and so does a
 * row without a route. Every good reply has exactly the published fields.
 */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import { routes } from "../server/app.ts";
import { ROLES } from "../server/kit/core/roles.ts";
import {} from "./kit/calls.ts";
import { Fixture, type Who } from "./kit/fixture.ts";
import type { Reply } from "./kit/people.ts";
import { unpublished } from "./kit/published.ts";
import { type Call, ROUTES, type Row } from "./kit/routes.ts";
import { testServer } from "./kit/server.ts";

const ASKERS: readonly Who[] = ["nobody", ...ROLES];

type Mounted = readonly { method: string; path: string }[];

/** Returns the differences between the table and the application's routes. */
function unmatched(mounted: Mounted, table: Record<string, Row>): string[] {
  const keys = new Set(
    mounted.filter(({ method }) => method !== "ALL").map(({ method, path }) => `${method} ${path}`),
  );
  return [
    ...[...keys].filter((key) => !(key in table)).map((key) => `${key} has no row`),
    ...Object.keys(table).filter((key) => !keys.has(key)).map((key) => `${key} has no route`),
  ];
}

/** Returns what is wrong with the reply that this asker got, or null. */
function judge(row: Row, who: Who, { status, body }: Pick<Reply, "status" | "body">) {
  if (row.may.includes(who)) {
    return status >= 200 && status < 300 ? null : `${who} may, and got ${status} ${body?.msg}`;
  }
  const wanted = row.but?.[who] ?? (who === "nobody" ? 401 : 403);
  return status === wanted ? null : `${who} must get ${wanted}, and got ${status} ${body?.msg}`;
}

async function send(fixture: Fixture, key: string, { params = {}, query = "", body }: Call) {
  const [method = "", pattern = ""] = key.split(" ");
  const path = pattern.replace(/:(\w+)/g, (_, name) => {
    const value = params[name];
    if (!value) throw new Error(`the row makes no ${name}`);
    return value;
  });
  const call = method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete";
  const reply = await fixture.caller[call](path + query, body);
  const isJson = reply.headers.get("content-type")?.includes("json");
  const fault = isJson ? await unpublished({ method, path, ...reply }) : null;
  if (fault) throw new Error(fault);
  return reply;
}

Deno.test("every route has a row, and every row a route", () => {
  const row: Row = { may: [] };
  const mounted = [
    { method: "GET", path: "/a" },
    { method: "PUT", path: "/a" },
    { method: "ALL", path: "/*" },
  ];
  equals(unmatched(mounted, { "GET /a": row, "GET /b": row }), [
    "PUT /a has no row",
    "GET /b has no route",
  ]);
  equals(unmatched(routes.routes, ROUTES), []);
});

Deno.test("the check finds wrong statuses", () => {
  const row: Row = { may: ["mentor"], but: { admin: 404 } };
  const replies: [Who, number, boolean][] = [
    ["mentor", 200, true],
    ["mentor", 201, true],
    ["mentor", 403, false],
    ["mentor", 400, false],
    ["student", 403, true],
    ["student", 200, false],
    ["student", 404, false],
    ["nobody", 401, true],
    ["nobody", 403, false],
    ["admin", 404, true],
    ["admin", 403, false],
  ];
  for (const [who, status, isRight] of replies) {
    equals(judge(row, who, { status, body: {} }) === null, isRight, `${who} ${status}`);
  }
});

Deno.test("every call is answered for the roles that may make it, with exactly the published fields, and for no other", async (t) => {
  await using server = await testServer();
  for (const key of Object.keys(ROUTES)) {
    const row = ROUTES[key] ?? { may: [] };
    await t.step(key, async () => {
      const wrong: string[] = [];
      const told = (who: Who, reply: Reply) => {
        const fault = judge(row, who, reply);
        if (fault) wrong.push(fault);
      };
      const isRefused = (who: Who) => !row.may.includes(who) && row.but?.[who] === undefined;
      const [first = "nobody", ...others] = ASKERS.filter((who) => !isRefused(who));
      const fixture = await Fixture.around(server, first);
      const call = await row.with?.(fixture) ?? {};
      // Who is refused by role asks for the thing of somebody who is not, while it is there.
      for (const who of ASKERS.filter(isRefused)) {
        told(who, await send(await Fixture.around(server, who), key, call));
      }
      told(first, await send(fixture, key, call));
      for (const who of others) {
        const own = await Fixture.around(server, who);
        told(who, await send(own, key, await row.with?.(own) ?? {}));
      }
      ok(wrong.length === 0, `\n${wrong.map((fault) => `  ${fault}`).join("\n")}\n`);
    });
  }
});
