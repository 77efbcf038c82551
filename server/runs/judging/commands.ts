/**
 * Takes waiting programs from the queue that all servers share, has them run, and records what was
 * found. A server that dies loses its lease, and another one takes its programs again.
 * Nobody has two programs under way, so one person's worst leaves a place to all others.
 */
import { visibleCases } from "../../assignments/policy.ts";
import type { Judge } from "../../languages/judge/judge.ts";
import { JudgeDown, JudgeStopped } from "../../languages/judge/toolchain.ts";
import type { JudgeWork, Parts } from "../../kit/core/parts.ts";
import { createLanes } from "../../kit/core/rounds.ts";
import {
  chargeJob,
  giveBackJob,
  type Job,
  LEASE_MS,
  renewJob,
  takeJob,
} from "../../kit/db/jobs.ts";
import { transact } from "../../live/outbox.ts";
import { finish, type JudgedRun, workOf } from "../commands.ts";

export type JudgingWorker = JudgeWork & {
  start(parts: Parts): void;
  stop(): Promise<void>;
};

/** After a failure of the judge itself, this server takes no program for this time. */
const PAUSE_MS = 10_000;
/** A program that was taken more often than this has ended several servers or judges. */
const ATTEMPTS_MOST = 3;
const FAILED = "The server was too busy to run this program. Ask for it again later.";

/** @param judge null: this server runs no programs */
export function createJudging(judge: Judge | null): JudgingWorker {
  let parts: Parts | null = null;
  let pausedUntil = 0;

  const lanes = createLanes({
    take: () => parts ? takeJob(parts.database.db, parts.clock()) : Promise.resolve(undefined),
    async handle(job) {
      if (!parts || !judge) return;
      if (!await handle(parts, job, judge)) pausedUntil = Date.now() + PAUSE_MS;
    },
    most: () => parts && judge && Date.now() >= pausedUntil ? judge.atOnce : 0,
    failed: (error) => parts?.log.warn({ error }, "a round of the judge failed"),
  });

  return {
    isOn: judge !== null,
    nudge: lanes.nudge,
    start(all) {
      parts = all;
      lanes.nudge();
    },
    async stop() {
      await Promise.all([lanes.stop(), judge?.stop()]);
    },
  };
}

/** Runs a taken program. @returns whether the judge works */
async function handle(parts: Parts, job: Job, judge: Judge): Promise<boolean> {
  const { database: { db }, clock, log } = parts;
  const record = (run: JudgedRun) => transact(parts, (act) => finish(act, job, run));
  if (job.attempts > ATTEMPTS_MOST) {
    log.error({ run: job.id, attempts: job.attempts }, "a program was given up");
    await record({ failed: FAILED });
    return true;
  }
  const renewal = setInterval(() => {
    renewJob(db, job, clock()).catch((error) => {
      log.warn({ run: job.id, error }, "the lease on a program could not be renewed");
    });
  }, LEASE_MS / 4);
  try {
    await record(await judgeRun(parts, job, judge));
    return true;
  } catch (error) {
    // A stop of the server is no failure: the program waits for the next start.
    if (!(error instanceof JudgeStopped)) {
      log.warn({ run: job.id, attempts: job.attempts, error }, "a program could not be run");
    }
    clearInterval(renewal);
    // That no compiler starts says nothing of the program: it waits until one does.
    await giveBackJob(db, job, { counts: !(error instanceof JudgeDown) });
    return false;
  } finally {
    clearInterval(renewal);
  }
}

/** Runs the visible cases first, so that no hidden one can leave a trace in what is shown. */
async function judgeRun({ database: { db }, clock }: Parts, job: Job, judge: Judge) {
  const work = await workOf(db, job.id);
  if (!work) return { failed: FAILED };
  const { source, settings, testCases, version } = work;
  const seen = visibleCases(testCases);
  const hidden = testCases.filter((one) => one.hidden === true);
  let cost = 0;
  try {
    const result = await judge.run({
      source,
      settings,
      cases: [...seen, ...hidden],
      onSpent: (ms) => cost += ms,
    });
    return { result, visible: seen.length, hidden: hidden.length, version };
  } finally {
    // Before the job ends: until then, the person's next one is not taken.
    await chargeJob(db, job, { ms: cost, now: clock() });
  }
}
