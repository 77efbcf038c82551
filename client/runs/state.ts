/** State of runs: the list of a person's runs on a question, and runs with their source. */
import type { RunResult } from "../../server/languages/types.ts";
import type { ResponseRun, Run, RunCard } from "../../server/runs/schema.ts";
import { type Freshness, liveRecord, markStale, type Values } from "../kit/data/live-query.ts";
import { newestFirst } from "../kit/data/live-list.ts";
import { perUserAtom } from "../kit/net/session.ts";

export const responseRunOf = ({ _id, passed, total, verification }: RunCard): ResponseRun => ({
  _id,
  passed,
  total,
  verification,
});

export interface RunList extends Freshness {
  assignmentId: string;
  studentId: string;
  items: readonly RunCard[];
}

export const runListsAtom = perUserAtom<Values<RunList>>({});

export const runListKey = (assignmentId: string, studentId: string) =>
  `${assignmentId}.${studentId}`;

type CardData = RunCard & { seq: number };

function withCard(list: RunList, { seq: _, ...card }: CardData): RunList {
  if (card.assignmentId !== list.assignmentId || card.student._id !== list.studentId) return list;
  const others = list.items.filter(({ _id }) => _id !== card._id);
  return { ...list, items: [...others, card].sort(newestFirst) };
}

export const runLists = liveRecord({
  atom: runListsAtom,
  reduce: { "run.finished": withCard, "run.verified": withCard },
});

/** A run with its source and result. The events have neither, so a changed run is fetched again. */
export interface KnownRun extends Freshness {
  run: Run;
}

export const knownRunsAtom = perUserAtom<Values<KnownRun>>({});

/** The verdict stays until the run is fetched again, because it belongs to its cases. */
const withRun = (
  known: KnownRun,
  { seq: _, cases: __, verdict: ___, ...card }: CardData,
): KnownRun =>
  card._id === known.run._id ? markStale({ ...known, run: { ...known.run, ...card } }) : known;

export const knownRuns = liveRecord({
  atom: knownRunsAtom,
  reduce: {
    "run.finished": withRun,
    "run.verified": withRun,
    "run.changed": (known, { _id }) => _id === known.run._id ? markStale(known) : known,
  },
});

/** A change of somebody's program that this person tries, with the result on all visible cases. */
export interface Trial {
  source: string;
  result: RunResult;
}

/** By the run whose program is changed: the newest trial. It is the person's own until it is sent. */
export const trialsAtom = perUserAtom<Readonly<Record<string, Trial>>>({});
