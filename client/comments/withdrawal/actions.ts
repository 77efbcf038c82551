/** A comment that was just sent can be taken back for a moment; it is then a draft again. */
import { v4 as uuid } from "uuid";
import type { Comment } from "../../../server/comments/schema.ts";
import { api, call, errorText, once } from "../../kit/net/api.ts";
import { toast } from "../../kit/data/toast.ts";
import { offerUndo } from "../../threads/undo.tsx";
import { giveBackAttached } from "../drafts/state.ts";
import { notes } from "../state.ts";

/** @param subject the key of the draft that it comes back to */
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
