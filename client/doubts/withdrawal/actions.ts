/** What was sent to a thread can be taken back for a moment; its text is then a draft again. */
import { flushSync } from "react-dom";
import { v4 as uuid } from "uuid";
import type { Doubt, Entry } from "../../../server/doubts/schema.ts";
import { giveBackAttached, type SentParts } from "../../comments/drafts/state.ts";
import { api, call, CallError, errorText, once, type Reply } from "../../kit/net/api.ts";
import { outboxAtom, type OutboxItem } from "../../kit/data/outbox.ts";
import { store } from "../../kit/net/store.ts";
import { toast } from "../../kit/data/toast.ts";
import { takeLostFocus } from "../../kit/focus/hand-over-focus.ts";
import { draftKey, giveBack } from "../../kit/forms/draft.ts";
import { offerUndo, UNDO_MS } from "../../threads/undo.tsx";
import { markRefused, storeOwn } from "../state.ts";

const NOTICES: Record<string, string> = { reply: "Reply sent.", followup: "Follow-up sent." };
const AGAIN = "Withdrawn. Your text is in its field again.";
const TRY_EVERY = 1000;

/** Offers to take an entry back, unless a later text waits: the notice would be taken for its. */
export function offerWithdrawal(item: OutboxItem, { data }: Reply<Doubt>): void {
  const { key, kind, subject } = item;
  const isLast = store.get(outboxAtom).every((one) =>
    one.key === key || one.kind !== kind || one.subject !== subject
  );
  const entry = data.conversation.at(-1);
  if (isLast && entry) offerUndo(NOTICES[kind] ?? "Sent.", () => void takeBack(item, entry));
}

/** Without a connection, the text waits in the outbox and can leave it. */
export function tellWaiting(key: string, takeOut: (item: OutboxItem) => void): void {
  const find = () => store.get(outboxAtom).find((one) => one.key === key);
  if (find() === undefined) return;
  offerUndo("It is sent when the connection is back.", () => {
    const item = find();
    if (item === undefined) return toast.info("It has been sent meanwhile.");
    takeOut(item);
    toast.info(AGAIN);
  });
}

async function takeBack(item: OutboxItem, entry: Entry): Promise<void> {
  const { subject, kind } = item;
  try {
    await remove(subject, entry._id);
  } catch (error) {
    return toast.error(errorText(error));
  }
  flushSync(() => {
    if (kind === "reply") giveBackAttached(subject, item.body as SentParts);
    giveBack(draftKey(kind, subject), kind, (item.body as { text: string }).text);
    markRefused(subject);
    toast.info(AGAIN);
  });
  // The entry that is gone had the focus.
  takeLostFocus(document.querySelector(".writing textarea"));
}

/** Asks until the server has answered: a call whose reply was lost may have been carried out. */
async function remove(id: string, entryId: string): Promise<void> {
  const until = Date.now() + 2 * UNDO_MS;
  const options = once(uuid());
  for (;;) {
    try {
      const param = { id, entryId };
      const gone = api.doubts[":id"].entries[":entryId"].$delete({ param }, options);
      return storeOwn(await call(gone));
    } catch (error) {
      if (!(error instanceof CallError) || !error.isPassing || Date.now() > until) throw error;
      await new Promise((wait) => setTimeout(wait, TRY_EVERY));
    }
  }
}

export async function reopen(doubtId: string, entryId: string): Promise<void> {
  await remove(doubtId, entryId);
  toast.success("The doubt is open again.");
}
