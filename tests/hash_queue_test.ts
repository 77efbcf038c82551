/**
 * Passwords are hashed in a fair queue: one person's many hashes neither delay nor displace
 * another's.
 */
import { deepStrictEqual as equals, ok, rejects, strictEqual as is } from "node:assert/strict";
import { createHasher, type HashOwner } from "../server/kit/security/hash.ts";
import { createFairQueue } from "../server/kit/limits/fair_queue.ts";
import { newAddress } from "./kit/accounts.ts";
import { caller, PASSWORD, person, type Reply } from "./kit/people.ts";
import { freePort } from "./kit/process.ts";
import { testServer } from "./kit/server.ts";

Deno.test("lines take turns, and so do the parts of a line", () => {
  const turns = createFairQueue<string>();
  for (const one of ["a1x", "a1y", "a1z", "a2x", "b1x", "b1y"]) {
    turns.add(one, one[0] as string, one[1] as string);
  }
  equals([turns.size, turns.sizeOf("a"), turns.sizeOf("a", "1"), turns.sizeOf("c")], [6, 4, 3, 0]);
  equals(turns.longest().size, 4);
  equals(turns.longest().dropLast(), "a1z");
  equals(Array.from({ length: 6 }, () => turns.next()), [
    "a1x",
    "b1x",
    "a2x",
    "b1y",
    "a1y",
    undefined,
  ]);
  equals([turns.size, turns.longest().size, turns.longest().dropLast()], [0, 0, undefined]);
});

/**
 * Starts a hasher that records the order in which hashes are done. Refused ones are not recorded.
 */
function started(most: number) {
  const hasher = createHasher(1, most);
  const done: string[] = [];
  const under: Promise<unknown>[] = [];
  const ask = (name: string, asker: HashOwner) => {
    try {
      const hash = hasher.hash(PASSWORD, asker).then(() => done.push(name));
      under.push(hash.catch(() => {}));
      return hash;
    } catch (refusal) {
      return Promise.reject(refusal);
    }
  };
  return { ask, done, all: () => Promise.all(under) };
}

Deno.test("another network and a known browser do not wait for one network's many hashes", async () => {
  const work = started(20);
  const school = (account: string) => ({ account, network: "school" });
  // One more than can wait, because one is being hashed.
  for (let at = 0; at <= 20; at++) work.ask("many", school(`${at}`));
  await rejects(work.ask("more", school("more")), { status: 503, code: "busy" });
  await Promise.all([
    work.ask("far", { account: "mentor", network: "home" }),
    work.ask("known", { ...school("owner"), known: true }),
  ]);
  ok(work.done.filter((name) => name === "many").length <= 6, String(work.done));
  await work.all();
  is(work.done.filter((name) => name === "many").length, 21);
});

Deno.test("many tries at one account wait behind a classmate's single one", async () => {
  const work = started(100);
  const school = (account: string) => ({ account, network: "school" });
  for (let at = 0; at < 30; at++) work.ask("again", school("one"));
  await work.ask("classmate", school("two"));
  ok(work.done.length <= 5, String(work.done));
  await rejects(
    Promise.all(Array.from({ length: 30 }, () => work.ask("again", school("one")))),
    { status: 503 },
  );
});

Deno.test("when the queue is full, the longest line gives a place to a line without one", async () => {
  const work = started(10);
  const refused: string[] = [];
  const fill = (network: string) =>
    Array.from(
      { length: 10 },
      (_, at) =>
        work.ask(network, { account: `${at}`, network }).catch(() => refused.push(network)),
    );
  const first = fill("one");
  const second = fill("two");
  const third = fill("three");
  await Promise.all([...first, ...second, ...third]);
  for (const network of ["one", "two", "three"]) {
    ok(work.done.filter((name) => name === network).length >= 5, `${network}: ${work.done}`);
  }
  ok(refused.length > 0);
});

Deno.test("while one address floods the sign-in queue, mentors can still sign in", async () => {
  const port = freePort();
  const PUBLIC_URL = `http://127.0.0.1:${port}`;
  const hasher = createHasher(1, 20);
  await using server = await testServer({ PORT: String(port), PUBLIC_URL }, { hasher });
  const [near, far] = [await person(server, "mentor"), await person(server, "mentor")];
  const signIn = (email: string, from: string, browser?: string) =>
    caller(server).post("/auth/login", { email, password: PASSWORD, browser }, {
      "x-forwarded-for": from,
    });
  const { browser } = (await signIn(near.email, "203.0.113.5")).body;
  const full = Promise.withResolvers<void>();
  const flood: Promise<Reply>[] = Array.from({ length: 80 }, async () => {
    const reply = await signIn(newAddress(), "203.0.113.5");
    if (reply.status === 503) full.resolve();
    return reply;
  });
  await full.promise;
  const [known, elsewhere] = await Promise.all([
    signIn(near.email, "203.0.113.5", browser),
    signIn(far.email, "198.51.100.1"),
  ]);
  equals([known.status, elsewhere.status], [200, 200]);
  const statuses = new Set((await Promise.all(flood)).map(({ status }) => status));
  equals([...statuses].sort(), [400, 503]);
});
