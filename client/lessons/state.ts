/** The running class session, the past ones, and the wall's link. Only late parts load this. */
import type { Lesson, PastReply, RunningReply } from "../../server/lessons/schema.ts";
import type { WallLink } from "../../server/lessons/wall/schema.ts";
import { type Actor, isLearner } from "../../server/kit/core/roles.ts";
import { splitRunning } from "../../server/lessons/policy.ts";
import { type Fetched, liveQuery, markStale } from "../kit/data/live-query.ts";
import { meAtom, perUserAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";

export type Running = RunningReply & Fetched;

export const runningAtom = perUserAtom<Running | null>(null);

const has = ({ lesson }: Running, id: string): boolean =>
  lesson?.questions.some(({ _id }) => _id === id) ?? false;

/** All running lessons that the user may see. */
export const allOf = ({ lesson, others }: Pick<Running, "lesson" | "others">): Lesson[] => [
  ...lesson ? [lesson] : [],
  ...others,
];

/**
 * Shows these lessons. A learner may have solved some of the questions before, which only the server
 * knows.
 */
function withRunning(known: Running, running: readonly Lesson[], me: Actor | null): Running {
  const { lesson, others } = splitRunning(me, running);
  const ids = lesson?.questions.map(({ _id }) => _id) ?? [];
  const solved = ids.filter((id) => known.solved.includes(id));
  const next = { ...known, lesson, others, solved };
  return isLearner(me) && ids.some((id) => !has(known, id)) ? markStale(next) : next;
}

function withLesson(known: Running, lesson: Lesson, me: Actor | null): Running {
  const running = allOf(known);
  const before = running.find(({ _id }) => _id === lesson._id);
  if (before && before.version >= lesson.version) return known;
  return withRunning(known, [...running.filter((one) => one !== before), lesson], me);
}

function withSolved(known: Running, id: string): Running {
  if (!has(known, id) || known.solved.includes(id)) return known;
  const solved = (known.lesson?.questions ?? []).map(({ _id }) => _id)
    .filter((one) => one === id || known.solved.includes(one));
  return { ...known, solved };
}

export const running = liveQuery({
  atom: runningAtom,
  context: (): Actor | null => store.get(meAtom),
  reduce: {
    "lesson.started": (known: Running, { seq: _, ...lesson }, me) => withLesson(known, lesson, me),
    "lesson.changed": (known, { seq: _, ...lesson }, me) =>
      // A lesson may have come to be for the user's section.
      withLesson(known, lesson, me),
    "lesson.ended": (known, { _id }, me) =>
      withRunning(known, allOf(known).filter((one) => one._id !== _id), me),
    // An edit may have changed the title, and whether there are test cases.
    "assignment.saved": (known, { _id }) => has(known, _id) ? markStale(known) : known,
    "run.finished": (known, { student, assignmentId, verdict }, me) =>
      isLearner(me) && student._id === me?._id && verdict === "passed"
        ? withSolved(known, assignmentId)
        : known,
    // The server has contradicted the browser: another run may have solved the question, or none.
    "run.verified": (known, { student, assignmentId, verification }, me) =>
      verification.agrees === false && isLearner(me) && student._id === me?._id &&
        has(known, assignmentId)
        ? markStale(known)
        : known,
    "review.changed": (known, { student, assignmentId }, me) =>
      isLearner(me) && student._id === me?._id && has(known, assignmentId)
        ? markStale(known)
        : known,
  },
});

/** One page of the past sessions. */
export type Past = PastReply & Fetched & { page: number };

export const pastAtom = perUserAtom<Past | null>(null);

export const past = liveQuery({
  atom: pastAtom,
  reduce: {
    "lesson.ended": markStale<Past>,
    "assignment.saved": (known: Past, { _id }) =>
      known.lessons.some(({ questions }) => questions.some((one) => one._id === _id))
        ? markStale(known)
        : known,
  },
});

export type KnownLink = Fetched & { lessonId: string; link: WallLink | null };

export const linkAtom = perUserAtom<KnownLink | null>(null);

export const link = liveQuery({
  atom: linkAtom,
  reduce: {
    "lesson.wall": (known: KnownLink, { lessonId, link }) =>
      known.lessonId === lessonId ? { ...known, link } : known,
  },
});
