/** The outbox of unsent texts, on the storage and the locks of the runtime. */
import { deepStrictEqual as equals, strictEqual as is } from "node:assert/strict";
import {
  enqueue,
  outboxAtom,
  type OutboxItem,
  type Senders,
  startOutbox,
  withdraw,
} from "../client/kit/data/outbox.ts";
import { linkTo } from "../client/doubts/answers/actions.ts";
import { giveBackAttached, takeAttached } from "../client/comments/drafts/state.ts";
import { sessionAtom } from "../client/kit/net/session.ts";
import { store } from "../client/kit/net/store.ts";
import { draftKey, readDraft, writeDraft } from "../client/kit/forms/draft.ts";
import { until } from "./kit/until.ts";

const signIn = (_id: string) =>
  store.set(sessionAtom, { token: `token of ${_id}`, user: { _id, name: _id } } as never);
const note = (body: unknown) => ({ feature: "notes", kind: "note", subject: "s", body });

/** Who sent what, in order. */
const sent: [who: string | undefined, body: unknown][] = [];
/** Waits before an item is sent. */
let ready = (): Promise<void> => Promise.resolve();
/** Waits until an item has arrived. */
let arriving = (): Promise<void> => Promise.resolve();
const senders: Senders = {
  note: {
    ready: () => ready(),
    async send({ body }) {
      sent.push([store.get(sessionAtom)?.user._id, body]);
      await arriving();
    },
    refused() {},
  },
};
startOutbox({ notes: senders });

const ofTest = (name: string, work: () => void | Promise<void>) =>
  Deno.test(name, async () => {
    localStorage.clear();
    sent.length = 0;
    signIn("one");
    // The sign-in begins a round, which has nothing to send.
    await new Promise((end) => setTimeout(end));
    try {
      await work();
    } finally {
      ready = () => Promise.resolve();
      arriving = () => Promise.resolve();
    }
  });

ofTest("a text that is added when a round has just ended is sent, too", async () => {
  const stop = store.sub(outboxAtom, () => {
    if (store.get(outboxAtom).length > 0) return;
    stop();
    queueMicrotask(() => enqueue(note("second")));
  });
  enqueue(note("first"));
  await until(() => Promise.resolve(sent.length === 2));
  equals(sent, [["one", "first"], ["one", "second"]]);
});

ofTest(
  "a text that waits for an earlier request can be taken back, and is sent by nobody else",
  async () => {
    const [asked, earlier] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    ready = () => {
      asked.resolve();
      return earlier.promise;
    };
    const key = enqueue(note("wrong"));
    enqueue(note("of one"));
    await asked.promise;
    is(withdraw(key), true);
    signIn("two");
    enqueue(note("of two"));
    earlier.resolve();
    await until(() => Promise.resolve(sent.length > 0));
    equals(sent, [["two", "of two"]]);
  },
);

ofTest(
  "a text for which the storage has no room takes no other tab's text away, and arrives",
  async () => {
    const gate = Promise.withResolvers<void>();
    arriving = () => gate.promise;
    const long = "x".repeat(11 * 1024 * 1024);
    enqueue(note(long));
    is(localStorage.getItem("outgoing:one"), null, "it does not fit");
    const other: OutboxItem = { ...note("theirs"), key: crypto.randomUUID() };
    localStorage.setItem("outgoing:one", JSON.stringify([other]));
    enqueue(note("short"));
    gate.resolve();
    await until(() => Promise.resolve(sent.length === 3));
    const bodies = sent.map(([, body]) => body);
    equals(
      bodies.filter((body) => body !== "theirs"),
      [long, "short"],
      "its own texts keep their order",
    );
    await until(() => Promise.resolve(localStorage.getItem("outgoing:one") === null));
  },
);

ofTest("a link to an answered doubt fills the reply, and is sent only with it", () => {
  const draft = draftKey("reply", "s");
  linkTo("s", { refersTo: "other", text: "Why?" });
  equals(store.get(outboxAtom), []);
  equals(readDraft(draft), { reply: "This was answered before." });
  writeDraft(draft, { reply: "See there." });
  const link = { refersTo: "another", text: "How?" };
  linkTo("s", link);
  equals(readDraft(draft), { reply: "See there." });
  const attached = takeAttached("s");
  equals(attached, { link });
  giveBackAttached("s", attached);
  equals(takeAttached("s"), { link });
});
