/** The calls about what was answered before, what helped, and what is kept. */
import type { Doubt } from "../../../server/doubts/schema.ts";
import type { SimilarDoubt } from "../../../server/doubts/answers/schema.ts";
import { api, call } from "../../kit/net/api.ts";
import { enqueue, sendNow, withdraw } from "../../kit/data/outbox.ts";
import { meAtom } from "../../kit/net/session.ts";
import { store } from "../../kit/net/store.ts";
import { toast } from "../../kit/data/toast.ts";
import { clearDraft, draftKey, giveBack, readDraft } from "../../kit/forms/draft.ts";
import { UNDO_FOR } from "../actions.ts";
import { keepRows, threads } from "../state.ts";
import { answers } from "./state.ts";

export async function loadAnswers(
  assignmentId: string,
  filter: { page: number; limit: number },
  signal: AbortSignal,
): Promise<void> {
  const { page, limit } = filter;
  const query = { assignmentId, page: String(page), limit: String(limit) };
  const { data, seq } = await call(api.doubts.answers.$get({ query }, { init: { signal } }));
  if (store.get(meAtom) === null) return;
  answers.keep({ assignmentId, filter, ...data, seq, stale: false });
}

/** Fetches answered doubts that may answer this one, too: the best match first. */
export async function loadOffers(doubtId: string, signal: AbortSignal): Promise<SimilarDoubt[]> {
  const { data } = await call(
    api.doubts.similar.$get({ query: { doubtId } }, { init: { signal } }),
  );
  return data;
}

/** Says whether a reply helped; null takes it back. */
export async function sayHelped(
  doubtId: string,
  entryId: string,
  helped: boolean | null,
): Promise<void> {
  const { data, seq } = await call(
    api.doubts[":id"].helped.$put({ param: { id: doubtId }, json: { entryId, helped } }),
  );
  threads.keepOwn({ event: "doubt.helped", data: { ...data, seq } });
}

export async function keepDoubt(id: string, kept: boolean): Promise<void> {
  const { data, seq } = await call(api.doubts[":id"].kept.$put({ param: { id }, json: { kept } }));
  keepRows([data], seq);
}

const USUAL_TEXT = "This was answered before.";

/**
 * Answers a doubt with a link to another one, and with the text that was typed, if any. It is sent
 * after a while in which the user can take it back.
 */
export function answerWithLink({ _id: id, conversation }: Doubt, refersTo: string): void {
  const draft = draftKey("reply", id);
  const typed = readDraft<{ reply?: string }>(draft) ?? {};
  const text = typed.reply?.trim() || USUAL_TEXT;
  const key = enqueue({
    feature: "doubts",
    kind: "reply",
    subject: id,
    body: { text, refersTo },
    seen: conversation.at(-1)?._id,
    notBefore: Date.now() + UNDO_FOR,
  });
  clearDraft(draft);
  // If it does not arrive any more, the next visit sends it.
  addEventListener("pagehide", () => sendNow(key), { once: true });
  toast.undoable("Answered with a link.", () => {
    if (!withdraw(key)) return toast.info("It is too late to undo this.");
    if (typed.reply) giveBack(draft, "reply", typed.reply);
  });
}
