/** State of the page of a question's answered doubts. Events mark it as stale, or take rows away. */
import type { DoubtCard } from "../../../server/doubts/schema.ts";
import type { AnsweredDoubt } from "../../../server/doubts/schema.ts";
import { type Freshness, liveQuery, markStale } from "../../kit/data/live-query.ts";
import { perUserAtom } from "../../kit/net/session.ts";

export interface KnownAnswers extends Freshness {
  assignmentId: string;
  filter: { page: number; limit: number };
  answers: readonly AnsweredDoubt[];
  total: number;
}

export const answersAtom = perUserAtom<KnownAnswers | null>(null);

/** Returns the page without a doubt. Another one may take its place, so it is fetched again. */
function without(known: KnownAnswers, id: string): KnownAnswers {
  const answers = known.answers.filter(({ _id }) => _id !== id);
  if (answers.length === known.answers.length) return known;
  return { ...known, answers, total: known.total - 1, stale: true };
}

function answersAfter(known: KnownAnswers, card: DoubtCard): KnownAnswers {
  if (card.assignment._id !== known.assignmentId) return known;
  const isAnswer = !card.private && (card.kept === true || card.helped === true);
  return isAnswer ? markStale(known) : without(known, card._id);
}

export const answers = liveQuery({
  atom: answersAtom,
  reduce: {
    "doubt.opened": answersAfter,
    "doubt.changed": answersAfter,
    // The page has only doubts that are open to the class, for staff, too.
    "doubt.hidden": (known, { _id }) => without(known, _id),
    "assignment.saved": (known, { _id }) => _id === known.assignmentId ? markStale(known) : known,
  },
});
