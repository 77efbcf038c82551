/** Permissions for doubts, and the states of a thread. */
import { isGeneral } from "../assignments/policy.ts";
import type { DistributionTag } from "../assignments/schema.ts";
import { type Actor, isLearner, isStaff } from "../kit/core/roles.ts";
import { type Alias, withoutName } from "../kit/core/alias.ts";
import { type Audience, chosenSections, isFor } from "../sections/policy.ts";
import type {
  DoubtCard,
  DoubtFilter,
  DoubtStatus,
  Entry,
  EntryEvent,
  EntryType,
  ProgramReaders,
} from "./schema.ts";
import { CARD_TEXT, QUEUE_CEILING, TOTAL_CEILING } from "./schema.ts";

/** A doubt's text on its card, without half a surrogate pair at its end: PostgreSQL refuses it. */
export const cardText = (text: string): string =>
  text.length > CARD_TEXT
    ? `${text.slice(0, CARD_TEXT).replace(/[\ud800-\udbff]$/, "").trimEnd()}…`
    : text;

type Thread = {
  student: { _id: string };
  private: boolean;
  anonymous?: boolean | undefined;
  resolved: boolean;
  term?: string | undefined;
  programShown?: ProgramReaders | undefined;
  assignment: { distributionTag: DistributionTag; audience?: Audience };
};

type DoubtOwner = Pick<Thread, "student" | "anonymous">;

const isOwner = (me: Actor | null, doubt: DoubtOwner): boolean => me?._id === doubt.student._id;

/** Whether everyone whom its question is for may read it. Classmates learn from each other's threads. */
export const isOpenToClass = (doubt: Thread): boolean =>
  !doubt.private && isGeneral(doubt.assignment);

export const can = {
  read: (me: Actor | null, doubt: Thread): boolean =>
    me !== null && (isStaff(me) || isOwner(me, doubt) ||
      (isOpenToClass(doubt) && isFor(me, doubt.assignment.audience))),
  reply: (me: Actor | null, doubt: Thread): boolean => isStaff(me) && !doubt.resolved,
  merge: (me: Actor | null): boolean => isStaff(me),
  claim: (me: Actor | null, doubt: Thread): boolean => isStaff(me) && !doubt.resolved,
  followUp: (me: Actor | null, doubt: Thread): boolean =>
    isLearner(me) && isOwner(me, doubt) && !doubt.resolved,
  resolve: (me: Actor | null, doubt: Thread): boolean => can.followUp(me, doubt),
  hide: (me: Actor | null, doubt: Thread): boolean => isOwner(me, doubt) && !doubt.term,
  seeProgram: (me: Actor | null, doubt: Thread): boolean =>
    can.read(me, doubt) &&
    (doubt.programShown !== "staff" || isStaff(me) || isOwner(me, doubt)),
  showProgram: (me: Actor | null, doubt: Thread): boolean => can.hide(me, doubt),
  /** Whether this person may say which replies helped: also after it is resolved. */
  sayHelped: (me: Actor | null, doubt: Thread): boolean => can.hide(me, doubt),
  /** Whether this person may keep it for later classes. */
  keep: (me: Actor | null, doubt: Thread): boolean => isStaff(me) && !doubt.term,
  /** Whether this person may say that they have this doubt, too. */
  share: (me: Actor | null, doubt: Thread): boolean =>
    isLearner(me) && !isOwner(me, doubt) && can.read(me, doubt) && !doubt.resolved,
  seeAddress: (me: Actor | null, doubt: Thread): boolean => isStaff(me) || isOwner(me, doubt),
  seeName: (me: Actor | null, doubt: DoubtOwner): boolean =>
    !doubt.anonymous || isStaff(me) || isOwner(me, doubt),
};

/** Returns who is without a name in the doubt of this id, if its student is. */
export const unnamedIn = ({ student, anonymous }: DoubtOwner, id: string): Alias | null =>
  anonymous ? { person: student._id, as: id } : null;

/** Returns what belongs to a doubt, such as its card, as this person may see it. */
export function asSeenBy<T>(
  me: Actor | null,
  { doubt, id, view }: { doubt: DoubtOwner; id: string; view: T },
): T {
  const unnamed = can.seeName(me, doubt) ? null : unnamedIn(doubt, id);
  return unnamed ? withoutName(view, unnamed) : view;
}

