/** The proxy in front of several servers, with the configuration that is shipped. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { createServer } from "node:http";
import { io } from "socket.io-client";
import "./kit/client_ready.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { fetchThrough, startCaddy } from "./kit/caddy.ts";
import { caller, person } from "./kit/people.ts";
import { freePort } from "./kit/process.ts";
import { SHARED_LIMITS } from "../server/kit/limits/limits.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

/**
 * Starts two servers on one database and the proxy in front of them. Their PUBLIC_URL is the
 * proxy's.
 */
async function threesome({ tls = false } = {}) {
  const port = freePort();
  const ports = [freePort(), freePort()];
  const PUBLIC_URL = tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`;
  const one = await testServer({ PUBLIC_URL, PORT: String(ports[0]) });
  const two = await testServer({
    PUBLIC_URL,
    PORT: String(ports[1]),
    DATABASE_URL: one.databaseUrl,
  });
  const behind = ports.map((port) => ({ url: `http://127.0.0.1:${port}` }));
  const proxy = await startCaddy(behind, { port, tls });
  return {
    one,
    two,
    proxy,
    behind,
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await two[Symbol.asyncDispose]();
      await one[Symbol.asyncDispose]();
    },
  };
}

Deno.test("calls and sockets go through the proxy to every server, and past one that stopped", async () => {
  await using all = await threesome();
  const { one, two, proxy, behind } = all;
  const [mentor, student] = [await person(one, "mentor"), await person(one)];
  const { _id: assignmentId } = await assignment(mentor);
  using socket = await listen(proxy, { token: mentor.token });
  for (const server of behind) {
    const raised = await doubt({ ...student, ...caller(server, student.token) }, assignmentId);
    const fits = ({ _id, entries }: { _id: string; entries: number }) =>
      _id === raised._id && entries === raised.entries;
    await socket.until(raised.entries === 1 ? "doubt.opened" : "doubt.changed", fits);
  }
  await two.stop();
  for (let call = 0; call < 6; call++) is((await student.get("/auth/me")).status, 200);
  using again = await listen(proxy, { token: mentor.token });
  ok(again.socket.connected);
});

Deno.test("a browser gets a page and all of its files from one server: during an upgrade others have other files", async () => {
  const ports = [freePort(), freePort()];
  await using servers = new AsyncDisposableStack();
  for (const port of ports) {
    const server = createServer((_, reply) => reply.end(`${port}`));
    servers.use(server.listen(port, "127.0.0.1"));
  }
  await using proxy = await startCaddy(ports.map((port) => ({ url: `http://127.0.0.1:${port}` })));
  const page = await fetch(proxy.url);
  const cookie = page.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  const names = new Set([await page.text()]);
  for (let file = 0; file < 16; file++) {
    names.add(await (await fetch(`${proxy.url}/early.js`, { headers: { cookie } })).text());
  }
  is(names.size, 1);
});

Deno.test("the proxy does not expose the operator's pages", async () => {
  await using all = await threesome();
  const { proxy, behind } = all;
  const [server] = behind as [{ url: string }];
  for (const page of ["metrics", "healthz", "readyz"]) {
    const inside = await fetch(`${server.url}/${page}`);
    is(inside.status, 200);
    const begin = (await inside.text()).slice(0, 20);
    for (
      const path of [
        `/${page}`,
        `/${page}?x=1`,
        `/${page}/`,
        `//${page}`,
        `/./${page}`,
        `/${page.toUpperCase()}`,
        `/%${page.charCodeAt(0).toString(16)}${page.slice(1)}`,
        `/api/../${page}`,
        `/api/..%2f${page}`,
      ]
    ) {
      const outside = await fetch(`${proxy.url}${path}`);
      ok(!(await outside.text()).startsWith(begin), path);
    }
    is((await fetch(`${proxy.url}/${page}`)).status, 404);
  }
});

Deno.test("behind the proxy, the caller's address is the one that the proxy saw, and the origin is checked", async () => {
  await using all = await threesome();
  const { proxy, one } = all;
  const { email } = await person(one);
  // Forged addresses allow no more tries than one address has.
  const wrong = (at: number) =>
    caller(proxy).post("/auth/login", { email, password: "Wrong@123" }, {
      "x-forwarded-for": `10.${at}.0.1`,
    });
  const { points } = SHARED_LIMITS["password.network"];
  await Promise.all(Array.from({ length: points }, (_, at) => wrong(at)));
  is((await wrong(points)).status, 429);

  const connect = (origin: string) => {
    const socket = io(proxy.url, {
      transports: ["websocket"],
      forceNew: true,
      reconnection: false,
      extraHeaders: { origin },
    });
    return new Promise<string>((done) => {
      socket.once("ready", () => done("ready"));
      socket.once("connect_error", () => done("refused"));
    }).finally(() => socket.disconnect());
  };
  equals(await Promise.all(["https://elsewhere.test", proxy.url].map(connect)), [
    "refused",
    "ready",
  ]);
});

Deno.test("with TLS, the page, calls and sockets use it, and a client rejects an unknown certificate", async () => {
  await using all = await threesome({ tls: true });
  const { one, proxy, behind: [, two] } = all;
  const made = await person(one, "mentor");
  const mentor = { ...made, ...caller(two as { url: string }, made.token) };
  const page = await fetchThrough(proxy, "/");
  equals([page.status, page.headers.get("content-type")], [200, "text/html; charset=utf-8"]);
  ok(page.headers.has("strict-transport-security"));

  const open = (ca: string | null) => {
    const socket = io(proxy.url, {
      transports: ["websocket"],
      forceNew: true,
      reconnection: false,
      auth: { token: mentor.token },
      extraHeaders: { origin: proxy.url },
      ...(ca === null ? {} : { ca }),
    });
    const isReady = new Promise<boolean>((done) => {
      socket.once("ready", () => done(true));
      socket.once("connect_error", () => done(false));
    });
    return { socket, isReady };
  };
  const stranger = open(null);
  is(await stranger.isReady, false);
  const { socket, isReady } = open(proxy.ca());
  try {
    is(await isReady, true);
    const told = new Promise<{ title: string }>((done) => socket.once("assignment.saved", done));
    await assignment(mentor, { title: "Over TLS" });
    is((await told).title, "Over TLS");
  } finally {
    socket.disconnect();
    stranger.socket.disconnect();
  }
});

Deno.test("the proxy's log of an error contains no token and no search text", async () => {
  await using all = await threesome();
  const { one, two, proxy } = all;
  await two.stop();
  await one.stop();
  const secrets = {
    "x-auth-token": "secret-session",
    "authorization": "Bearer secret-bearer",
    "cookie": "session=secret-cookie",
    "idempotency-key": "secret-key",
    "x-known-browser": "secret-browser",
  };
  const reply = await fetch(`${proxy.url}/api/doubts/filter-doubts?text=secret-search`, {
    headers: secrets,
  });
  await reply.body?.cancel();
  ok(reply.status >= 502, String(reply.status));
  await (await fetch(`${proxy.url}/api/calendar/secret-calendar.ics`)).body?.cancel();
  const lines = proxy.output().split("\n");
  const errors = lines.filter((line) => line.includes("http.log.error"));
  for (const path of ["/api/doubts/filter-doubts", "/api/calendar/"]) {
    ok(errors.some((line) => line.includes(path)), proxy.output());
  }
  equals(lines.filter((line) => line.includes("secret-")), []);
});
