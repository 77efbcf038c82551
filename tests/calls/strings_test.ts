/**
 * Sends a lone surrogate, a NUL, and bytes that are not UTF-8, in every field of every call and of
 * the live channel: each is refused with the field's name, and never with a 500. In the gate each
 * bad text comes to a field in one place, which the seed chooses; in a long run, in every place.
 */
import {
  deepStrictEqual as equals,
  match,
  ok,
  rejects,
  strictEqual as is,
} from "node:assert/strict";
import {
  callsWith,
  ENFORCED,
  fieldsOf,
  type PreparedRequest,
  prepareRequest,
} from "../kit/calls.ts";
import { IS_LONG } from "../kit/chosen.ts";
import "../kit/client_ready.ts";
import { SEED } from "../kit/random.ts";
import { assignment, doubt, questionForm } from "../kit/assignments.ts";
import { person, type Reply } from "../kit/people.ts";
import { type TestServer, testServer } from "../kit/server.ts";
import { listen } from "../kit/socket.ts";

const BAD = ["\ud800", "half \udfff a character", "\0"];
/**
 * The bytes of a surrogate, a byte that is never valid, an overlong encoding, a code point past the
 * last one, and a NUL.
 */
const BAD_BYTES = ["%ED%A0%80", "a%ff", "%C0%AF", "%F5%80%80%80", "%00"];

const isAbout = (field: string) => (name: string) => name === field || name.startsWith(`${field}.`);

/** Returns what is wrong with the refusal of a field, in a list that is empty when nothing is. */
function misses(field: string, { status, body }: Reply): string[] {
  const named = Object.keys(body?.errors ?? {});
  const isGood = status === 400 && named.some(isAbout(field)) &&
    JSON.stringify(body).isWellFormed();
  return isGood ? [] : [`${field}: ${status} ${JSON.stringify(body)}`];
}

/**
 * Yields the path of every text in a body, with a copy of the body in which that text is changed.
 */
function* changed(value: unknown, change: (text: string) => string): Generator<[string, unknown]> {
  if (typeof value === "string") yield ["", change(value)];
  if (typeof value !== "object" || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    for (const [path, other] of changed(part, change)) {
      const copy = Array.isArray(value) ? [...value] : { ...value };
      (copy as Record<string, unknown>)[key] = other;
      yield [path === "" ? key : `${key}.${path}`, copy];
    }
  }
}

async function tryBodies({ body, send }: PreparedRequest, fields: string[]): Promise<string[]> {
  const wrong: string[] = [];
  const sound = body as Record<string, unknown> ?? {};
  for (const [nth, bad] of BAD.entries()) {
    const places = [bad, [bad], { a: bad }, { [bad]: 1 }, [[{ a: [bad] }]]];
    for (const [at, field] of fields.entries()) {
      const place = (SEED + at + nth) % places.length;
      for (const value of IS_LONG ? places : places.slice(place, place + 1)) {
        wrong.push(...misses(field, await send({ ...sound, [field]: value })));
      }
    }
    for (const [path, other] of changed(sound, (text) => text + bad)) {
      wrong.push(...misses(path.split(".")[0] ?? "", await send(other)));
    }
    const unknown = await send({ ...sound, [bad]: 1 });
    if (unknown.status !== 400) wrong.push(`as a name: ${unknown.status}`);
    ok(JSON.stringify(unknown.body).isWellFormed());
  }
  return wrong;
}

Deno.test("a lone surrogate or a NUL in a body is refused with the field's name", async (t) => {
  await using server = await testServer();
  for (const key of callsWith((_, { json }) => json !== undefined)) {
    await t.step(key, async () => {
      const fields = Object.keys(fieldsOf(ENFORCED.get(key)?.json));
      equals(await tryBodies(await prepareRequest(server, key), fields), []);
    });
  }
});

Deno.test("a lone surrogate or a NUL in JSON inside a field's text is refused with that field's name", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const half = String.raw`\ud800`;
  const forms: [string, string][] = [
    ["testCases", `[{"input":"${half}","output":"1"}]`],
    ["testCases", `[{"input":"1","output":"1","explanation":"\\u0000"}]`],
    ["testCases", `[{"input":"1","output":"1","${half}":"1"}]`],
    ["similarQuestions", `[{"title":"${half}","url":"https://example.test"}]`],
    ["similarQuestions", `[{"title":"1","url":"https://example.test/${half}"}]`],
  ];
  for (const [field, text] of forms) {
    const reply = await mentor.post("/assignments", questionForm({ [field]: text }));
    equals(misses(field, reply), [], text);
  }
  for (const item of [`{"text":"${half}"}`, `{"text":"a","justification":"${half}"}`]) {
    const reply = await mentor.post("/goals", { user: mentor._id, weeklyTarget: `[${item}]` });
    equals(misses("weeklyTarget", reply), [], item);
  }
});

Deno.test("invalid UTF-8 in a query causes no 500, and a NUL is refused", async (t) => {
  await using server = await testServer();
  for (const key of callsWith((_, enforced) => "query" in enforced)) {
    await t.step(key, async () => {
      const { fixture: { caller }, path, body } = await prepareRequest(server, key);
      const [bare = "", query = ""] = path.split("?");
      const call = key.split(" ")[0]?.toLowerCase() as "get" | "post" | "put" | "patch" | "delete";
      const ask = (one: string, field = "") => {
        const others = new URLSearchParams(query);
        others.delete(field);
        return caller[call](`${bare}?${[...others.size > 0 ? [others] : [], one].join("&")}`, body);
      };
      for (const field of Object.keys(fieldsOf(ENFORCED.get(key)?.query))) {
        for (const odd of [...BAD_BYTES, "%", "100%", "%zz"]) {
          const { status } = await ask(`${field}=${odd}`, field);
          ok([200, 400, 404].includes(status), `${field}=${odd}: ${status}`);
        }
        // An invalid page counts as the first, an invalid size as 10, an invalid beginning as none.
        if (["page", "limit", "from"].includes(field)) continue;
        equals(misses(field, await ask(`${field}=%00`, field)), []);
      }
      is((await ask("%ED%A0%80=1&%00=1")).status < 500, true);
    });
  }
});

