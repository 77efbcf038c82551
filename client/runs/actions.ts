/** The calls about runs. A run is queued in the outbox until the server has it. */
import { type Language, languageOf } from "../../server/languages/languages.ts";
import type { JudgeSettings, RunResult } from "../../server/languages/types.ts";
import { boundedResult, casesOf } from "../../server/runs/policy.ts";
import { type Run, type RunInput, RUNS_KEPT } from "../../server/runs/schema.ts";
import { api, call, once, type Reply } from "../kit/net/api.ts";
import { serverNow } from "../kit/net/server-clock.ts";
import { enqueue, type Senders, tellReference } from "../kit/data/outbox.ts";
import { toast } from "../kit/data/toast.ts";
import { meAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";
import { knownRuns, knownRunsAtom, runListKey, runLists, runListsAtom } from "./state.ts";

export async function loadRuns(
  assignmentId: string,
  studentId: string,
  signal?: AbortSignal,
): Promise<void> {
  const query = { studentId, limit: String(RUNS_KEPT) };
  const param = { id: assignmentId };
  const { data: items, seq } = await call(
    api.assignments[":id"].runs.$get({ param, query }, { init: { signal } }),
  );
  const list = { assignmentId, studentId, items, seq };
  runLists.store({ [runListKey(assignmentId, studentId)]: list });
}

function storeRun({ data: run, seq }: Reply<Run>): void {
  knownRuns.store({ [run._id]: { run, seq } });
}

export async function loadRun(id: string, signal?: AbortSignal): Promise<void> {
  storeRun(await call(api.runs[":id"].$get({ param: { id } }, { init: { signal } })));
}

export async function verifyRun(id: string): Promise<void> {
  storeRun(await call(api.runs[":id"].verify.$post({ param: { id } })));
}

interface Ran {
  assignmentId: string;
  source: string;
  settings: JudgeSettings;
  result: RunResult;
}

/** Queues a run of this browser: it is sent when there is a connection, in order, once. */
export function enqueueRun({ assignmentId, source, settings, result }: Ran): void {
  const bounded = boundedResult(result);
  const body: RunInput = {
    source,
    language: languageOf(settings),
    standard: settings.standard,
    kit: bounded.kit,
    cases: casesOf(bounded),
    diagnostics: bounded.diagnostics,
    ranAt: serverNow(),
  };
  enqueue({ feature: "runs", kind: "run", subject: assignmentId, body });
}

/** Queues a program that has not run, for a doubt. Returns the key of its outbox item. */
export function enqueueProgram(
  assignmentId: string,
  source: string,
  language: Language | undefined,
): string {
  const body: RunInput = { source, ...(language && { language }), notRun: true };
  return enqueue({ feature: "runs", kind: "run", subject: assignmentId, body });
}

/** Fetches a person's newest run on a question; undefined if there is none. */
export async function loadNewestRun(assignmentId: string, studentId: string, signal?: AbortSignal) {
  await loadRuns(assignmentId, studentId, signal);
  const newest = store.get(runListsAtom)[runListKey(assignmentId, studentId)]?.items[0];
  if (newest === undefined) return undefined;
  await loadRun(newest._id, signal);
  return store.get(knownRunsAtom)[newest._id]?.run;
}

/** Returns the id of the run of a program: the newest one, or else one that has not run. */
export async function keptRunOf(
  assignmentId: string,
  { source, language }: { source: string; language: Language },
): Promise<string> {
  const newest = await loadNewestRun(assignmentId, store.get(meAtom)?._id ?? "");
  return newest?.source === source && languageOf(newest.settings) === language
    ? newest._id
    : await postRun(assignmentId, { source, language, notRun: true });
}

/** Posts a run, and returns its id. Without cases, the server runs it unless it is `notRun`. */
export async function postRun(id: string, json: RunInput, key?: string): Promise<string> {
  const given = { param: { id }, json };
  const reply = await call(
    api.assignments[":id"].runs.$post(given, key === undefined ? undefined : once(key)),
  );
  storeRun(reply);
  return reply.data._id;
}

export const senders: Senders = {
  run: {
    async send({ key, subject, body }) {
      tellReference(key, await postRun(subject, body as RunInput, key));
    },
    refused({ key }, failure) {
      // A doubt that was to carry this run is sent without it.
      tellReference(key, null);
      toast.error(`A run was not saved: ${failure.message}`);
    },
  },
};
