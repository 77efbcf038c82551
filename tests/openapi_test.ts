/** The published contract says what the server does: every call, its input, its replies, its errors. */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { Validator } from "@seriousme/openapi-schema-validator";
import type { ExtractSchema } from "hono/types";
import * as z from "zod";
import { routes } from "../server/app.ts";
import { calls } from "../server/contract/schema.ts";
import { openapiOf } from "../server/kit/openapi.ts";
import type { Role } from "../server/kit/roles.ts";
import { Fixture, type Who } from "./kit/fixture.ts";
import { caller, person } from "./kit/people.ts";
import { unpublished } from "./kit/published.ts";
import { ROUTES } from "./kit/routes.ts";
import { testServer } from "./kit/server.ts";

type Mounted = ExtractSchema<typeof routes>;
type Calls = typeof calls;

/** What a route's handler answers, as its type says. */
type Answer<K> = K extends `${infer Method} ${infer Path}`
  ? Path extends keyof Mounted
    ? `$${Lowercase<Method>}` extends keyof Mounted[Path]
      ? Mounted[Path][`$${Lowercase<Method>}`] extends { output: infer Output } ? Output : never
    : never
  : never
  : never;
type Published<K extends keyof Calls> = z.output<
  Calls[K]["replies"][keyof Calls[K]["replies"]] & z.ZodType
>;
type Wrong = {
  [K in keyof Calls]: [Answer<K>] extends [never] ? K : [Answer<K>] extends [Published<K>] ? never
  : K;
}[keyof Calls];
/** Compiles only while every handler answers what is published; a file's bytes have no type here. */
type Misses = Exclude<Wrong, "GET /files/:id">;
const _answersAsPublished: [Misses] extends [never] ? true : Misses = true;

type Shape = {
  type?: string;
  properties?: Record<string, Shape>;
  required?: string[];
  contentMediaType?: string;
};
type Operation = {
  summary: string;
  operationId: string;
  "x-roles"?: Role[];
  requestBody?: { content: Record<string, { schema: Shape }> };
  responses: Record<string, { content: Record<string, unknown> }>;
};
type Document = { paths: Record<string, Record<string, Operation>> } & Record<string, unknown>;

/** Every published call by the name that its route has. */
function operationsOf({ paths }: Document): [key: string, operation: Operation][] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
      operation,
    ])
  );
}

Deno.test("every mounted call is published, and none that there is not", async () => {
  await using server = await testServer();
  const { status, body } = await caller(server).get("/openapi.json");
  is(status, 200);
  const mounted = routes.routes.filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => `${method} ${path}`);
  equals(operationsOf(body).map(([key]) => key).sort(), [...new Set(mounted)].sort());
  equals(Object.keys(calls).sort(), [...new Set(mounted)].sort());
  const ids = operationsOf(body).map(([, { operationId }]) => operationId);
  is(new Set(ids).size, ids.length);
  for (const [key, { summary, responses }] of operationsOf(body)) {
    match(summary, /^[A-Z].*\.$/, key);
    const statuses = Object.keys(responses);
    ok(statuses.some((one) => one.startsWith("2")), key);
    ok(["401", "403", "500", "503"].every((one) => statuses.includes(one)), key);
  }
  match(JSON.stringify(body), /doubt\.resolved/);
  ok("doubt.opened" in body["x-events"]);
});

Deno.test("the document is valid OpenAPI 3.1, and everything it refers to is in it", async () => {
  await using server = await testServer();
  const { body } = await caller(server).get("/openapi.json");
  const validator = new Validator();
  const { valid, errors } = await validator.validate(structuredClone(body));
  ok(valid, JSON.stringify(errors));
  is(validator.version, "3.1");
  const schemas = body.components.schemas;
  for (const [, name] of JSON.stringify(body).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    ok(name !== undefined && name in schemas, `${name} is missing`);
  }
  ok("Doubt" in schemas && "Goal" in schemas && "Failure" in schemas);
  // One that is wrong is found: the check is one.
  const broken = { ...body, paths: { "/x": { get: { responses: "none" } } } };
  is((await new Validator().validate(broken)).valid, false);
});

Deno.test("a call that nobody has described is left out, and so found missing", () => {
  const { paths } = openapiOf({
    mounted: routes.routes,
    calls: {},
    events: {},
    modules: {},
  }) as Document;
  equals(paths, {});
});

