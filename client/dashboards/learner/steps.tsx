/** Chooses a learner's next step, and orders the work of the day. Pure functions. */
import { lateness } from "../../../server/assignments/policy.ts";
import type { OpenWork, StudentDay } from "../../../server/dashboards/schema.ts";
import type { RunningReply } from "../../../server/class-sessions/schema.ts";

export interface Step {
  /** What it is about: "Today's classwork". */
  kind: string;
  title: string;
  /** Where one stopped, or what was said. */
  about: string;
  href: string;
  action: string;
  work?: OpenWork;
}

interface Now {
  /** ISO 8601 in UTC. */
  time: string;
  dayOf: (time: string) => string;
  /** How many entries of each thread this person has read. */
  seen: Readonly<Record<string, number>>;
  running: Pick<RunningReply, "classSession" | "solved"> | null;
}

/** The running class session's first question that the learner has not solved. */
function sessionSteps({ classSession, solved }: NonNullable<Now["running"]>): Step[] {
  const questions = classSession?.questions ?? [];
  const at = questions.findIndex(({ _id }) => !solved.includes(_id));
  return questions.slice(at, at + 1).map(({ _id, title }) => ({
    kind: "Class session",
    title,
    about: `Your class works on question ${at + 1} of ${questions.length} now.`,
    href: `/assignments/${_id}`,
    action: "Join the class",
  }));
}

const isOpen = (work: OpenWork, time: string): boolean => stateOf(work, time) !== "closed";

function stateOf({ dueAt, lateRule }: OpenWork, time: string) {
  return lateness({ ...(dueAt && { dueAt }), ...(lateRule && { lateRule }) }, time);
}

function progressOf({ lastRun, responses }: OpenWork): string {
  const status = responses[0]?.responseStatus;
  if (lastRun !== null && lastRun.total > 0) {
    return `Your last run passed ${lastRun.passed} of ${lastRun.total} cases.`;
  }
  return status === undefined ? "You have not started it yet." : `You said: ${status}.`;
}

const isBegun = ({ lastRun, responses }: OpenWork): boolean =>
  lastRun !== null || responses.length > 0;

const workStep = (kind: string, work: OpenWork): Step => ({
  kind,
  title: work.title,
  about: progressOf(work),
  href: `/assignments/${work._id}`,
  action: isBegun(work) ? "Continue" : "Start",
  work,
});

/** Returns everything that can be done now, the next step first. */
export function stepsOf(
  { work, replies, changes }: StudentDay,
  { time, dayOf, seen, running }: Now,
): Step[] {
  const session = running ? sessionSteps(running) : [];
  const open = work.filter((one) =>
    isOpen(one, time) && session.every(({ href }) => href !== `/assignments/${one._id}`)
  );
  const today = dayOf(time);
  const isToday = ({ givenOutAt }: OpenWork) => givenOutAt !== null && dayOf(givenOutAt) === today;
  const classwork = open.filter((one) => one.assignmentTag === "CW" && isToday(one));
  const due = open.filter((one) => one.dueAt && !classwork.includes(one));
  const rest = open.filter((one) => !one.dueAt && !classwork.includes(one));
  return [
    ...session,
    ...classwork.map((one) => workStep("Today's classwork", one)),
    ...replies.filter(({ _id, entries }) => entries > (seen[_id] ?? 1)).map((doubt): Step => ({
      kind: "A reply to your doubt",
      title: doubt.assignment.title,
      about: `${doubt.answeredBy?.name ?? "A mentor"} replied.`,
      href: `/doubts/${doubt._id}`,
      action: "Read the reply",
    })),
    ...changes.map(({ assignmentId, title, comment, by }): Step => ({
      kind: "A review asks for changes",
      title,
      about: [by ?? "A mentor", comment].filter(Boolean).join(": "),
      href: `/assignments/${assignmentId}`,
      action: "Improve it",
    })),
    ...due.map((one) => workStep(one.dueAt && one.dueAt < time ? "Overdue" : "Due next", one)),
    ...rest.map((one) => workStep(one.assignmentTag === "personal" ? "For you" : "Homework", one)),
  ];
}

/** Groups the work by the day on which it is due: overdue first, without a due date last. */
export const daysOf = (work: readonly OpenWork[], time: string, nameOf: (time: string) => string) =>
  Map.groupBy(
    work,
    ({ dueAt }) => !dueAt ? "No due date" : dueAt < time ? "Overdue" : nameOf(dueAt),
  );
