/** The running class session, the past ones, and the wall's link. Only late parts load this. */
import type { Lesson, PastReply, RunningReply } from "../../server/lessons/schema.ts";
import type { WallLink } from "../../server/lessons/wall/schema.ts";
import { type Actor, isLearner } from "../../server/kit/core/roles.ts";
import { type Fetched, liveQuery, markStale } from "../kit/data/live-query.ts";
import { meAtom, perUserAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";
import { lessonValues } from "./live.ts";

export type Running = RunningReply & Fetched;

export const runningAtom = perUserAtom<Running | null>(null);

const has = ({ lesson }: Running, id: string): boolean =>
  lesson?.questions.some(({ _id }) => _id === id) ?? false;

/**
 * Shows a lesson as it is now. A learner may have solved some of its questions before, which only
 * the server knows.
 */
function withLesson(known: Running, lesson: Lesson, me: Actor | null): Running {
  if (known.lesson?._id === lesson._id && known.lesson.version >= lesson.version) return known;
  const solved = lesson.questions.map(({ _id }) => _id).filter((id) => known.solved.includes(id));
  const next = { ...known, lesson, solved };
  const isNew = lesson.questions.some(({ _id }) => !has(known, _id));
  return isNew && isLearner(me) ? markStale(next) : next;
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
      known.lesson?._id === lesson._id ? withLesson(known, lesson, me) : known,
    "lesson.ended": (known, { _id }) =>
      known.lesson?._id === _id ? { ...known, lesson: null, solved: [], wallName: null } : known,
    "lesson.name": (known, { name }) => ({ ...known, wallName: name }),
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

lessonValues.add(running, past, link);
