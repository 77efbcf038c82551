/**
 * The published contract describes what the server does: every call, its input, its replies, its
 * errors.
 */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Hono } from "hono";
import type { ExtractSchema } from "hono/types";
import * as z from "zod";
import { routes } from "../server/app.ts";
import { answers, type Published } from "../server/kit/contract/describe.ts";
import { openapiOf } from "../server/kit/contract/openapi.ts";
import type { Role } from "../server/kit/core/roles.ts";
import { type App, input, signedIn } from "../server/kit/http/guard.ts";
import "./kit/client_ready.ts";
import { caller, person } from "./kit/people.ts";
import { unpublished } from "./kit/published.ts";
import { testServer } from "./kit/server.ts";

/**
 * The calls whose handlers may answer something that is not published, or that have no description.
 * The type of a route contains both. The bytes of a file have no type.
 *
 * The schema is a type parameter: the compiler would copy a type that is named here for each path,
 * which takes seconds.
 */
type Wrong<Schema> = {
  [Path in keyof Schema]: Path extends
    "/files/:id" | "/personal/copy" | "/calendar/:file" | `/exports/${string}` ? never
    : WrongAt<Path, Schema[Path]>;
}[keyof Schema];
type WrongAt<Path, Methods> = {
  [Method in keyof Methods]: [OutputOf<Exclude<Methods[Method], Published>>] extends
    [OutputOf<Extract<Methods[Method], Published>>] ? never
    : [Method, Path];
}[keyof Methods];
type OutputOf<Endpoint> = Endpoint extends { output: infer Output } ? Output : never;
type WrongHere = Wrong<ExtractSchema<typeof routes>>;
/** Compiles only while every handler answers as published. */
const _answersAsPublished: [WrongHere] extends [never] ? true : WrongHere = true;

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

/** Returns every published call under the name of its route. */
function operationsOf({ paths }: Document): [key: string, operation: Operation][] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
      operation,
    ])
  );
}

Deno.test("the published calls are exactly the mounted ones", async () => {
  await using server = await testServer();
  const { status, body } = await caller(server).get("/openapi.json");
  is(status, 200);
  const mounted = routes.routes.filter(({ method }) => method !== "ALL")
    .map(({ method, path }) => `${method} ${path}`);
  equals(operationsOf(body).map(([key]) => key).sort(), [...new Set(mounted)].sort());
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

Deno.test("the document is valid OpenAPI 3.1, and contains every schema that it refers to", async () => {
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
  // The validator finds an error when there is one.
  const broken = { ...body, paths: { "/x": { get: { responses: "none" } } } };
  is((await new Validator().validate(broken)).valid, false);
});

Deno.test("a call without a description is not in the document", async () => {
  const app = new Hono<App>()
    .get("/described", answers("Say hello.", z.string()), signedIn, (c) => c.json("hello"))
    .get("/forgotten", signedIn, input("query", z.object({})), (c) => c.json("hello"));
  const { paths } = await openapiOf(app.routes, {});
  equals(Object.keys(paths), ["/described"]);
});

Deno.test("a call validates exactly the input fields that are published", async (t) => {
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

Deno.test("an unpublished reply is found, an error in every test", async () => {
  const refused = (method: string, path: string, status: number, code: string, more = {}) =>
    unpublished({ method, path, status, body: { code, msg: "No.", ...more } });
  const cases: [Parameters<typeof refused>, boolean][] = [
    [["PUT", "/doubts/7/reply", 409, "doubt.resolved"], true],
    [["PUT", "/doubts/7/reply", 409, "goal.exists"], false],
    [["PUT", "/doubts/7/reply", 418, "doubt.resolved"], false],
    // The pattern with fewer parameters takes precedence.
    [["GET", "/doubts/filter-doubts?page=2", 404, "not-found"], false],
    [["GET", "/doubts/7", 404, "not-found"], true],
    [["GET", "/nowhere", 404, "not-found"], true],
    // The members of the reply have to be published, too.
    [["PUT", "/doubts/7/reply", 409, "doubt.resolved", { current: {} }], false],
    [["POST", "/quick-questions", 409, "quickQuestion.open", { current: {} }], false],
    [["POST", "/quick-questions", 409, "quickQuestion.open"], false],
  ];
  for (const [refusal, isPublished] of cases) {
    is(await refused(...refusal) === null, isPublished, refusal.join(" "));
  }
  const admission = (status: number, body: object) =>
    unpublished({ method: "GET", path: "/admission", status, body });
  const good = { rule: "open", domains: [], schoolOnly: [], school: null, version: 1 };
  is(await admission(200, good), null);
  for (const [status, body] of [[201, good], [200, { ...good, odd: 1 }], [200, {}]] as const) {
    ok(await admission(status, body), JSON.stringify(body));
  }
});

Deno.test("the page with the documentation loads nothing from other servers", async () => {
  await using server = await testServer();
  const page = await fetch(`${server.url}/api/docs`);
  is(page.status, 200);
  match(page.headers.get("content-type") ?? "", /^text\/html/);
  const policy = page.headers.get("content-security-policy") ?? "";
  match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';.* object-src 'none';/);
  ok(!/unsafe|https?:|\*/.test(policy), policy);
  const html = await page.text();
  is(/<script>|<style|\s(on\w+|style)=/.test(html), false, "nothing inline: the policy says so");
  const named = Array.from(html.matchAll(/(?:src|href)="([^"]+)"/g), ([, address = ""]) => address);
  const assets = named.filter((address) => /^\/assets\/docs-[\w-]+\.(js|css)$/.test(address));
  equals(named.filter((address) => !assets.includes(address)).sort(), [
    "/api/openapi.json",
    "/favicon.svg",
  ]);
  is(assets.length, 2);
  for (const asset of assets) {
    const file = await fetch(server.url + asset);
    const text = await file.text();
    is(file.status, 200);
    match(file.headers.get("cache-control") ?? "", /immutable/);
    const elsewhere = asset.endsWith(".css")
      ? text.match(/url\((?!["']?data:)[^)]*\)|@import/)
      : null;
    is(elsewhere, null);
  }
});
