/** Looking at a program together: who agrees, who is told, who may send edits, and equal ends. */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { type SharedProgram, shareProgram } from "../client/kit/editor/shared-program.ts";
import { RELAY_MOST, RELAYING_EACH } from "../server/live/topics/topics.ts";
import { assignment, doubt } from "./kit/assignments.ts";
import { person, signedIn } from "./kit/people.ts";
import { seeded } from "./kit/random.ts";
import { testServer } from "./kit/server.ts";
import { listen } from "./kit/socket.ts";

Deno.test("both sides agree before they look at a program together, anew each time", async () => {
  await using server = await testServer();
  const [mentor, other] = [await person(server, "mentor"), await person(server, "mentor")];
  const [owner, classmate] = [await person(server), await person(server)];
  const { _id: doubtId } = await doubt(owner, (await assignment(mentor))._id);
  const at = `/doubts/${doubtId}/together`;
  using classmates = await listen(server, { token: classmate.token });
  using owners = await listen(server, { token: owner.token });
  const { body: asked } = await mentor.post(at);
  is((await owners.next("doubt.together")).together?._id, asked._id);
  equals([asked.state, asked.askedBy, asked.mentor._id], ["asked", "mentor", mentor._id]);
  equals((await owner.get(at)).body.together, asked);
  is((await mentor.put(at, { _id: asked._id })).status, 403, "the asker cannot agree");
  is((await other.put(at, { _id: asked._id })).status, 403, "nor can another mentor");
  is((await other.post(at)).body.code, "together.taken");
  is((await owner.put(at, { _id: crypto.randomUUID() })).body.code, "together.over");
  for (const call of [classmate.get(at), classmate.post(at), classmate.delete(at)]) {
    is((await call).status, 403);
  }
  const { body: agreed } = await owner.put(at, { _id: asked._id });
  equals([agreed.state, agreed._id], ["on", asked._id]);
  equals((await owner.put(at, { _id: asked._id })).body, agreed, "agreed twice");
  is((await other.delete(at)).status, 403, "only one of the two ends it");
  is((await owner.delete(at)).status, 200);
  is((await owner.delete(at)).status, 200, "it is over already");
  const over = await owners.until("doubt.together", ({ ended }) => ended !== null);
  equals([over.together, over.ended], [null, asked._id]);
  is((await owner.put(at, { _id: asked._id })).body.code, "together.over", "an old yes");
  const { body: again } = await owner.post(at);
  equals([again.askedBy, again.mentor], ["student", null]);
  is((await other.put(at, { _id: again._id })).body.mentor._id, other._id);
  equals(classmates.of("doubt.together"), []);
});

Deno.test("a question lasts ten minutes, a person has three at once, a resolved doubt none", async () => {
  await using server = await testServer();
  const mentor = await person(server, "mentor");
  const ids = await Promise.all(Array.from({ length: 4 }, async () => {
    const owner = await person(server);
    return { owner, ...await doubt(owner, (await assignment(mentor))._id) };
  }));
  const ask = async (id: string) => (await mentor.post(`/doubts/${id}/together`)).body.code;
  const codes = await Promise.all(ids.map(({ _id }) => ask(_id)));
  equals(codes.filter((code) => code !== undefined), ["together.many"], "also at the same time");
  const first = ids[codes.indexOf(undefined)];
  if (!first) throw new Error("no doubt");
  const at = `/doubts/${first._id}/together`;
  const { together } = (await mentor.get(at)).body;
  const { sql } = server.parts.database;
  await sql`update doubt_togethers set until = now() - interval '1 second'`;
  is((await mentor.get(at)).body.together, null);
  is((await first.owner.put(at, { _id: together._id })).body.code, "together.over");
  await first.owner.put(`/doubts/${first._id}/resolve`, {});
  is(await ask(first._id), "doubt.resolved");
});

