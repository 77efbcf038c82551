/** The calls about comments on lines and about proposed changes. */
import type { Comment, CommentInput, PlaceQuery } from "../../server/comments/schema.ts";
import { isStaff } from "../../server/kit/core/roles.ts";
import { v4 as uuid } from "uuid";
import { toast } from "../kit/data/toast.ts";
import { api, call, errorText, once } from "../kit/net/api.ts";
import { contentKey } from "../kit/net/idempotency-key.ts";
import { meAtom } from "../kit/net/session.ts";
import { emitWithReply, resyncAtom } from "../kit/net/socket.ts";
import { store } from "../kit/net/store.ts";
import { offerUndo } from "../threads/undo.tsx";
import { giveBackAttached } from "./drafts/state.ts";
import { notes, notesAtom, proposalsAtom, threadKey } from "./state.ts";

const underWay = new Map<string, Promise<void>>();

/** Others may wait for the same notes, so nobody ends the call. */
export async function loadNotes(place: PlaceQuery, _: AbortSignal): Promise<void> {
  const key = threadKey(place);
  const known = store.get(notesAtom)[key];
  const resyncs = store.get(resyncAtom);
  if (known && !known.stale && known.resyncs === resyncs) return;
  const load = async () => {
    // Classmates are told of a thread's comments only while they watch it, and it may be loaded
    // before the server has put them into its room: what is written in between would be missed.
    if ("doubtId" in place && !isStaff(store.get(meAtom))) await emitWithReply("watch", place);
    const { data, seq } = await call(api.comments.$get({ query: place }));
    notes.store({ [key]: { place, ...data, resyncs, seq } });
  };
  const now = underWay.get(key) ?? load().finally(() => underWay.delete(key));
  underWay.set(key, now);
  await now;
}

/** Of the comment that is being sent: one that is sent again after a failure counts once. */
let keyOf = contentKey();

export async function commentOnRun(
  id: string,
  { from, to, text }: CommentInput,
): Promise<Comment> {
  const wanted = { param: { id }, json: { from, to, text } };
  const { data, seq } = await call(
    api.runs[":id"].comments.$post(wanted, once(keyOf(wanted))),
  );
  keyOf = contentKey();
  notes.applyOwn("comment.saved", { data, seq });
  return data;
}

/**
 * Offers to take the comments back that were just sent; they are drafts again.
 * @param subject the key of the drafts
 */
export function offerWithdrawal(sent: readonly Comment[], subject: string): void {
  const notice = sent.length === 1 ? "Comment sent." : `${sent.length} comments sent.`;
  offerUndo(notice, () => void takeBack(sent, subject));
}

async function takeBack(sent: readonly Comment[], subject: string): Promise<void> {
  try {
    for (const { _id, runId, from, to, text } of sent) {
      const { data, seq } = await call(
        api.comments[":id"].$delete({ param: { id: _id } }, once(uuid())),
      );
      notes.applyOwn("comment.withdrawn", { data, seq });
      giveBackAttached(subject, { comments: [{ runId, from, to, text }] });
    }
    toast.info("Withdrawn. What you wrote is at its line again.");
  } catch (error) {
    toast.error(errorText(error, "The comment could not be withdrawn."));
  }
}

export async function answerComment(id: string, text: string, key: string): Promise<void> {
  const wanted = { param: { id }, json: { text } };
  notes.applyOwn("comment.saved", await call(api.comments[":id"].answers.$post(wanted, once(key))));
}

export async function finishComment(id: string, done: boolean): Promise<void> {
  notes.applyOwn(
    "comment.saved",
    await call(
      api.comments[":id"].done.$put({ param: { id }, json: { done } }),
    ),
  );
}

export async function loadProposal(id: string, signal: AbortSignal): Promise<void> {
  const { data } = await call(api.proposals[":id"].$get({ param: { id } }, { init: { signal } }));
  store.set(proposalsAtom, (known) => ({ ...known, [id]: data }));
}
