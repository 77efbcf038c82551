/** Stores the comments and the proposed program that come with a reply, a review or a run. */
import { newId } from "../../kit/core/ids.ts";
import { type Act, announce } from "../../live/outbox.ts";
import type { Room } from "../../live/rooms.ts";
import { type Comment, type ProposalCard } from "../schema.ts";
import { comments, proposals } from "../tables.ts";
import { type Base, type Comments } from "./queries.ts";

type Target = {
  doubtId: string | null;
  entryId: string | null;
  reviewId: string | null;
  /** The rooms of those who may see it. */
  rooms: readonly Room[];
  /** The time of the reply or the review. */
  at: string;
};

export async function storeAttached(
  act: Act,
  { comments: written, proposal }: Comments,
  { bases, rooms, at, ...place }: Target & { bases: Map<string, Base> },
): Promise<void> {
  const { me: { _id, name, role } } = act;
  const common = (runId: string) => {
    const { assignmentId = "", studentId = "" } = bases.get(runId) ?? {};
    const by = { _id, name, role };
    return { _id: newId(), runId, assignmentId, studentId, ...place, by, createdAt: at };
  };
  const saved = written.map(({ runId, from, to, text, html }): Comment => ({
    ...common(runId),
    from,
    to,
    text,
    html,
    doneAt: null,
    answers: [],
    version: 1,
  }));
  await storeComments(act, saved, rooms);
  if (!proposal) return;
  const { runId, source, passed = null, total = null, kit = null } = proposal;
  const card: ProposalCard = { ...common(runId), passed, total, kit };
  const { entryId, reviewId } = place;
  const row = { id: card._id, runId, entryId, reviewId, source, passed, total, kit };
  await act.db.insert(proposals).values({ ...row, authorId: _id, createdAt: at });
  announce(act, "proposal.made", rooms, card);
}

export async function storeComments(act: Act, saved: Comment[], rooms: readonly Room[]) {
  if (saved.length === 0) return;
  await act.db.insert(comments).values(saved.map((comment) => ({
    id: comment._id,
    runId: comment.runId,
    entryId: comment.entryId,
    reviewId: comment.reviewId,
    fromLine: comment.from,
    toLine: comment.to,
    text: comment.text,
    html: comment.html,
    authorId: comment.by._id,
    createdAt: comment.createdAt,
  })));
  for (const comment of saved) announce(act, "comment.saved", rooms, comment);
}