Deno.test("what is published of an input is what validates it", async (t) => {
  await using server = await testServer();
  const people = {
    nobody: caller(server),
    student: await person(server),
    volunteer: await person(server, "volunteer"),
    mentor: await person(server, "mentor"),
    admin: await person(server, "admin"),
  };
  const { body: document } = await people.nobody.get("/openapi.json");
  for (const [key, { requestBody, ...operation }] of operationsOf(document)) {
    if (!requestBody) continue;
    await t.step(key, async () => {
      const [method = "", pattern = ""] = key.split(" ");
      const path = pattern.replace(/:\w+/g, () => crypto.randomUUID());
      const send = people[operation["x-roles"]?.[0] ?? "nobody"][
        method.toLowerCase() as "post" | "put" | "patch" | "delete"
      ];
      const [[kind, { schema }] = ["", { schema: {} as Shape }]] = Object.entries(
        requestBody.content,
      );
      const names = Object.keys(schema.properties ?? {});
      const named = async (sent: unknown) => {
        const { status, body } = await send(path, sent);
        is(status, 400, JSON.stringify(body));
        return [...new Set(Object.keys(body.errors).map((field) => field.split(".")[0] ?? ""))];
      };
      if (kind === "multipart/form-data") {
        const missing = await named(new FormData());
        for (const field of schema.required ?? []) ok(missing.includes(field), `${field} missing`);
        return;
      }
      const wrong = await named(Object.fromEntries(names.map((name) => [name, { odd: [] }])));
      equals(wrong.sort(), names.sort(), "each field that is published is checked");
      const unknown = await named({ notPublished: 1 });
      for (const field of [...schema.required ?? [], "notPublished"]) {
        ok(unknown.includes(field), `${field} in ${unknown}`);
      }
    });
  }
});

Deno.test("a refusal that is not published is found, whichever test gets it", () => {
  const refused = (method: string, path: string, status: number, code: string) =>
    unpublished({ method, path, status, code });
  const cases: [Parameters<typeof refused>, boolean][] = [
    [["PUT", "/doubts/7/reply", 409, "doubt.resolved"], true],
    [["PUT", "/doubts/7/reply", 409, "goal.exists"], false],
    [["PUT", "/doubts/7/reply", 418, "doubt.resolved"], false],
    // The address that has fewer names is meant.
    [["GET", "/doubts/filter-doubts?page=2", 404, "not-found"], false],
    [["GET", "/doubts/7", 404, "not-found"], true],
    [["GET", "/nowhere", 404, "not-found"], true],
  ];
  for (const [refusal, isPublished] of cases) {
    is(refused(...refusal) === null, isPublished, refusal.join(" "));
  }
});

Deno.test("every reply is what is published: no field less, and none more", async (t) => {
  await using server = await testServer();
  for (const [key, row] of Object.entries(ROUTES)) {
    const call = calls[key as keyof Calls];
    if (key === "GET /files/:id") continue;
    await t.step(key, async () => {
      for (const who of row.may as readonly Who[]) {
        const fixture = await Fixture.around(server, who);
        const { params = {}, query = "", body } = await row.with?.(fixture) ?? {};
        const [method = "", pattern = ""] = key.split(" ");
        const path = pattern.replace(/:(\w+)/g, (_, name) => params[name] ?? "");
        const send = fixture.caller[
          method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete"
        ];
        const reply = await send(path + query, body);
        const schema = (call.replies as Record<number, z.ZodType>)[reply.status];
        ok(schema, `${who} got ${reply.status}, which is not published: ${reply.body?.msg}`);
        // Zod drops what it does not know: a field too many is a difference.
        equals(schema.parse(reply.body), reply.body, `${who}: ${key}`);
      }
    });
  }
});

Deno.test("the page to read and try it needs nothing from elsewhere", async () => {
  await using server = await testServer();
  const page = await fetch(`${server.url}/api/docs`);
  is(page.status, 200);
  match(page.headers.get("content-type") ?? "", /^text\/html/);
  const html = await page.text();
  const loaded = Array.from(html.matchAll(/(?:src|href)="([^"]+)"/g), ([, address]) => address);
  equals(loaded, ["/api/openapi.json", "/api/docs.js"]);
  is(/<script>|\son\w+=/.test(html), false, "a script of its own file only: the policy says so");
  const script = await fetch(`${server.url}/api/docs.js`);
  is(script.status, 200);
  match(script.headers.get("content-type") ?? "", /^text\/javascript/);
  await script.body?.cancel();
});
