/** State of runs: the list of a person's runs on a question, and runs with their source. */
import type { ResponseRun, Run, RunCard } from "../../server/runs/schema.ts";
import { type Freshness, liveRecord, markStale, type Values } from "../kit/data/live-query.ts";
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

const withoutCard = (list: RunList, { assignmentId, student }: RunCard): RunList =>
  assignmentId === list.assignmentId && student._id === list.studentId ? markStale(list) : list;

export const runLists = liveRecord({
  atom: runListsAtom,
  reduce: { "run.finished": withoutCard, "run.verified": withoutCard },
});

/** A run with its source and result. The events have neither, so a changed run is fetched again. */
export interface KnownRun extends Freshness {
  run: Run;
}

export const knownRunsAtom = perUserAtom<Values<KnownRun>>({});

const ofRun = (known: KnownRun, { _id }: Pick<Run, "_id">): KnownRun =>
  _id === known.run._id ? markStale(known) : known;

export const knownRuns = liveRecord({
  atom: knownRunsAtom,
  reduce: { "run.finished": ofRun, "run.verified": ofRun, "run.changed": ofRun },
});
