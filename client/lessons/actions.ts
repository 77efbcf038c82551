/** The calls about class sessions. */
import type { ChangeInput, Lesson, StartInput } from "../../server/lessons/schema.ts";
import type { WallStepInput, WallView } from "../../server/lessons/wall/schema.ts";
import { isStaff } from "../../server/kit/core/roles.ts";
import { api, call, Failed, failure } from "../kit/net/api.ts";
import { readSession } from "../kit/net/session.ts";
import { findInClass } from "../palette/actions.ts";
import { link, past, running } from "./state.ts";

export async function loadRunning(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(api.lessons.running.$get({}, { init: { signal } }));
  running.store({ ...data, seq, stale: false });
}

/** The number of past sessions on a page. */
export const PAST_PER_PAGE = 10;

export async function loadPast(page: number, signal: AbortSignal): Promise<void> {
  const query = { page: String(page), limit: String(PAST_PER_PAGE) };
  const { data, seq } = await call(api.lessons.$get({ query }, { init: { signal } }));
  past.store({ ...data, page, seq, stale: false });
}

/** A second start gets the lesson that runs already: then it is shown. @returns the new lesson's id */
export async function startLesson(json: StartInput, key: string): Promise<string> {
  const headers = { "Idempotency-Key": key };
  try {
    const { data, seq } = await call(api.lessons.$post({ json }, { headers }));
    running.applyOwn({ event: "lesson.started", data: { ...data, seq } });
    return data._id;
  } catch (error) {
    if (error instanceof Failed && error.code === "lesson.running") {
      const lesson = error.body.current as Lesson;
      running.applyOwn({ event: "lesson.started", data: { ...lesson, seq: error.seq } });
    }
    throw error;
  }
}

export async function changeLesson(id: string, json: ChangeInput): Promise<void> {
  const { data, seq } = await call(api.lessons[":id"].$put({ param: { id }, json }));
  running.applyOwn({ event: "lesson.changed", data: { ...data, seq } });
}

export async function endLesson(id: string): Promise<void> {
  const { data, seq } = await call(api.lessons[":id"].end.$post({ param: { id } }));
  running.applyOwn({ event: "lesson.ended", data: { ...data, seq } });
  past.edit((known) => ({ ...known, stale: true }));
}

export async function loadLink(lessonId: string, signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(
    api.lessons[":id"].wall.$get({ param: { id: lessonId } }, { init: { signal } }),
  );
  link.store({ ...data, lessonId, seq, stale: false });
}

/** Makes the wall's link, and returns its address. Only this reply has its code. */
export async function makeLink(lessonId: string): Promise<string> {
  const { data, seq } = await call(api.lessons[":id"].wall.$post({ param: { id: lessonId } }));
  link.applyOwn({ event: "lesson.wall", data: { lessonId, link: data.link, seq } });
  // Browsers send no part of an address after the # to a server, so no log and no referrer has it.
  return `${location.origin}/?display=projector#wall=${data.code}`;
}

export async function takeLinkBack(lessonId: string): Promise<void> {
  const { seq } = await call(api.lessons[":id"].wall.$delete({ param: { id: lessonId } }));
  link.applyOwn({ event: "lesson.wall", data: { lessonId, link: null, seq } });
}

export async function showStep(lessonId: string, json: WallStepInput): Promise<void> {
  await call(api.lessons[":id"].steps.$put({ param: { id: lessonId }, json }));
}

export async function endSteps(lessonId: string): Promise<void> {
  await call(api.lessons[":id"].steps.$delete({ param: { id: lessonId } }));
}

/** A question that may be chosen. */
export interface Candidate {
  _id: string;
  title: string;
}

/** The tags of questions that the whole class may read. */
const GIVEN_OUT = new Set(["hw", "hm", "cw", "practice", "pw"]);
const CANDIDATES_MOST = 12;

/** Finds questions that are given out; without a text, the newest ones. */
export async function findQuestions(text: string, signal: AbortSignal): Promise<Candidate[]> {
  const found = text === ""
    ? (await call(api.assignments.general.$get({ query: {} }, { init: { signal } }))).data
    : (await findInClass(text, signal)).questions;
  return found.filter(({ distributionTag }) => GIVEN_OUT.has(distributionTag))
    .slice(0, CANDIDATES_MOST).map(({ _id, title }) => ({ _id, title }));
}

/**
 * @param code of the wall's link; null asks for the staff who are signed in here
 * @returns null if neither is there. It ends no session: the projector has none.
 */
export async function loadWall(code: string | null, signal: AbortSignal): Promise<WallView | null> {
  const session = readSession();
  if (code === null && !isStaff(session?.user ?? null)) return null;
  const headers: Record<string, string> = code === null
    ? { "x-auth-token": session?.token ?? "" }
    : { "x-wall": code };
  const answer = await api.wall.$get({}, { headers, init: { signal } });
  if (!answer.ok) throw await failure(answer);
  return await answer.json();
}
