/**
 * The security headers of every reply, whatever its kind: content security policy, framing,
 * sniffing.
 */
import {
  deepStrictEqual as equals,
  match,
  notDeepStrictEqual,
  ok,
  strictEqual as is,
} from "node:assert/strict";
import { type Access, navigation, screens } from "../client/routes.ts";
import { SHARED_LIMITS } from "../server/kit/limits/limits.ts";
import { JSON_MOST } from "../server/kit/http/body.ts";
import "./kit/client_ready.ts";
import { assignment, questionForm } from "./kit/assignments.ts";
import { picture } from "./kit/fixture.ts";
import { caller, person, type TestPerson } from "./kit/people.ts";
import { type TestServer, testServer } from "./kit/server.ts";

type Page = { what: string; status: number; kind: RegExp; ask: () => Promise<Response> };

const HTML = /^text\/html/;
const JSON_KIND = /^application\/json/;

/** Returns what is wrong with these headers, or null. */
function fault(headers: Headers): string | null {
  const policy = new Map(
    (headers.get("content-security-policy") ?? "").split(";").map((part) => {
      const [name = "", ...sources] = part.trim().split(/\s+/);
      return [name, sources.join(" ")];
    }),
  );
  if (headers.get("x-content-type-options") !== "nosniff") return "may be sniffed";
  if (headers.get("x-frame-options") !== "DENY") return "no X-Frame-Options";
  if (policy.get("frame-ancestors") !== "'none'") return "may be framed";
  if (!["'self'", "'none'"].includes(policy.get("default-src") ?? "")) return "no default-src";
  const scripts = policy.get("script-src") ?? policy.get("default-src");
  if (!["'self'", "'none'"].includes(scripts ?? "")) return `scripts from ${scripts}`;
  const images = (policy.get("img-src") ?? "'self'").split(" ")
    .filter((source) => !["'self'", "'none'", "data:", "blob:"].includes(source));
  if (images.length > 0) return `images from ${images}`;
  const isSandboxed = policy.has("sandbox");
  for (const name of ["object-src", "base-uri"]) {
    if (!isSandboxed && policy.get("default-src") !== "'none'" && policy.get(name) !== "'none'") {
      return `${name} is open`;
    }
  }
  return null;
}

/** Returns the client's page, its files, and the other addresses beside the API. */
async function site(server: TestServer): Promise<Page[]> {
  const at = (path: string, status: number, kind: RegExp): Page => ({
    what: path,
    status,
    kind,
    ask: () => fetch(server.url + path),
  });
  const page = await (await fetch(server.url)).text();
  const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  const [script, style] = [".js", ".css"].map((end) => assets.find((path) => path?.endsWith(end)));
  return [
    at("/", 200, HTML),
    at("/login?expired=true", 200, HTML),
    at("/doubts/nothing", 200, HTML),
    at(script ?? "no script", 200, /javascript/),
    at(style ?? "no style", 200, /css/),
    at("/assets/gone.js", 404, /^text\/plain/),
    at("/..%2f..%2fdeno.json", 200, HTML),
    at("/api/docs", 200, HTML),
    at("/api/openapi.json", 200, JSON_KIND),
    at("/healthz", 200, JSON_KIND),
    at("/readyz", 200, JSON_KIND),
    at("/metrics", 200, /^text\/plain/),
    at("/socket.io/?EIO=4&transport=polling", 400, JSON_KIND),
    at("/socket.io/?EIO=4&transport=websocket", 400, JSON_KIND),
  ];
}

/** Returns calls that succeed, and one for each kind of refusal. */
async function calls(
  server: TestServer,
  { mentor, student }: { mentor: TestPerson; student: TestPerson },
): Promise<Page[]> {
  const visitor = caller(server);
  const json = (body: string) => ({
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  });
  const question = await assignment(mentor);
  const call = (what: string, status: number, ask: Page["ask"], kind = JSON_KIND): Page => ({
    what,
    status,
    kind,
    ask,
  });
  const form = new FormData();
  form.set("file", picture());
  const image = (await mentor.post("/upload", form)).body.url;
  const attached = questionForm();
  attached.append("files", new File(["<script>1</script>"], "a.html", { type: "text/html" }));
  const [file] = (await mentor.post("/assignments", attached)).body.files;
  const full = "full@class.test";
  for (let asked = 0; asked < SHARED_LIMITS["mail.network"].points; asked++) {
    await visitor.post("/auth/forgot-password", { email: full });
  }
  const stale = JSON.stringify({ title: "x", version: 4711 });
  return [
    call("an answer", 200, () => student.fetch("/auth/me")),
    call("a public answer", 200, () => visitor.fetch("/assignments/home")),
    call("an image", 200, () => fetch(server.url + image), /^image\/gif/),
    call("a download", 200, () => fetch(server.url + file), /octet-stream/),
    call("bad JSON", 400, () => visitor.fetch("/auth/login", json("{"))),
    call("no token", 401, () => visitor.fetch("/auth/me")),
    call("a bad token", 401, () => caller(server, "x").fetch("/assignments/home")),
    call("another's role", 403, () => student.fetch("/contact")),
    call(
      "another origin",
      403,
      () => visitor.fetch("/about", { headers: { origin: "https://evil.test" } }),
    ),
    call("an unknown call", 404, () => visitor.fetch("/nothing")),
    call(
      "a stale version",
      409,
      () => mentor.fetch(`/assignments/${question._id}`, { ...json(stale), method: "PUT" }),
    ),
    call(
      "a body that is too large",
      413,
      () => student.fetch("/doubts", json("x".repeat(JSON_MOST + 1))),
    ),
    call(
      "another content type",
      415,
      () => student.fetch("/doubts", { method: "POST", body: "x" }),
    ),
    call(
      "too many requests",
      429,
      () => visitor.fetch("/auth/forgot-password", json(`{"email":"${full}"}`)),
    ),
    call("an internal error", 500, async () => {
      const { sql } = server.parts.database;
      await sql`alter table about rename to about_gone`;
      return await visitor.fetch("/about").finally(() =>
        sql`alter table about_gone rename to about`
      );
    }),
  ];
}

