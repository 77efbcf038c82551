/** The client on connections that fall silent, and its words for code that does not come. */
import { ok, rejects, strictEqual as is } from "node:assert/strict";
import { clientOf } from "../client/kit/net/http-client.ts";
import { isUnreached } from "../client/kit/net/retry.ts";

const HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n[";

/** Starts a server that accepts every connection, sends `said` and then nothing. */
function silent(said: string): { base: string; [Symbol.asyncDispose](): Promise<void> } {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open: Deno.Conn[] = [];
  const served = (async () => {
    for await (const connection of listener) {
      open.push(connection);
      // The client may have given up by now, and then the connection is closed.
      await connection.write(new TextEncoder().encode(said)).catch(() => {});
    }
  })();
  return {
    base: `http://127.0.0.1:${listener.addr.port}/api`,
    async [Symbol.asyncDispose]() {
      listener.close();
      for (const connection of open) connection.close();
      await served;
    },
  };
}

const isNamed = (name: string) => (error: unknown) =>
  error instanceof DOMException && error.name === name;

for (const [what, said] of [["nothing", ""], ["a part of a reply", HEAD]] as const) {
  Deno.test(`a call whose server sends ${what} times out`, async () => {
    await using server = silent(said);
    const { doubts } = clientOf(server.base, () => ({}), { answered: 100, uploaded: 0 });
    async function read(init: RequestInit = {}): Promise<unknown> {
      return await (await doubts["filter-doubts"].$get({ query: {} }, { init })).json();
    }
    await rejects(read(), isNamed("TimeoutError"));
    // With an abort signal, a call times out, too; an aborted call ends with an AbortError.
    const stop = new AbortController();
    await rejects(read({ signal: stop.signal }), isNamed("TimeoutError"));
    stop.abort();
    await rejects(read({ signal: stop.signal }), isNamed("AbortError"));
  });
}

Deno.test("a call with files has its own time limit", async () => {
  await using server = silent("");
  const { auth } = clientOf(server.base, () => ({}), { answered: 1, uploaded: 60_000 });
  const form = {
    name: "Asha",
    email: "asha@class.test",
    password: "Long@1234",
    stream: "CSE",
    profileImage: new File(["a"], "a.png", { type: "image/png" }),
  };
  const stop = new AbortController();
  const asked = auth.register.$post({ form }, { init: { signal: stop.signal } });
  setTimeout(() => stop.abort(), 100);
  await rejects(asked, isNamed("AbortError"));
});

Deno.test("an id from an address does not lead to another call", async () => {
  await using server = silent("");
  const { doubts } = clientOf(server.base, () => ({}), { answered: 100, uploaded: 0 });
  for (const id of ["../users", "..\\users", "%2e%2e/users", ".\t./users"]) {
    is((await doubts[":id"].$get({ param: { id } })).status, 404, id);
  }
});

Deno.test("code that cannot be fetched is told from code that throws, in each browser's words", () => {
  const url = "http://127.0.0.1/assets/archive.js";
  for (
    const message of [
      `Failed to fetch dynamically imported module: ${url}`,
      `error loading dynamically imported module: ${url}`,
      "Importing a module script failed.",
      "Unable to preload CSS for /assets/markdown-editor.css",
    ]
  ) ok(isUnreached(new TypeError(message)), message);
  ok(!isUnreached(new TypeError("archive is not a function")));
});