Deno.test("only the two send each other edits, in bounded messages, until one of them ends it", async () => {
  await using server = await testServer();
  const [mentor, other] = [await person(server, "mentor"), await person(server, "mentor")];
  const owner = await person(server);
  const { _id: doubtId } = await doubt(owner, (await assignment(mentor))._id);
  const at = `/doubts/${doubtId}/together`;
  const { body: { _id: togetherId } } = await mentor.post(at);
  using owners = await listen(server, { token: owner.token });
  using mentors = await listen(server, { token: mentor.token });
  using others = await listen(server, { token: other.token });
  const ears = [owners, mentors, others];
  const watch = () =>
    Promise.all(
      ears.map(async ({ socket }) => (await socket.emitWithAck("watch", { togetherId })).ok),
    );
  equals(await watch(), [false, false, false], "nobody has agreed");
  await owner.put(at, { _id: togetherId });
  equals(await watch(), [true, true, false]);
  const bytes = (length: number) => new Uint8Array(length).fill(7);
  const send = (ear: typeof owners, data: unknown) =>
    ear.socket.emit("relay", { togetherId, data });
  send(others, bytes(1));
  send(owners, "text");
  send(owners, bytes(RELAY_MOST + 1));
  send(owners, bytes(RELAY_MOST));
  const told = await mentors.next("relay");
  equals([told.by, told.data.byteLength], [owner._id, RELAY_MOST]);
  send(mentors, bytes(3));
  equals([...new Uint8Array((await owners.next("relay")).data)], [7, 7, 7]);
  equals(others.of("relay"), []);
  // More tabs of one person than may relay there: the oldest is told why, and closed.
  const tabs: typeof ears = [];
  for (let more = 0; more < RELAYING_EACH; more++) {
    const tab = await listen(server, { token: mentor.token });
    tabs.push(tab);
    is((await tab.socket.emitWithAck("watch", { togetherId })).ok, true);
  }
  await mentors.next("displaced");
  is(mentors.of("relay").length, 1);
  equals(tabs.map(({ socket }) => socket.connected), [true, true, true]);
  await mentor.delete(at);
  await owners.until("doubt.together", ({ ended }) => ended === togetherId);
  send(owners, bytes(1));
  is((await owners.socket.emitWithAck("watch", { togetherId })).ok, false);
  is((await tabs[0]?.socket.emitWithAck("watch", { togetherId })).ok, false);
  equals(tabs.flatMap((tab) => tab.of("relay")), [], "nothing comes after the end");
  for (const tab of tabs) tab[Symbol.dispose]();
});

Deno.test("a mentor who becomes a student.leaves the session, and cannot come back to it", async () => {
  await using server = await testServer();
  const [mentor, admin] = [await person(server, "mentor"), await person(server, "admin")];
  const owner = await person(server);
  const { _id: doubtId } = await doubt(owner, (await assignment(mentor))._id);
  const at = `/doubts/${doubtId}/together`;
  const { body: { _id: togetherId } } = await mentor.post(at);
  await owner.put(at, { _id: togetherId });
  is((await admin.patch(`/users/${mentor._id}`, { role: "student" })).status, 200);
  using ear = await listen(server, {
    token: await signedIn(server, mentor._id),
  });
  is((await ear.socket.emitWithAck("watch", { togetherId })).ok, false);
  using owners = await listen(server, { token: owner.token });
  is((await owners.socket.emitWithAck("watch", { togetherId })).ok, true);
  is((await owner.delete(at)).status, 200, "the student can still end it");
});

const NAMES = { name: "A", color: "#000000", colorLight: "#00000033" };

/** Two copies of a program, and a connection between them that can be cut and loses messages. */
function twoSides(begin: string) {
  const sides: SharedProgram[] = [];
  const network: (() => void)[] = [];
  let isUp = true;
  const side = (at: 0 | 1) =>
    shareProgram({
      me: NAMES,
      other: NAMES,
      begin: at === 0 ? begin : null,
      kept: null,
      send(part) {
        if (isUp) network.push(() => isUp && sides[1 - at]?.received(part));
      },
      onTooLong: () => {},
    });
  sides.push(side(0), side(1));
  return {
    sides: sides as [SharedProgram, SharedProgram],
    cut: () => void (isUp = false),
    /** @param greeting who says hello then */
    mend(greeting: readonly SharedProgram[] = sides) {
      isUp = true;
      for (const one of greeting) one.connected();
    },
    deliver(count = Infinity) {
      for (let done = 0; done < count && network.length > 0; done++) network.shift()?.();
    },
    [Symbol.dispose]: () => sides.forEach((one) => one.stop()),
  };
}

/** Both sides collect changes for a moment before they send them. */
const collected = () => new Promise((done) => setTimeout(done, 100));

