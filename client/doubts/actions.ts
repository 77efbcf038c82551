/** API calls for threads, and what is sent through the outbox; `list` loads the lists. */
import type {
  Claim,
  Doubt,
  Entry,
  EntryPage,
  NewDoubt,
  ProgramReaders,
} from "../../server/doubts/schema.ts";
import { giveBackAttached, type SentParts, takeAttached } from "../comments/drafts/state.ts";
import { api, call, type CallError, once, type Reply } from "../kit/net/api.ts";
import { logStart } from "../kit/net/event-log.ts";
import { makeClaims, withClaim } from "../kit/data/lease.ts";
import { draftKey, giveBack, readDraft, writeDraft } from "../kit/forms/draft.ts";
import { enqueue, type OutboxItem, type Senders, sendNow, withdraw } from "../kit/data/outbox.ts";
import { connectionAtom, emitVolatile, emitWithReply, onReady } from "../kit/net/socket.ts";
import { store } from "../kit/net/store.ts";
import { toast } from "../kit/data/toast.ts";
import { raiseSeenCount } from "../kit/news/unread.tsx";
import { countOf, withEarlier } from "../threads/state.ts";
import {
  doubts,
  doubtsAtom,
  hasMissingEntries,
  markRefused,
  refusedIdsAtom,
  storeOwn,
  storeReply,
  type Thread,
  threads,
  threadsAtom,
} from "./state.ts";
import { offerWithdrawal, tellWaiting } from "./withdrawal/actions.ts";

const TYPING_EVERY = 3000;
const MEND_AFTER = 1500;

/** Stores the reply to the user's own entry, which is not news on any screen. */
function storeRead(reply: Reply<Doubt>): void {
  storeOwn(reply);
  raiseSeenCount(reply.data._id, countOf(reply.data));
}

export async function loadThread(id: string, signal?: AbortSignal): Promise<void> {
  storeReply(await call(api.doubts[":id"].$get({ param: { id } }, { init: { signal } })));
}

const EARLIER_PAGE = 40;

export async function fetchEarlier({ _id: id, earlier }: Doubt): Promise<EntryPage> {
  const query = { before: String(earlier?.before ?? 1), limit: String(EARLIER_PAGE) };
  return (await call(api.doubts[":id"].entries.$get({ param: { id }, query }))).data;
}

/** Fetches an entry's text as written, which a pushed entry does not have. */
export async function fetchWritten(id: string, { place = 1 }: Entry): Promise<string> {
  const query = { before: String(place + 1), limit: "1" };
  const { data } = await call(api.doubts[":id"].entries.$get({ param: { id }, query }));
  return data.entries[0]?.message ?? "";
}

export function storeEarlier(id: string, page: EntryPage): void {
  threads.edit(id, ({ earlier, ...known }) => ({
    ...known,
    ...withEarlier({ conversation: known.conversation, ...(earlier && { earlier }) }, page),
  }));
}

/** Whether this tab has the doubt's card, and every event since. */
const hasCard = (id: string): boolean => (store.get(doubtsAtom)[id]?.seq ?? -1) >= logStart();

/** Follows a thread live: again after each reconnection. Returns a function that stops it. */
export function followThread(id: string): () => void {
  const stop = new AbortController();
  // If this fails because the connection is lost, the next connection asks again.
  const refresh = () => loadThread(id, stop.signal).catch(() => {});
  let isWatched = false;
  /** Not before the card is here: the event of an entry tells only what changes on it. */
  const watch = async () => {
    if (isWatched || !hasCard(id)) return;
    isWatched = true;
    const answer = await emitWithReply<{ ok: boolean; seq: number }>("watch", { doubtId: id });
    if (stop.signal.aborted || answer === null) return;
    if (!answer.ok || answer.seq > (thread(id)?.seq ?? Infinity)) await refresh();
  };
  const stopReady = onReady(() => {
    isWatched = false;
    void watch();
  });
  let mending: ReturnType<typeof setTimeout> | undefined;
  const stopMending = store.sub(threadsAtom, () => {
    void watch();
    const known = thread(id);
    if (mending !== undefined || known === undefined || !hasMissingEntries(known)) return;
    mending = setTimeout(() => {
      mending = undefined;
      const now = thread(id);
      if (now !== undefined && hasMissingEntries(now)) void refresh();
    }, MEND_AFTER * (0.5 + Math.random()));
  });
  return () => {
    stop.abort();
    stopReady();
    stopMending();
    clearTimeout(mending);
    emitVolatile("unwatch", { doubtId: id });
  };
}

