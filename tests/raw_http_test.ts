/** Malformed and unusual HTTP, byte by byte: each request is answered, and none with a 500. */
import { deepStrictEqual as equals, match, ok, strictEqual as is } from "node:assert/strict";
import { once } from "node:events";
import { createConnection } from "node:net";
import { questionForm } from "./kit/assignments.ts";
import { Fixture } from "./kit/fixture.ts";
import { person } from "./kit/people.ts";
import { testServer } from "./kit/server.ts";

/** Encodes each character as one byte. */
const bytesOf = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const HALF = "\xed\xa0\x80";
const LONG = "a".repeat(70_000);

/** Sends the request, and reads until the server closes the connection. */
async function exchange(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  let answer = "";
  try {
    const writer = connection.writable.getWriter();
    writer.write(bytesOf(request)).catch(() => {});
    for await (const chunk of connection.readable) {
      answer += new TextDecoder("latin1").decode(chunk);
    }
  } catch {
    // A client that sends more than the server reads may lose the rest of the answer.
  }
  return answer;
}

const statusOf = (answer: string) => Number(answer.match(/^HTTP\/1\.1 (\d+)/)?.[1]);

/** Returns functions that write the head and body of a signed-in person's request. */
function writer(token: string) {
  const common = `host: x\r\nx-auth-token: ${token}\r\nconnection: close\r\n`;
  const bare = (line: string, more = "") => `${line} HTTP/1.1\r\n${common}${more}\r\n`;
  const body = (kind: string, text: string, more = "") =>
    bare("POST /api/doubts", `${more}content-type: ${kind}\r\ncontent-length: ${text.length}\r\n`) +
    text;
  const form = (kind: string, text: string) =>
    body(kind, text).replace("/api/doubts", "/api/upload");
  const json = (text: string, more?: string) => body("application/json", text, more);
  return { bare, body, form, json };
}

Deno.test("requests with odd methods, addresses, headers and bodies are answered, and not with a 500", async (t) => {
  await using server = await testServer();
  const { token } = await person(server);
  const { bare, body, form, json } = writer(token);
  const me = "/api/auth/me";
  const part = "--x\r\ncontent-type: text/plain\r\n\r\na\r\n--x--\r\n";
  const kind = "content-type: application/json\r\n";
  const cases: Record<string, [request: string, status: number]> = {
    "TRACE of a call": [bare(`TRACE ${me}`), 404],
    "TRACE of a page": [bare("TRACE /"), 404],
    "an unknown method": [bare(`BREW ${me}`), 400],
    "a method that no call has": [bare(`PURGE ${me}`), 404],
    "HEAD": [bare(`HEAD ${me}`), 200],
    "OPTIONS *": [bare("OPTIONS *"), 400],
    "an Expect header": [json("{}", "expect: 100-continue\r\n"), 100],
    "an unknown expectation": [json("{}", "expect: coffee\r\n"), 417],
    "a long query": [bare(`GET /api/doubts/filter-doubts?text=${LONG.slice(0, 9000)}`), 400],
    "a longer query": [bare(`GET /api/doubts/filter-doubts?text=${LONG}`), 431],
    "a long path": [bare(`GET /api/doubts/${LONG}`), 431],
    "a long header": [bare(`GET ${me}`, `x-a: ${LONG}\r\n`), 431],
    "many headers": [bare(`GET ${me}`, "x-a: b\r\n".repeat(1500)), 200],
    "two tokens": [bare(`GET ${me}`, "x-auth-token: a\r\n"), 401],
    "no host": [`GET ${me} HTTP/1.1\r\nconnection: close\r\n\r\n`, 400],
    "an odd host": [bare(`GET ${me}`).replace("host: x", `host: ${HALF}`), 400],
    "a host with a path": [bare(`GET ${me}`).replace("host: x", "host: a/b?c"), 400],
    "a path without a slash": [bare("GET api/auth/me"), 400],
    "invalid UTF-8 in a path": [bare(`GET /api/doubts/${HALF}`), 400],
    "invalid UTF-8 in a query": [bare(`GET /api/doubts/filter-doubts?text=${HALF}`), 400],
    "many slashes": [bare("GET ///%ff"), 200],
    "an odd origin": [bare(`GET ${me}`, `origin: ${HALF}\r\n`), 403],
    "a compressed body": [json("\x1f\x8b\b", "content-encoding: gzip\r\n"), 415],
    "a body that is only announced as compressed": [
      json("{}", "content-encoding: deflate, br\r\n"),
      415,
    ],
    "a byte order mark before the body": [json("\xef\xbb\xbf{}"), 400],
    "UTF-16": [json("\xff\xfe{\0}\0"), 400],
    "invalid UTF-8 in a body": [json(`{"doubtText":"${HALF}"}`), 400],
    "another character set": [body("application/json; charset=iso-8859-1", '"\xe9"'), 415],
    "a form without its boundary": [form("multipart/form-data", "abc"), 415],
    "a form with an empty boundary": [form("multipart/form-data; boundary=", "abc"), 400],
    "a form with another boundary": [form("multipart/form-data; boundary=x", "abc"), 400],
    "an empty form": [form("multipart/form-data; boundary=x", ""), 400],
    "a form without parts": [form("multipart/form-data; boundary=x", "--x--\r\n"), 400],
    "a part without a name": [form("multipart/form-data; boundary=x", part), 400],
    "a negative content length": [bare("POST /api/doubts", `${kind}content-length: -5\r\n`), 400],
    "a content length that is too large": [
      bare("POST /api/doubts", `${kind}content-length: ${"9".repeat(30)}\r\n`),
      400,
    ],
    "two content lengths": [
      bare("POST /api/doubts", `${kind}content-length: 0\r\ncontent-length: 1\r\n`),
      400,
    ],
    "an invalid chunk": [
      bare("POST /api/doubts", `${kind}transfer-encoding: chunked\r\n`) + "zz\r\n",
      400,
    ],
    "an unknown transfer encoding": [
      bare("POST /api/doubts", `${kind}transfer-encoding: gzip\r\n`),
      400,
    ],
    "a GET with a body": [bare(`GET ${me}`, `${kind}content-length: 1\r\n`) + "{", 200],
    "TLS": ["\x16\x03\x01\x02\r\n\r\n", 400],
    "HTTP/2": ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
  };
  for (const [name, [request, status]] of Object.entries(cases)) {
    await t.step(name, async () => is(statusOf(await exchange(server.url, request)), status));
  }
  equals(server.logged.filter(({ level }) => level === "error"), []);
});

