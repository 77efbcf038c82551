/** The answers that were sent to groups, newest first. */
import type { Group, GroupAnswer } from "../../server/groups/schema.ts";
import { liveQuery } from "../kit/data/live-query.ts";
import { type LivePagedList, newestFirst, upsertRow } from "../kit/data/paged-list.ts";
import { perUserAtom } from "../kit/data/session.ts";
import { groupValues } from "./live.ts";

export const groupAnswersAtom = perUserAtom<LivePagedList<GroupAnswer> | null>(null);

export const groupAnswers = liveQuery({
  atom: groupAnswersAtom,
  reduce: {
    "group.answered": (known, { seq: _, ...answer }) => ({
      ...known,
      ...upsertRow(known, answer, newestFirst),
    }),
  },
});

groupValues.add(groupAnswers);

/** The newest answer that a group got, and the members who have got none. */
export interface Answered {
  newest: GroupAnswer;
  fresh: readonly string[];
}

/** @param since earlier answers do not count: they belong to another class session */
export function answeredOf(
  { assignmentId, key, members }: Group,
  answers: readonly GroupAnswer[],
  since: string,
): Answered | null {
  const own = answers.filter((one) =>
    one.assignmentId === assignmentId && one.key === key && one.createdAt >= since
  );
  const [newest] = own;
  if (newest === undefined) return null;
  const got = new Set(own.flatMap((one) => one.members));
  return { newest, fresh: members.filter((id) => !got.has(id)) };
}