let followers = 0;

/** Follows the line of the user's own waiting doubts. Returns a function that stops it. */
export function followLine(me: string): () => void {
  followers += 1;
  const stopReady = onReady(() => void emitWithReply("watch", { lineOf: me }));
  return () => {
    stopReady();
    followers -= 1;
    if (followers === 0) emitVolatile("unwatch", { lineOf: me });
  };
}

const thread = (id: string): Thread | undefined => store.get(threadsAtom)[id];

let typedAt = 0;

export function sendTyping(doubtId: string): void {
  if (Date.now() - typedAt < TYPING_EVERY) return;
  typedAt = Date.now();
  emitVolatile("typing", { doubtId });
}

// Sending: each entry is stored in this browser first, and sent as soon as possible.

type EntryKind = "reply" | "followup";

/** A run to attach: its id, or the key of the outbox item that is to bring it to the server. */
export type RunRef = { id: string } | { key: string };

const attaching = (run: RunRef | null) => ({
  about: run !== null && "id" in run ? { runId: run.id } : {},
  ...(run !== null && "key" in run && { refersTo: run.key }),
});

const runOf = ({ body, reference }: OutboxItem): { runId?: string } => {
  const runId = reference ?? (body as { runId?: string }).runId;
  return runId === undefined ? {} : { runId };
};

export function sendEntry(
  kind: EntryKind,
  doubt: Doubt,
  { text, run = null }: { text: string; run?: RunRef | null },
): void {
  const seen = doubt.conversation.at(-1)?._id;
  const attached = kind === "reply" ? takeAttached(doubt._id) : {};
  const { about, ...rest } = attaching(run);
  const key = enqueue({
    feature: "doubts",
    kind,
    subject: doubt._id,
    body: { text, ...about, ...attached },
    seen,
    ...rest,
  });
  const isWaiting = store.get(connectionAtom).state !== "live";
  if (isWaiting) tellWaiting(key, editUnsent);
  store.set(refusedIdsAtom, (ids) => ids.filter((id) => id !== doubt._id));
}

export function raiseDoubt(doubt: NewDoubt, run: RunRef | null = null): void {
  const { about, ...rest } = attaching(run);
  const body: NewDoubt = { ...doubt, ...about };
  enqueue({ feature: "doubts", kind: "raise", subject: doubt.assignmentId, body, ...rest });
}

/** Sends a refused item again without its run: the text must not wait. Returns whether it did. */
function sendWithoutRun({ key: _, reference: __, body, ...item }: OutboxItem, failure: CallError) {
  if (failure.errors.runId === undefined) return false;
  const { runId: ___, ...rest } = body as { runId?: string };
  enqueue({ ...item, body: rest });
  toast.warning("The program could not be attached. The text is sent without it.");
  return true;
}

export const textOf = (item: OutboxItem): string => (item.body as { text: string }).text;

export function editUnsent(item: OutboxItem): void {
  if (!withdraw(item.key)) return;
  giveBackAttached(item.subject, item.body as SentParts);
  giveBack(draftKey(item.kind, item.subject), item.kind, textOf(item));
}

function storeSent(item: OutboxItem, reply: Reply<Doubt>): void {
  storeRead(reply);
  offerWithdrawal(item, reply);
}

