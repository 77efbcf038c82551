/** Who may do what with a doubt. */
import { isGeneral } from "../assignments/policy.ts";
import type { DistributionTag } from "../assignments/schema.ts";
import { type Actor, isLearner, isStaff } from "../kit/roles.ts";
import type { DoubtStatus, EntryType } from "./schema.ts";

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

/** What a thread's stage becomes with its next entry. */
export function stageAfter(stage: Stage, type: EntryType): Stage {
  if (type === "resolve") return "resolved";
  if (type === "reply") return "replied";
  return stage === "new" ? "new" : "unsatisfied";
}
