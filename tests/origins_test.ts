/** The addresses at which a server is reached, and the origins whose pages may call it there. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { networkInterfaces } from "node:os";
import { io } from "socket.io-client";
import { readEnv } from "../server/kit/core/env.ts";
import { originCheck, ownUrl, urlsOnNetwork } from "../server/kit/http/origins.ts";
import { PASSWORD, person } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";

const own = Object.values(networkInterfaces()).flatMap((all = []) => all)
  .filter(({ family, internal }) => family === "IPv4" && !internal).map(({ address }) => address);

/** Signs in as a browser does from a page of this origin. */
async function signsIn(url: string, origin: string, email: string): Promise<number> {
  const reply = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  await reply.body?.cancel();
  return reply.status;
}

function opens(url: string, origin: string): Promise<boolean> {
  const socket = io(url, {
    transports: ["websocket"],
    forceNew: true,
    reconnection: false,
    extraHeaders: { origin },
  });
  return new Promise<boolean>((done) => {
    socket.once("ready", () => done(true));
    socket.once("connect_error", () => done(false));
  }).finally(() => socket.disconnect());
}

Deno.test("pages of every address that the server listens on may call it, and no other pages", async () => {
  await using server = await testServer({ HOST: "0.0.0.0" });
  const { email } = await person(server);
  const { port } = new URL(server.url);
  is(server.url, `http://127.0.0.1:${port}`);
  equals(server.alsoAt, own.map((address) => `http://${address}:${port}`));
  const names = ["127.0.0.1", "localhost", Deno.hostname().toLowerCase(), ...own];
  for (const name of names) {
    const origin = `http://${name}:${port}`;
    const url = own.includes(name) ? origin : server.url;
    equals([await signsIn(url, origin, email), await opens(url, origin)], [200, true], origin);
  }
  // A name that another person points to this machine, another port, another scheme.
  const foreign = [
    `http://rebound.evil.test:${port}`,
    `http://${own[0] ?? "192.0.2.7"}.evil.test:${port}`,
    `http://${own[0] ?? "127.0.0.1"}:1`,
    `https://127.0.0.1:${port}`,
    `http://192.0.2.7:${port}`,
    "null",
  ];
  for (const origin of foreign) {
    equals([await signsIn(server.url, origin, email), await opens(server.url, origin)], [
      403,
      false,
    ], origin);
  }
});

Deno.test("pages of other addresses may not call a server with one HOST address or with PUBLIC_URL", () => {
  const allows = (vars: Record<string, string>, port: number) => originCheck(readEnv(vars), port);
  const one = allows({ HOST: "192.0.2.7" }, 8000);
  ok(one("http://192.0.2.7:8000") && one("http://localhost:8000") && one(undefined));
  for (const address of own) is(one(`http://${address}:8000`), false);
  const named = allows({ HOST: "0.0.0.0", PUBLIC_URL: "https://class.test" }, 8000);
  ok(named("https://class.test"));
  for (const address of ["127.0.0.1", ...own]) is(named(`http://${address}:8000`), false);
  equals(urlsOnNetwork(readEnv({ HOST: "192.0.2.7" }), 8000), []);
  equals(urlsOnNetwork(readEnv({ HOST: "0.0.0.0", PUBLIC_URL: "https://class.test" }), 8000), []);
});

Deno.test("an origin is written as browsers write it: without a default port, with brackets around IPv6", () => {
  is(ownUrl(readEnv({ HOST: "127.0.0.1" }), 80), "http://127.0.0.1");
  is(ownUrl(readEnv({ HOST: "::1" }), 8000), "http://[::1]:8000");
  is(ownUrl(readEnv({ HOST: "::" }), 8000), "http://127.0.0.1:8000");
  const allows = originCheck(readEnv({ HOST: "::" }), 80);
  for (const origin of ["http://localhost", "http://[::1]", "http://127.0.0.1"]) ok(allows(origin));
});