Deno.test("a request that cannot be parsed is refused in the same form as any other", async () => {
  await using server = await testServer();
  const { bare } = writer("");
  for (
    const [request, status, code] of [
      [bare("GET /", `x-a: ${LONG}\r\n`), 431, "too-large"],
      [bare("BREW /"), 400, "invalid"],
    ] as const
  ) {
    const [head = "", body = ""] = (await exchange(server.url, request)).split("\r\n\r\n");
    is(statusOf(head), status);
    match(head, /^content-type: application\/json$/m);
    match(head, /^x-content-type-options: nosniff$/m);
    const failure = JSON.parse(body);
    equals([failure.code, typeof failure.msg], [code, "string"]);
  }
});

/** The head of a request that asks for another protocol. */
const asks = (path: string, upgrade: string) =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: ${upgrade}\r\n` +
  "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

Deno.test("a client that asks for a WebSocket and resets the connection harms nobody", async () => {
  await using server = await testServer();
  const { hostname: host, port } = new URL(server.url);
  for (const path of ["/nowhere", "/socket.io/?EIO=4&transport=websocket"]) {
    const socket = createConnection({ host, port: Number(port) });
    await once(socket, "connect");
    socket.write(asks(path, "websocket"));
    await new Promise((sent) => setTimeout(sent, 100));
    socket.resetAndDestroy();
  }
  await new Promise((reset) => setTimeout(reset, 100));
  is((await fetch(`${server.url}/healthz`)).status, 200);
});

Deno.test("a request that offers HTTP/2 is answered with HTTP/1.1", async () => {
  await using server = await testServer();
  const { hostname, port } = new URL(server.url);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  await connection.write(bytesOf(asks("/healthz", "h2c")));
  const answer = new Uint8Array(100);
  await connection.read(answer);
  is(statusOf(new TextDecoder().decode(answer)), 200);
});

Deno.test("when a client sends no HTTP during a reply, the connection ends and the reply gets no second one", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const form = questionForm();
  // Too much for the buffers of the connection, so the reply is under way until the client reads.
  form.append("files", new File([new Uint8Array(9_000_000)], "zeros.bin"));
  const { body } = await mentor.post("/assignments", form);
  const { hostname, port } = new URL(server.url);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  await connection.write(bytesOf(`GET ${body.files[0]} HTTP/1.1\r\nhost: x\r\n\r\n`));
  let [answer, length] = ["", 0];
  const chunk = new Uint8Array(65_536);
  for (let read; (read = await connection.read(chunk).catch(() => null)) !== null;) {
    if (length === 0) await connection.write(bytesOf("\0no HTTP\r\n\r\n"));
    length += read;
    // The file has only zeros, so everything else is HTTP.
    answer += new TextDecoder("latin1").decode(chunk.subarray(0, read)).replaceAll("\0", "");
  }
  equals(answer.match(/HTTP\/1\.1 \d+/g), ["HTTP/1.1 200"]);
  ok(length < 9_000_000, "it was cut off");
});

Deno.test("a file is sent whole, also for range and conditional requests", async () => {
  await using server = await testServer();
  const id = await (await Fixture.around(server, "nobody")).file();
  const whole = await (await fetch(`${server.url}/api/files/${id}`)).bytes();
  ok(whole.length > 0);
  const odd = ["bytes=0-3", "bytes=9-1", "bytes=-", "lines=1", "bytes=0-0,2-3", "x".repeat(500)];
  for (const range of odd) {
    const headers = { range, "if-none-match": "*", "if-modified-since": "never" };
    const part = await fetch(`${server.url}/api/files/${id}`, { headers });
    equals([part.status, await part.bytes()], [200, whole], range);
  }
  const head = await fetch(`${server.url}/api/files/${id}`, { method: "HEAD" });
  equals([head.status, (await head.bytes()).length], [200, 0]);
});
