/** The calls about class sessions. */
import type { ChangeInput, ClassSession, StartInput } from "../../server/class-sessions/schema.ts";
import type { WallStepInput, WallView } from "../../server/class-sessions/wall/schema.ts";
import { isStaff } from "../../server/kit/core/roles.ts";
import { api, call, callAndStore, failure, once, type Reply } from "../kit/net/api.ts";
import { readSession } from "../kit/net/session.ts";
import { findInClass } from "../palette/actions.ts";
import { link, past, running } from "./state.ts";

const at = api["class-sessions"];

export async function loadRunning(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(at.running.$get({}, { init: { signal } }));
  running.store({ ...data, seq });
}

export const PAST_PER_PAGE = 10;

export async function loadPast(page: number, signal: AbortSignal): Promise<void> {
  const query = { page: String(page), limit: String(PAST_PER_PAGE) };
  const { data, seq } = await call(at.$get({ query }, { init: { signal } }));
  past.store({ ...data, page, seq });
}

/** A second start gets the class session that runs already. @returns the class session's id */
export async function startClassSession(json: StartInput, key: string): Promise<string> {
  const request = at.$post({ json }, once(key));
  const store = (reply: Reply<ClassSession>) => running.applyOwn("classSession.started", reply);
  return (await callAndStore(request, store))._id;
}

export async function changeClassSession(id: string, json: ChangeInput): Promise<void> {
  running.applyOwn(
    "classSession.changed",
    await call(at[":id"].$put({ param: { id }, json })),
  );
}

export async function endClassSession(id: string): Promise<void> {
  const { data, seq } = await call(at[":id"].end.$post({ param: { id } }));
  running.applyOwn("classSession.ended", { data, seq });
  past.edit((known) => ({ ...known, stale: true }));
}

export async function loadLink(classSessionId: string, signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(
    at[":id"].wall.$get({ param: { id: classSessionId } }, { init: { signal } }),
  );
  link.store({ ...data, classSessionId, seq });
}

/** Makes the wall's link, and returns its address. Only this reply has its code. */
export async function makeLink(classSessionId: string): Promise<string> {
  const { data, seq } = await call(
    at[":id"].wall.$post({ param: { id: classSessionId } }),
  );
  link.applyOwn("classSession.wall", { data: { classSessionId, link: data.link }, seq });
  // Browsers send no part of an address after the # to a server, so no log and no referrer has it.
  return `${location.origin}/?display=projector#wall=${data.code}`;
}

export async function takeLinkBack(classSessionId: string): Promise<void> {
  const { seq } = await call(
    at[":id"].wall.$delete({ param: { id: classSessionId } }),
  );
  link.applyOwn("classSession.wall", { data: { classSessionId, link: null }, seq });
}

export async function showStep(classSessionId: string, json: WallStepInput): Promise<void> {
  await call(at[":id"].steps.$put({ param: { id: classSessionId }, json }));
}

export async function endSteps(classSessionId: string): Promise<void> {
  await call(at[":id"].steps.$delete({ param: { id: classSessionId } }));
}

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
