/** Who may do what with a doubt. */
import { isGeneral } from "../assignments/policy.ts";
import type { DistributionTag } from "../assignments/schema.ts";
import { type Actor, isLearner, isStaff } from "../kit/roles.ts";
import type { DoubtFilter, DoubtStatus, EntryType } from "./schema.ts";
import { QUEUE_CEILING, SEARCH_CEILING, TOTAL_CEILING } from "./schema.ts";

type Thread = {
  student: { _id: string };
  private: boolean;
  resolved: boolean;
  assignment: { distributionTag: DistributionTag };
};

const isOwner = (me: Actor | null, doubt: Thread): boolean => me?._id === doubt.student._id;

/** Classmates learn from each other's threads: readable by everyone signed in. */
export const isOpenToClass = (doubt: Thread): boolean =>
  !doubt.private && isGeneral(doubt.assignment);

export const can = {
  read: (me: Actor | null, doubt: Thread): boolean =>
    me !== null && (isStaff(me) || isOwner(me, doubt) || isOpenToClass(doubt)),
  raise: (me: Actor | null): boolean => isLearner(me),
  reply: (me: Actor | null, doubt: Thread): boolean => isStaff(me) && !doubt.resolved,
  claim: (me: Actor | null, doubt: Thread): boolean => isStaff(me) && !doubt.resolved,
  followUp: (me: Actor | null, doubt: Thread): boolean =>
    isLearner(me) && isOwner(me, doubt) && !doubt.resolved,
  resolve: (me: Actor | null, doubt: Thread): boolean => can.followUp(me, doubt),
  hide: (me: Actor | null, doubt: Thread): boolean => isOwner(me, doubt),
  seeAddress: (me: Actor | null, doubt: Thread): boolean => isStaff(me) || isOwner(me, doubt),
};

/** A thread's status but for claims. */
export type Stage = Exclude<DoubtStatus, "review">;

/** What policies look at, of a row. */
export function toPolicy(
  { studentId, private: isPrivate, stage, distributionTag }: {
    studentId: string;
    private: boolean;
    stage: Stage;
    distributionTag: DistributionTag;
  },
): Thread {
  return {
    student: { _id: studentId },
    private: isPrivate,
    resolved: stage === "resolved",
    assignment: { distributionTag },
  };
}

type Someone = { _id: string };

type State<By extends Someone> = {
  stage: Stage;
  waitingSince: string | null;
  entries: number;
  version: number;
  answeredBy: By | null;
  /** Who has claimed it, and until when. */
  holder: By | null;
  until: string | null;
};

/** What a thread becomes with its next entry. */
export function afterEntry<By extends Someone>(
  { stage, waitingSince, entries, version, answeredBy, holder, until }: State<By>,
  { type, by, at }: { type: EntryType; by: By; at: string },
) {
  const after = stageAfter(stage, type);
  const isWaiting = after === "new" || after === "unsatisfied";
  // A reply ends its writer's claim, resolving ends anybody's; nothing else does.
  const endsClaim = type === "resolve" || type === "reply" && holder?._id === by._id;
  return {
    stage: after,
    activeAt: at,
    waitingSince: isWaiting ? waitingSince ?? at : null,
    resolvedAt: after === "resolved" ? at : null,
    entries: entries + 1,
    version: type === "doubt" ? version : version + 1,
    answeredBy: type === "reply" ? by : answeredBy,
    holder: endsClaim ? null : holder,
    until: endsClaim ? null : until,
  };
}

/** What its stage becomes. */
export function stageAfter(stage: Stage, type: EntryType): Stage {
  if (type === "resolve") return "resolved";
  if (type === "reply") return "replied";
  return stage === "new" ? "new" : "unsatisfied";
}

/** How far what a filter finds is counted, and paged. */
export function ceilingOf({ text, order }: Partial<DoubtFilter>, me: Actor): number {
  if (text !== undefined) return SEARCH_CEILING;
  return order === "queue" && isStaff(me) ? QUEUE_CEILING : TOTAL_CEILING;
}
