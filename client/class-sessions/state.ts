/** The running class session, the past ones, and the wall's link. */
import type { ClassSession, PastReply, RunningReply } from "../../server/class-sessions/schema.ts";
import type { WallLink } from "../../server/class-sessions/wall/schema.ts";
import { type Actor, isLearner } from "../../server/kit/core/roles.ts";
import { splitRunning } from "../../server/class-sessions/policy.ts";
import { type Freshness, liveQuery, markStale } from "../kit/data/live-query.ts";
import { perUserAtom } from "../kit/net/session.ts";

export type Sessions = RunningReply & Freshness;

export const runningAtom = perUserAtom<Sessions | null>(null);

const has = ({ classSession }: Sessions, id: string): boolean =>
  classSession?.questions.some(({ _id }) => _id === id) ?? false;

export const allOf = (
  { classSession, others }: Pick<Sessions, "classSession" | "others">,
): ClassSession[] => [
  ...classSession ? [classSession] : [],
  ...others,
];

export const isOver = (known: Sessions | null, id: string | null): boolean =>
  known !== null && id !== null && allOf(known).every(({ _id }) => _id !== id);

/** Shows these class sessions. What a learner has solved before only the server knows. */
function withRunning(
  known: Sessions,
  running: readonly ClassSession[],
  me: Actor | null,
): Sessions {
  const { classSession, others } = splitRunning(me, running);
  const ids = classSession?.questions.map(({ _id }) => _id) ?? [];
  const solved = ids.filter((id) => known.solved.includes(id));
  const next = { ...known, classSession, others, solved };
  return isLearner(me) && ids.some((id) => !has(known, id)) ? markStale(next) : next;
}

function withClassSession(known: Sessions, classSession: ClassSession, me: Actor | null): Sessions {
  const running = allOf(known);
  const before = running.find(({ _id }) => _id === classSession._id);
  if (before && before.version >= classSession.version) return known;
  return withRunning(known, [...running.filter((one) => one !== before), classSession], me);
}

export const running = liveQuery({
  atom: runningAtom,
  reduce: {
    "classSession.started": (known: Sessions, { seq: _, ...classSession }, me) =>
      withClassSession(known, classSession, me),
    "classSession.changed": (known, { seq: _, ...classSession }, me) =>
      // A class session may have come to be for the user's section.
      withClassSession(known, classSession, me),
    "classSession.ended": (known, { _id }, me) =>
      withRunning(known, allOf(known).filter((one) => one._id !== _id), me),
  },
  stale: ["assignment.saved", "run.finished", "run.verified", "review.changed"],
  // An edit may have changed the title, or the learner may have solved a question.
  isAbout: (known, data, me) =>
    "student" in data
      ? isLearner(me) && data.student._id === me?._id && has(known, data.assignmentId)
      : has(known, data._id),
});

export type Past = PastReply & Freshness & { page: number };

export const pastAtom = perUserAtom<Past | null>(null);

export const past = liveQuery({
  atom: pastAtom,
  stale: ["classSession.ended", "assignment.saved"],
});

type KnownLink = Freshness & { classSessionId: string; link: WallLink | null };

export const linkAtom = perUserAtom<KnownLink | null>(null);

export const link = liveQuery({
  atom: linkAtom,
  reduce: {
    "classSession.wall": (known: KnownLink, { classSessionId, link }) =>
      known.classSessionId === classSessionId ? { ...known, link } : known,
  },
});