export const senders: Senders = {
  reply: {
    ready: ({ subject }) => onClaimed(subject),
    async send(item) {
      const { text: reply, link, ...attached } = item.body as SentParts & { text: string };
      const json = { reply, ...attached, ...(link && { refersTo: link.refersTo }) };
      const param = { id: item.subject };
      storeSent(item, await call(api.doubts[":id"].reply.$put({ param, json }, once(item.key))));
    },
    refused(item, failure) {
      giveBackAttached(item.subject, item.body as SentParts);
      giveBack(draftKey("reply", item.subject), "reply", textOf(item), failure);
      markRefused(item.subject);
      toast.error("Failed to send reply.");
    },
  },
  followup: {
    async send(item) {
      const json = { followup: textOf(item), ...runOf(item) };
      const param = { id: item.subject };
      storeSent(item, await call(api.doubts[":id"].followup.$put({ param, json }, once(item.key))));
    },
    refused(item, failure) {
      if (sendWithoutRun(item, failure)) return;
      giveBack(draftKey("followup", item.subject), "followup", textOf(item), failure);
      toast.error("Failed to send follow-up.");
    },
  },
  resolve: {
    async send(item) {
      await sendResolve(item);
      toast.success("Doubt marked as resolved.");
    },
    refused(_item, { code }) {
      // The doubt was already resolved in another tab, so the goal is reached.
      if (code !== "doubt.resolved") toast.error("Failed to mark doubt as resolved.");
    },
  },
  raise: {
    async send(item) {
      const json = { ...item.body as NewDoubt, ...runOf(item) };
      const reply = await call(api.doubts.$post({ json }, once(item.key)));
      storeOwn(reply);
      toast.success(
        reply.data.conversation.length > 1 ? "This was added to your open doubt." : "Doubt raised.",
      );
    },
    refused(item, failure) {
      if (sendWithoutRun(item, failure)) return;
      const { assignmentId, doubtText, private: isPrivate, anonymous } = item.body as NewDoubt;
      const key = draftKey("raise", assignmentId);
      giveBack(key, "doubtText", doubtText, failure);
      // The next try must not show more than this one.
      const chosen = { ...(isPrivate && { readers: "staff" }), ...(anonymous && { anonymous }) };
      writeDraft(key, { ...readDraft<object>(key), ...chosen });
      toast.error(failure.message);
    },
  },
};

/** So long, in ms, it is not yet sent that a doubt is resolved. Later, the server takes it back. */
const UNDO_FOR = 8000;

/** Resolves a doubt after a while in which the user can take it back. */
export function resolveDoubt(id: string): void {
  const notBefore = Date.now() + UNDO_FOR;
  enqueue({ feature: "doubts", kind: "resolve", subject: id, body: {}, notBefore });
}

/** Sends what a closing page can still send. If it does not arrive, the next visit sends it. */
export function resolveOnLeaving(item: OutboxItem): void {
  sendNow(item.key);
  sendResolve(item, { keepalive: true }).catch(() => {});
}

async function sendResolve(item: OutboxItem, init: RequestInit = {}): Promise<void> {
  const param = { id: item.subject };
  storeRead(
    await call(api.doubts[":id"].resolve.$put({ param, json: {} }, { ...once(item.key), init })),
  );
}

// Actions that are not stored for a retry when they fail

export async function setReaders(
  id: string,
  json: { private: boolean } | { anonymous: boolean },
): Promise<void> {
  storeOwn(await call(api.doubts[":id"].$patch({ param: { id }, json })));
}

export async function showProgram(id: string, shown: ProgramReaders): Promise<void> {
  storeOwn(await call(api.doubts[":id"].program.$put({ param: { id }, json: { shown } })));
}

export const { claim, claimWhileWriting, onClaimed, release } = makeClaims<Claim>({
  take: (id, json, init) => call(api.doubts[":id"].claim.$post({ param: { id }, json }, { init })),
  drop: (id) => call(api.doubts[":id"].claim.$delete({ param: { id } })),
  show: (id, held, seq) => doubts.edit(id, (known) => withClaim(known, held, seq)),
});