Deno.test("invalid UTF-8 in a path gets 404", async (t) => {
  await using server = await testServer();
  for (const key of callsWith((key) => key.includes(":"))) {
    await t.step(key, async () => {
      const { fixture, body } = await prepareRequest(server, key);
      const [method = "", pattern = ""] = key.split(" ");
      const call = method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete";
      for (const bad of [...BAD_BYTES, "%", "%zz", "%2e%2e%2f", "a".repeat(4000)]) {
        const { status } = await fixture.caller[call](pattern.replace(/:\w+/g, bad), body);
        is(status, 404, bad);
      }
    });
  }
  for (const bad of ["/%ff", "/%00", "/assets/%ED%A0%80", "/%2e%2e/%2e%2e/deno.json", "/%"]) {
    const response = await fetch(server.url + bad);
    ok(response.status < 500, `${bad}: ${response.status}`);
    await response.body?.cancel();
  }
});

Deno.test("invalid UTF-8 in a form causes no 500, in a value, a name or a file's name", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
  const part = (head: string, body: string) =>
    `--edge\r\ncontent-disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
  const names = [...questionForm({}).entries()].map(([name, value]) =>
    part(`name="${name}"`, String(value))
  );
  const half = "\xed\xa0\x80";
  for (
    const odd of [
      part('name="title"', half),
      part(`name="${half}"`, "a"),
      part(`name="files"; filename="${half}.txt"`, "a"),
      part(`name="files"; filename="${"a".repeat(119)}\xf0\x9f\x99\x82.txt"`, "a"),
      part('name="files"; filename="a\0b"', "a"),
    ]
  ) {
    const response = await mentor.fetch("/assignments", {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=edge" },
      body: bytes(names.join("") + odd + "--edge--\r\n"),
    });
    const text = await response.text();
    ok(response.status < 500, `${response.status} ${text}`);
    for (const [, link] of text.matchAll(/"(\/api\/files\/\w+)"/g)) {
      const file = await fetch(server.url + link);
      is(file.status, 200);
      await file.body?.cancel();
    }
  }
});

Deno.test("an invalid idempotency key or token in a header is refused", async () => {
  await using server = await testServer();
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const body = { assignmentId: (await assignment(mentor))._id, doubtText: "Why?" };
  for (const odd of ["\xed\xa0\x80", "\xff", "x".repeat(8000), "{}", "%00"]) {
    const reply = await student.post("/doubts", body, { "idempotency-key": odd });
    equals([reply.status, reply.body.code], [400, "idempotency.key"], odd.slice(0, 20));
    match(reply.body.msg, /^Idempotency-Key /);
    const unknown = await student.get("/auth/me");
    is(unknown.status, 200);
    const { status } = await student.fetch("/auth/me", { headers: { "x-auth-token": odd } });
    is(status, 401, odd.slice(0, 20));
  }
});

/** Returns a doubt and a token for a socket that sends odd messages and then a valid one. */
async function oddly(server: TestServer) {
  const [mentor, student] = [await person(server, "mentor"), await person(server)];
  const { _id: doubtId } = await doubt(student, (await assignment(mentor))._id);
  return { doubtId, token: mentor.token };
}

Deno.test("a socket that sends an invalid doubt id is refused, and stays connected", async () => {
  await using server = await testServer();
  const { doubtId, token } = await oddly(server);
  using live = await listen(server, { token });
  const { socket } = live;
  const deep: unknown[] = [];
  for (let at = deep, depth = 0; depth < 500; depth += 1) at.push(at = []);
  for (
    const odd of [
      ...BAD,
      ...BAD.map((bad) => ({ doubtId: bad })),
      { ["\ud800"]: doubtId },
      { doubtId: [doubtId] },
      { doubtId: `${doubtId}\ud800` },
      JSON.parse(`{"__proto__":{"doubtId":"${doubtId}"}}`),
      null,
      Infinity,
      new Uint8Array(8),
      deep,
    ]
  ) {
    const answer = await live.ask("watch", odd);
    equals(answer, { ok: false, code: "invalid" }, JSON.stringify(odd));
    socket.emit("unwatch", odd);
    socket.emit("typing", odd);
    socket.emit("watch", odd, "no function");
    socket.emit("\ud800", odd);
    // Stays below the rate limit of a socket.
    await new Promise((done) => setTimeout(done, 250));
  }
  is((await live.ask("watch", { doubtId })).ok, true);
  equals(server.logged.filter(({ level }) => level === "error"), []);
});

Deno.test("a handshake with an invalid token is refused, and an invalid position in the log is ignored", async () => {
  await using server = await testServer();
  const { token } = await oddly(server);
  for (const odd of ["\ud800", `${token}\udfff`, "\0", "x".repeat(5000)]) {
    await rejects(listen(server, { token: odd }), /^Error: auth$/);
  }
  for (const since of ["\ud800", -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, null, {}, "1"]) {
    using live = await listen(server, { token, since: since as number });
    // The socket belongs to the person whose token it is.
    ok(live.socket.connected, String(since));
    const answer = await live.ask("watch", { doubtId: "x" });
    equals(answer, { ok: false, code: "invalid" }, String(since));
  }
});