Deno.test("every kind of reply forbids foreign scripts and frames, and has its content type", async (t) => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const pages = [...await site(server), ...await calls(server, { mentor, student })];
  for (const { what, status, kind, ask } of pages) {
    await t.step(what, async () => {
      const { status: got, headers, body } = await ask();
      await body?.cancel();
      is(got, status);
      match(headers.get("content-type") ?? "", kind);
      is(fault(headers), null);
      is(headers.get("access-control-allow-origin"), null);
    });
  }
});

Deno.test("a page may not use the camera or the place of its reader, but write to the clipboard", async () => {
  await using server = await testServer();
  const { headers, body } = await fetch(server.url);
  await body?.cancel();
  const policy = (headers.get("permissions-policy") ?? "").split(/, */);
  for (const name of ["camera", "microphone", "geolocation", "payment", "usb"]) {
    ok(policy.includes(`${name}=()`), name);
  }
  for (const name of ["clipboard-write", "fullscreen", "screen-wake-lock"]) {
    ok(policy.includes(`${name}=(self)`), name);
  }
});

Deno.test("a page that has not changed is not sent again", async () => {
  await using server = await testServer();
  for (const path of ["/", "/doubts", "/favicon.svg", "/robots.txt"]) {
    const first = await fetch(server.url + path);
    await first.body?.cancel();
    const tag = first.headers.get("etag") ?? "";
    ok(tag, path);
    const again = await fetch(server.url + path, { headers: { "if-none-match": tag } });
    equals([again.status, await again.text(), again.headers.get("etag")], [304, "", tag]);
    const other = await fetch(server.url + path, { headers: { "if-none-match": '"other"' } });
    await other.body?.cancel();
    is(other.status, 200);
  }
});

Deno.test("robots.txt opens exactly the public screens that somebody may look for", async () => {
  await using server = await testServer();
  const text = await (await fetch(`${server.url}/robots.txt`)).text();
  const open = [...text.matchAll(/^Allow: (\/\w*)\$$/gm)].map(([, path]) => path);
  ok(open.length > 3 && text.trim().endsWith("Disallow: /"));
  for (const path of open) {
    is(screens.find((screen) => screen.path === path)?.access, "public", path);
  }
});

/** The addresses of the home page, which is also served for every unknown address. */
const HOME = ["/", "/home"];

Deno.test("a screen's page preloads the screen's own code", async () => {
  await using server = await testServer();
  const shown = screens.filter(({ path }) => !HOME.includes(path));
  const patterns = shown.flatMap(({ path, triage }) => [
    path,
    ...triage ? [`${path}?view=triage`] : [],
  ]);
  ok(patterns.length > 20);
  const codeAt = async (address: string) => {
    const page = await (await fetch(server.url + address)).text();
    const links = page.matchAll(/<link rel="modulepreload" crossorigin href="([^"]+)">/g);
    return [...links].map(([, path = ""]) => path);
  };
  const home = await codeAt("/");
  const firsts = new Set<string>();
  for (const address of patterns.map((path) => path.replace(":id", "x"))) {
    const code = await codeAt(address);
    ok(code.length > 0, address);
    notDeepStrictEqual(code, home, address);
    firsts.add(code.join());
    for (const path of code) {
      const { ok: isThere, body } = await fetch(server.url + path);
      await body?.cancel();
      ok(isThere, path);
    }
  }
  // Some screens share their code.
  const loads = shown.flatMap(({ load, triage }) => triage ? [load, triage] : [load]);
  is(firsts.size, new Set(loads).size);
  for (const address of ["/home", "/nowhere", "/doubts/x/y"]) {
    equals(await codeAt(address), home, address);
  }
});

Deno.test("a policy that allows too much is found", () => {
  const good = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  };
  is(fault(new Headers(good)), null);
  for (const name of Object.keys(good)) {
    ok(fault(new Headers({ ...good, [name]: "" })), name);
  }
  for (
    const policy of [
      "default-src 'self' 'unsafe-inline'; frame-ancestors 'none'",
      "default-src 'self'; script-src 'self' https:; frame-ancestors 'none'",
      "default-src 'self'; img-src 'self' https:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      "default-src 'self'; frame-ancestors 'self'",
      "default-src 'self'; frame-ancestors 'none'",
    ]
  ) {
    ok(fault(new Headers({ ...good, "content-security-policy": policy })), policy);
  }
});

Deno.test("every link of the navigation leads to a screen that its users may enter", () => {
  const MAY: Record<keyof typeof navigation, Access[]> = {
    visitors: ["public"],
    learners: ["public", "everyone", "learners"],
    staff: ["public", "everyone", "staff", "admins"],
  };
  for (const [who, { bar, more }] of Object.entries(navigation)) {
    for (const { path, only } of [...bar, ...more]) {
      const access = screens.find((screen) => screen.path === path)?.access;
      ok(access && MAY[who as keyof typeof navigation].includes(access), `${path} for ${who}`);
      is(access === "admins", only === "admin", path);
    }
  }
});