Deno.test("1,000 random edits on both sides, with cuts of the network, end in equal texts", async () => {
  const next = seeded("together");
  const below = (most: number) => Math.floor(next() * most);
  const texts = ["x", "\n", "for (;;)", "é", "🙂", "    "];
  using two = twoSides("int main() {\n    return 0;\n}\n");
  two.mend();
  two.deliver();
  is(two.sides[1].text.toString(), two.sides[0].text.toString());
  for (let edit = 0; edit < 1000; edit++) {
    const { text } = two.sides[below(2) as 0 | 1];
    const place = below(text.length + 1);
    // Few deletions, so that the text grows with every seed.
    if (below(5) === 0) text.delete(place, Math.min(below(9), text.length - place));
    else text.insert(place, texts[below(texts.length)] ?? "");
    if (edit % 100 === 30) two.cut();
    if (edit % 100 === 70) two.mend();
    if (edit % 50 === 0) {
      await collected();
      two.deliver(below(5));
    }
  }
  await collected();
  two.mend();
  two.deliver();
  is(two.sides[1].text.toString(), two.sides[0].text.toString());
  ok(two.sides[0].text.length > 500);
});

Deno.test("a long program is sent in parts, and bytes that mean nothing are ignored", () => {
  using two = twoSides("0123456789\n".repeat(6000));
  const [student, mentor] = two.sides;
  mentor.received(new Uint8Array([9, 9, 9]));
  mentor.received(new Uint8Array([2, 0, 1, 0, 1, 250, 250, 250]));
  mentor.received(new Uint8Array([3, 0, 1, 0, 1, 1, 1]));
  two.mend();
  two.deliver();
  is(mentor.text.length, 66_000);
  student.become(`first\n${student.text.toString()}`);
  is(student.text.toString().slice(0, 8), "first\n01");
});

Deno.test("the other learns at which step this side stands, and that it has left", async () => {
  using two = twoSides("int main() {}\n");
  const [student, mentor] = two.sides;
  two.mend();
  const standing = { turn: 1, program: "1a", query: "step=3&input=7" };
  const seen = () => mentor.awareness.getStates().get(student.awareness.clientID)?.["steps"];
  for (const steps of [standing, null]) {
    student.awareness.setLocalStateField("steps", steps);
    await collected();
    two.deliver();
    equals(seen(), steps);
  }
});

Deno.test("who comes later learns at once that the other is here, and in which language; who leaves is gone at once", async () => {
  using two = twoSides("print(1)\n");
  const [student, mentor] = two.sides;
  const isThere = (one: SharedProgram) => one.awareness.getStates().size > 1;
  two.cut();
  student.awareness.setLocalStateField("language", "python");
  await collected();
  two.mend([mentor]);
  two.deliver();
  is(mentor.awareness.getStates().get(student.awareness.clientID)?.["language"], "python");
  ok(isThere(mentor));
  student.text.insert(0, "# typed as the tab was closed\n");
  student.leave();
  two.deliver();
  ok(!isThere(mentor), "the student has left");
  ok(mentor.text.toString().startsWith("# typed as"), "the last change has arrived");
  await collected();
  two.deliver();
  ok(isThere(mentor), "the browser shows the student's page again");
});

Deno.test("a character that is replaced by one with the same half arrives whole", () => {
  using two = twoSides("// \u{1F600}\n");
  const [student, mentor] = two.sides;
  two.mend();
  two.deliver();
  for (const text of ["// \u{1F601}\n", "// \u{1F601}\u{1F601}\n", "// \u{1FA01}\n"]) {
    student.become(text);
    two.mend();
    two.deliver();
    is(mentor.text.toString(), text);
  }
});

Deno.test("the student's tabs begin with one text, and a reload continues with the kept one", () => {
  using two = twoSides("begin\n");
  const [student] = two.sides;
  const tab = (kept: Uint8Array | null) =>
    shareProgram({
      me: NAMES,
      other: NAMES,
      begin: "begin\n",
      kept,
      send: () => {},
      onTooLong: () => {},
    });
  const second = tab(null);
  const damaged = tab(new Uint8Array([1, 1, 9]));
  is(damaged.text.toString(), "begin\n", "a damaged state is as none");
  student.text.insert(6, "more\n");
  const reloaded = tab(student.state());
  is(reloaded.text.toString(), "begin\nmore\n");
  const parts: Uint8Array[] = [];
  const sender = shareProgram({
    me: NAMES,
    other: NAMES,
    begin: null,
    kept: student.state(),
    send: (part) => parts.push(part),
    onTooLong: () => {},
  });
  second.connected();
  sender.received(new Uint8Array([0, 0, 0, 0, 1, 0]));
  for (const part of parts) second.received(part);
  is(second.text.toString(), "begin\nmore\n", "the first text is not there twice");
  for (const one of [second, damaged, reloaded, sender]) one.stop();
});
