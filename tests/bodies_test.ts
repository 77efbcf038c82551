/**
 * Request bodies that are too long, too slow or malformed: refused while they arrive, with a
 * message.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Refusal } from "../server/kit/core/errors.ts";
import { readBody } from "../server/kit/http/body.ts";
import { registrationForm } from "./kit/accounts.ts";
import { caller, person } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";

const MB = 1024 * 1024;
const BORDER = "----border";
const FORM = `multipart/form-data; boundary=${BORDER}`;
const part = (head: string, body = "x") =>
  `--${BORDER}\r\nContent-Disposition: form-data${head}\r\n\r\n${body}\r\n`;
const END = `--${BORDER}--\r\n`;

/** Sends the beginning of a request, and waits for a reply without sending the rest. */
async function begins(url: string, head: string[], body: Uint8Array[] = []) {
  const { hostname, port } = new URL(url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  try {
    const text = [...head, `Host: ${hostname}:${port}`, "", ""].join("\r\n");
    for (const bytes of [new TextEncoder().encode(text), ...body]) {
      for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
    }
    let heard = "";
    const decoder = new TextDecoder();
    const buffer = new Uint8Array(4096);
    while (!heard.includes("}")) {
      const size = await connection.read(buffer);
      if (size === null) break;
      heard += decoder.decode(buffer.subarray(0, size));
    }
    const [, status] = heard.match(/^HTTP\/1.1 (\d+)/) ?? [];
    return { status: Number(status), body: JSON.parse(heard.slice(heard.indexOf("{"))) };
  } finally {
    connection.close();
  }
}

Deno.test("a body whose Content-Length is too large is refused before it is sent", async () => {
  await using server = await testServer();
  const { token } = await person(server);
  const announced = (path: string, type: string, size: number, more: string[] = []) =>
    begins(server.url, [
      `POST /api${path} HTTP/1.1`,
      `Content-Type: ${type}`,
      `Content-Length: ${size}`,
      ...more,
    ]);
  // At once: each reply waits for the rest of the body, for five seconds at most.
  const [register, upload, visitor, contact] = await Promise.all([
    announced("/auth/register", FORM, 55 * MB),
    announced("/upload", FORM, 11 * MB, [`X-Auth-Token: ${token}`]),
    announced("/assignments", FORM, 50 * MB),
    announced("/contact", "application/json", 200 * 1024),
  ]);
  equals([register.status, register.body.code], [413, "file.large"]);
  equals(Object.keys(register.body.errors), ["profileImage"]);
  equals([upload.status, Object.keys(upload.body.errors)], [413, ["file"]]);
  // Where visitors may send nothing, a visitor's body is not read: 401 instead of 413.
  is(visitor.status, 401);
  equals([contact.status, contact.body.code], [413, "too-large"]);
});

Deno.test("a chunked body is refused once it is too large, before its end", async () => {
  await using server = await testServer();
  const text = part('; name="profileImage"; filename="a.png"', "");
  const chunk = (bytes: Uint8Array) =>
    new Uint8Array([
      ...new TextEncoder().encode(`${bytes.length.toString(16)}\r\n`),
      ...bytes,
      13,
      10,
    ]);
  const head = ["POST /api/auth/register HTTP/1.1", "Transfer-Encoding: chunked"];
  const file = new Uint8Array(MB / 2);
  const login = head.with(0, "POST /api/contact HTTP/1.1");
  const [{ status, body }, json] = await Promise.all([
    begins(server.url, [...head, `Content-Type: ${FORM}`], [
      chunk(new TextEncoder().encode(text)),
      ...Array.from({ length: 21 }, () => chunk(file)),
    ]),
    begins(server.url, [...login, "Content-Type: application/json"], [
      chunk(new Uint8Array(70_000).fill(0x20)),
    ]),
  ]);
  equals([status, body.code, Object.keys(body.errors)], [413, "file.large", ["profileImage"]]);
  equals([json.status, json.body.code], [413, "too-large"]);
});

Deno.test("a client that sends far too much gets the reason, and the server stays available", async () => {
  await using server = await testServer();
  const form = registrationForm("a@class.test", {
    profileImage: new File([new Uint8Array(55 * MB)], "a.png"),
  });
  const { status, body } = await caller(server).post("/auth/register", form);
  equals([status, body.code], [413, "file.large"]);
  is((await fetch(`${server.url}/healthz`)).status, 200);
});

Deno.test("a malformed form, or one with too many parts, is refused with the wrong fields", async () => {
  await using server = await testServer();
  const send = async (body: string, type = FORM) => {
    const reply = await caller(server).fetch("/auth/register", {
      method: "POST",
      headers: { "content-type": type },
      body,
    });
    return { status: reply.status, body: await reply.json() };
  };
  const field = (name: string, value: string) => part(`; name="${name}"`, value);
  const good = field("name", "Asha") + field("email", "a@class.test") +
    field("password", "Secret@123");
  const unreadable = [
    "",
    "no form at all",
    good,
    good + part('; name="branch"', "CSE").slice(0, -10),
    good + part("") + END,
    good + part('; filename="a.png"') + END,
  ];
  for (const body of unreadable) {
    const refused = await send(body);
    equals([refused.status, refused.body.code], [400, "invalid"], JSON.stringify(body));
  }
  for (const type of ["multipart/form-data", "multipart/form-data; charset=x"]) {
    is((await send(good + END, type)).status, 415, type);
  }
  const many = await send(field("more", "x").repeat(200) + good + END);
  equals([many.status, many.body.code], [413, "too-large"]);
  const twice = await send(good + field("email", "b@class.test") + END);
  equals([twice.status, Object.keys(twice.body.errors)], [400, ["email"]]);
  const asFile = await send(good.replace('"email"', '"email"; filename="a"') + END);
  equals([asFile.status, Object.keys(asFile.body.errors)], [400, ["email"]]);
  const long = await send(good + field("branch", "x".repeat(20_000)) + END);
  equals([long.status, Object.keys(long.body.errors)], [400, ["branch"]]);
  const pictures = part('; name="profileImage"; filename="a.png"').repeat(2);
  const two = await send(good + pictures + END);
  equals([two.status, Object.keys(two.body.errors)], [400, ["profileImage"]]);
  for (const name of ["__proto__", "constructor", "toString"]) {
    const odd = await send(good + field(name, "x") + field(name, "x") + END);
    equals([odd.status, odd.body.code], [201, undefined], name);
  }
  is(({} as Record<string, unknown>).x, undefined);
  is((await server.parts.database.sql`select 1 from files`).length, 0);
});

Deno.test("a body that arrives too slowly, or not at all, is refused with 408", async () => {
  const refusals: number[] = [];
  const limit = { most: 90_000, tooLarge: () => new Refusal(413, "", ""), patienceMs: 300 };
  const server = createServer((request, response) => {
    readBody(request, limit, () => {}).catch((error) => {
      if (error instanceof Refusal) refusals.push(error.status);
      response.end("{}");
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  for (const every of [20, 10_000]) {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port });
    const head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 90000\r\n\r\n";
    await connection.write(new TextEncoder().encode(head));
    const timer = setInterval(() => connection.write(new Uint8Array(1)).catch(() => {}), every);
    ok(await connection.read(new Uint8Array(100)));
    clearInterval(timer);
    connection.close();
  }
  equals(refusals, [408, 408]);
  await new Promise((done) => server.close(done));
});