/** Whom a program is shown to: only staff while it may answer homework that is not over. */
export function usualShown(
  { distributionTag, dueAt }: { distributionTag: DistributionTag; dueAt?: string | null },
  now: string,
): ProgramReaders {
  const isOver = typeof dueAt === "string" && dueAt <= now;
  const isHomework = distributionTag === "hw" || distributionTag === "hm";
  return isHomework && !isOver ? "staff" : "class";
}

/** Returns the program of an event's entry: the class may be among those who watch the thread. */
export const asWatchersSee = (run: { _id: string }, doubt: Thread): Entry["run"] =>
  isOpenToClass(doubt) && doubt.programShown === "staff" ? { ...run, withheld: true } : run;

/** Returns the entries as a reader sees them: programs that they may not see are withheld. */
export function withPrograms<E extends Entry>(
  entries: E[],
  { me, doubt }: { me: Actor | null; doubt: Thread },
): E[] {
  if (entries.every(({ run }) => run === undefined)) return entries;
  const isWithheld = !can.seeProgram(me, doubt);
  if (entries.every(({ run }) => !run || (run.withheld === true) === isWithheld)) return entries;
  return entries.map((entry) =>
    entry.run && (entry.run.withheld === true) !== isWithheld
      ? { ...entry, run: { _id: entry.run._id, ...(isWithheld && { withheld: true }) } }
      : entry
  );
}

/** A thread's status without claims. */
export type Stage = Exclude<DoubtStatus, "review">;

export function toPolicy(
  { studentId, private: isPrivate, anonymous, programShown, stage, distributionTag, audience }: {
    studentId: string;
    private: boolean;
    anonymous?: boolean;
    programShown: ProgramReaders;
    stage: Stage;
    distributionTag: DistributionTag;
    audience: Audience;
  },
): Thread {
  return {
    student: { _id: studentId },
    private: isPrivate,
    anonymous,
    programShown,
    resolved: stage === "resolved",
    assignment: { distributionTag, audience },
  };
}

type Someone = { _id: string };

type State<By extends Someone> = {
  stage: Stage;
  waitingSince: string | null;
  entries: number;
  version: number;
  answeredBy: By | null;
  holder: By | null;
  until: string | null;
};

/** Returns the thread's columns after its next entry. */
export function afterEntry<By extends Someone>(
  { stage, waitingSince, entries, version, answeredBy, holder, until }: State<By>,
  { type, by, at }: { type: EntryType; by: By; at: string },
) {
  const after = stageAfter(stage, type);
  const isWaiting = after === "new" || after === "unsatisfied";
  // A reply ends the writer's own claim, and resolving ends anyone's. Other entries end no claim.
  const endsClaim = type === "resolve" || type === "reply" && holder?._id === by._id;
  return {
    stage: after,
    activeAt: at,
    waitingSince: isWaiting ? waitingSince ?? at : null,
    solvedAt: null,
    resolvedAt: after === "resolved" ? at : null,
    entries: entries + 1,
    version: type === "doubt" ? version : version + 1,
    answeredBy: type === "reply" ? by : answeredBy,
    holder: endsClaim ? null : holder,
    until: endsClaim ? null : until,
  };
}

/** The card as learners get it: that its student has solved the question is for staff. */
export const forLearners = ({ solvedSince: _, ...card }: DoubtCard): DoubtCard => card;

export function cardAfter(
  { solvedSince: _, ...card }: DoubtCard,
  { entry, changed, currentStatus, resolved, resolvedAt, version }: EntryEvent,
): DoubtCard {
  return {
    ...card,
    ...changed,
    currentStatus,
    resolved,
    resolvedAt,
    version,
    activeAt: entry.timestamp,
    entries: entry.place,
    answeredBy: entry.type === "reply" ? entry.sender : card.answeredBy,
  };
}

export function stageAfter(stage: Stage, type: EntryType): Stage {
  if (type === "resolve") return "resolved";
  if (type === "reply") return "replied";
  return stage === "new" ? "new" : "unsatisfied";
}

/** Its sections; undefined: all. What somebody has answered begins with all: it is their work. */
export const sectionsOfList = (
  me: Actor,
  { section, scope, answer }: Pick<DoubtFilter, "section" | "scope" | "answer">,
): readonly string[] | undefined =>
  chosenSections(me, section ?? (scope ?? answer ? "all" : undefined));

/** Returns the ceiling of a list: the most matches that are counted and paged through. */
export const totalCeiling = ({ order }: Partial<DoubtFilter>, me: Actor): number =>
  order === "queue" && isStaff(me) ? QUEUE_CEILING : TOTAL_CEILING;
