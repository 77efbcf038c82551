/** State of the page of a question's answered doubts. Events mark it as stale. */
import type { AnsweredDoubt } from "../../../server/doubts/schema.ts";
import { type Freshness, liveQuery } from "../../kit/data/live-query.ts";
import { perUserAtom } from "../../kit/net/session.ts";

interface KnownAnswers extends Freshness {
  assignmentId: string;
  filter: { page: number; limit: number };
  answers: readonly AnsweredDoubt[];
  total: number;
}

export const answersAtom = perUserAtom<KnownAnswers | null>(null);

export const answers = liveQuery({
  atom: answersAtom,
  stale: ["doubt.opened", "doubt.changed", "doubt.hidden", "assignment.saved"],
  isAbout({ assignmentId, answers }, data) {
    if (answers.some(({ _id }) => _id === data._id) || data._id === assignmentId) return true;
    if (!("assignment" in data) || data.assignment._id !== assignmentId) return false;
    return !data.private && (data.kept === true || data.helped === true);
  },
});
