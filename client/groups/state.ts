/**
 * The answers that were sent to groups, newest first, and the groups of the map. A class of 600 sends
 * twenty events a second, each about one learner: only the groups that this learner leaves or joins
 * are computed again.
 */
import {
  type FailedCell,
  groupIdOf,
  groupOf,
  isFailed,
  sortGroups,
} from "../../server/groups/grouping.ts";
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
type ByQuestion = Readonly<Record<string, KnownCell>>;
/** The cells of learners, by their ids. A cell that has not changed is the same object. */
export type CellsByLearner = Readonly<Record<string, ByQuestion>>;

/** Groups cells as `groupsOf` does, the largest first. An unchanged group is the same object. */
export function incrementalGroups(): (cells: CellsByLearner) => readonly Group[] {
  let before: CellsByLearner = {};
  let sorted: readonly Group[] = [];
  const members = new Map<string, Map<string, FailedCell>>();
  const groups = new Map<string, Group>();

  return (cells) => {
    const touched = new Set<string>();
    for (const [was, now] of changesOf(before, cells)) {
      if (isFailed(was)) {
        const id = groupIdOf(was);
        members.get(id)?.delete(was.studentId);
        touched.add(id);
      }
      if (isFailed(now)) {
        const id = groupIdOf(now);
        const group = members.get(id) ?? new Map();
        members.set(id, group.set(now.studentId, now));
        touched.add(id);
      }
    }
    before = cells;
    if (touched.size === 0) return sorted;
    for (const id of touched) {
      const all = members.get(id);
      const group = groupOf([...all?.values() ?? []]);
      if (all?.size === 0) members.delete(id);
      if (group === null) groups.delete(id);
      else groups.set(id, group);
    }
    return sorted = sortGroups([...groups.values()]);
  };
}

type Change = [was: GroupCell | undefined, now: GroupCell | undefined];

/** Returns the cells that differ in what a group shows of them. */
function changesOf(before: CellsByLearner, after: CellsByLearner): Change[] {
  const changes: Change[] = [];
  for (const id in before) if (!(id in after)) addChanges(changes, before[id], undefined);
  for (const id in after) {
    if (before[id] !== after[id]) addChanges(changes, before[id], after[id]);
  }
  return changes;
}

/** Whoever has handed it in as solved gets no answer to a group, and so is in none. */
const cellOf = (known: KnownCell | undefined) => known?.isHandedIn ? undefined : known?.cell;

function addChanges(changes: Change[], before: ByQuestion = {}, after: ByQuestion = {}): void {
  for (const id of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, now] = [cellOf(before[id]), cellOf(after[id])];
    const isSame = was?.failure === now?.failure && was?.run === now?.run &&
      was?.solvedAt === now?.solvedAt;
    if (!isSame) changes.push([was, now]);
  }
}
