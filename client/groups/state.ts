/** The answers that were sent to groups, newest first, and the groups of the map. */
import { groupsOf } from "../../server/groups/grouping.ts";
import type { Group, GroupAnswer, GroupCell } from "../../server/groups/schema.ts";
import { asRow, type LiveList, liveList, newestFirst } from "../kit/data/live-list.ts";
import { perUserAtom } from "../kit/net/session.ts";

export const groupAnswersAtom = perUserAtom<LiveList<GroupAnswer> | null>(null);

export const groupAnswers = liveList({
  atom: groupAnswersAtom,
  order: newestFirst,
  rows: { "group.answered": asRow },
});

/** The newest answer that a group got, and the members who have got none. */
export interface AnswerState {
  newest: GroupAnswer;
  fresh: readonly string[];
}

/** @param since earlier answers do not count: they belong to another class session */
export function answeredOf(
  { assignmentId, key, members }: Group,
  answers: readonly GroupAnswer[],
  since: string,
): AnswerState | null {
  const own = answers.filter((one) =>
    one.assignmentId === assignmentId && one.key === key && one.createdAt >= since
  );
  const [newest] = own;
  if (newest === undefined) return null;
  const got = new Set(own.flatMap((one) => one.members));
  return { newest, fresh: members.filter((id) => !got.has(id)) };
}

type KnownCell = { cell: GroupCell | undefined; isHandedIn: boolean };
/** The cells of learners, by the ids of learners and of questions. */
export type CellsByLearner = Readonly<Record<string, Readonly<Record<string, KnownCell>>>>;

/** Groups the cells. Whoever has handed it in as solved gets no answer to a group, and so is in none. */
export const groupsIn = (cells: CellsByLearner): Group[] =>
  groupsOf(
    Object.values(cells).flatMap((own) =>
      Object.values(own).flatMap(({ cell, isHandedIn }) => isHandedIn ? [] : cell ?? [])
    ),
  );
