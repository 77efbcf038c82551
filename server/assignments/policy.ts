/** Permissions for assignments. */
import { type Actor, isStaff } from "../kit/core/roles.ts";
import { type Audience, isFor } from "../sections/policy.ts";
import type { DistributionTag, LateRule } from "./schema.ts";
import type { TestCase } from "./cases/schema.ts";

type Distribution = {
  distributionTag: DistributionTag;
  audience?: Audience;
  assignedTo?: readonly { _id: string }[];
};

/** Whether it is given out to the class, or to the sections of its audience. */
export const isGeneral = (assignment: Distribution): boolean =>
  assignment.distributionTag !== "central" && assignment.distributionTag !== "personal";

export const can = {
  read: (me: Actor | null, assignment: Distribution): boolean =>
    isStaff(me) ||
    (me !== null && ((isGeneral(assignment) && isFor(me, assignment.audience)) ||
      (assignment.assignedTo ?? []).some((student) => student._id === me._id))),
};

type Due = { dueAt?: string | null; lateRule?: LateRule };

/** Whether a response at this time is in time, late, or no longer accepted. */
export function lateness({ dueAt, lateRule }: Due, at: string): "in time" | "late" | "closed" {
  if (!dueAt || at <= dueAt || lateRule === "open") return "in time";
  return lateRule === "closed" ? "closed" : "late";
}

export const visibleCases = (cases: readonly TestCase[]): TestCase[] =>
  cases.filter(({ hidden }) => hidden !== true).map(({ hidden: _, ...visible }) => visible);
