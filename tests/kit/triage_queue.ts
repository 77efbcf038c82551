/** A mentor's triage queues: the client's real queues, and a model of the server beside them. */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import { loadQueue as loadDoubts } from "../../client/doubts/list/actions.ts";
import { doubtsAtom } from "../../client/doubts/state.ts";
import {
  keptQueueAtom as keptDoubtQueueAtom,
  queueAtom as doubtQueueAtom,
} from "../../client/doubts/list/state.ts";
import { clearEventLog, type LiveEvent, recordEvent } from "../../client/kit/net/event-log.ts";
import { handleEvent } from "../../client/kit/data/live-query.ts";
import { sessionAtom } from "../../client/kit/net/session.ts";
import { store } from "../../client/kit/net/store.ts";
import { loadMore, loadQueue as loadReviews } from "../../client/reviews/actions.ts";
import {
  keptQueueAtom as keptReviewQueueAtom,
  keyOf,
  queueAtom as reviewQueueAtom,
  reviewsAtom,
} from "../../client/reviews/state.ts";
import type { Session } from "../../server/auth/schema.ts";
import type { ListedDoubt } from "../../server/doubts/schema.ts";
import type { ListedReview } from "../../server/reviews/schema.ts";

export const mentor = { _id: "mentor", name: "Asha Rao", role: "mentor" as const };

/** The moves that both kinds of queue have. */
export interface QueueServer {
  pass(ms: number): void;
  hearNext(): void;
  answerNext(): Promise<void>;
  load(signal: AbortSignal): Promise<void>;
  check(): Promise<void>;
}

/**
 * A model of the server without a network: its rows, the events that it logged, and the pending
 * calls.
 */
abstract class ServerModel<Row extends { claim?: unknown }> implements QueueServer {
  rows = new Map<string, Row>();
  log: LiveEvent[] = [];
  delivered = 0;
  /**
   * The pending calls. A call reads the rows when it is run, and returns a function that delivers
   * its reply.
   */
  calls: (() => () => void)[] = [];
  now = 0;

  abstract isWaiting(row: Row): boolean;
  abstract order(a: Row, b: Row): number;
  abstract reply(rows: Row[], page: Row[]): unknown;
  abstract queue(): { waiting: Row[]; isWhole: boolean; stale: boolean } | null;
  abstract load(signal: AbortSignal): Promise<void>;

  listed = (): Row[] => [...this.rows.values()].sort((a, b) => this.order(a, b));
  waiting = (): Row[] => this.listed().filter(this.isWaiting);
  time = (): string => new Date(Date.UTC(2026, 0, 1) + this.now).toISOString();
  /** Advances the clock. `ms` may be 0, so that two things happen at the same time. */
  pass(ms: number): void {
    this.now += ms;
  }

  tell(event: string, data: object): void {
    this.log.push({ event, data: { ...data, seq: this.log.length + 1 } } as LiveEvent);
  }

  fetch = (address: string): Promise<unknown> => {
    const query = new URLSearchParams(address.split("?")[1]);
    const [page, limit] = [Number(query.get("page")), Number(query.get("limit"))];
    const headers = new Headers({ "x-seq": String(this.log.length) });
    return new Promise((give) =>
      this.calls.push(() => {
        const rows = this.asked();
        const reply = this.reply(rows, rows.slice((page - 1) * limit, page * limit));
        return () => give({ ok: true, status: 200, headers, json: () => Promise.resolve(reply) });
      })
    );
  };

  asked(): Row[] {
    return this.waiting();
  }

  hearNext(): void {
    const push = this.log[this.delivered];
    if (push === undefined) return;
    this.delivered++;
    recordEvent(push);
    handleEvent(push);
  }

  /**
   * Lets the server read the rows for the next call. @returns a function that delivers the reply
   */
  readNext(): () => Promise<void> {
    const arrive = this.calls.shift()?.();
    return async () => {
      arrive?.();
      await settled();
    };
  }

  async answerNext(): Promise<void> {
    await settled();
    await this.readNext()();
  }

  async finish(): Promise<void> {
    while (this.delivered < this.log.length) this.hearNext();
    while (this.calls.length > 0) await this.answerNext();
  }

  async check(): Promise<void> {
    await this.finish();
    for (let times = 0; this.queue()?.stale; times++) {
      ok(times < 3, "it stays stale");
      void this.load(new AbortController().signal);
      await this.finish();
    }
    const queue = this.queue();
    const rows = this.waiting();
    if (queue === null) return;
    equals(queue.waiting, rows.slice(0, queue.waiting.length));
    if (queue.isWhole) equals(queue.waiting.length, rows.length);
  }
}

/** Waits long enough for the client to read a reply. */
export async function settled(): Promise<void> {
  for (let ticks = 0; ticks < 50; ticks++) await Promise.resolve();
}

const compare = (a: string, b: string) => a === b ? 0 : a < b ? -1 : 1;

export class Reviews extends ServerModel<ListedReview> {
  isWaiting = ({ mentorReview }: ListedReview) => mentorReview.status === "pending";
  order = (a: ListedReview, b: ListedReview) =>
    compare(a.waitingSince + keyOf(a), b.waitingSince + keyOf(b));
  reply = (all: ListedReview[], reviews: ListedReview[]) => ({ reviews, total: all.length });
  queue = () => store.get(reviewQueueAtom);
  load = (signal: AbortSignal) => loadReviews(this.filter, signal);

  async readOn(): Promise<void> {
    for (let pages = 0; this.queue()?.isWhole === false; pages++) {
      ok(pages < 9, "it never ends");
      void loadMore();
      await settled();
      await this.check();
    }
  }

  titles = ["Arrays", "Loops", "Pointers"];
  filter: { studentName: string | undefined; assignmentTitle: string | undefined } = {
    studentName: undefined,
    assignmentTitle: undefined,
  };

  override waiting = () =>
    this.listed().filter((row) =>
      this.isWaiting(row) &&
      row.assignmentTitle.includes(this.filter.assignmentTitle ?? "")
    );

  save(event: string, { claim, ...item }: ListedReview): void {
    this.rows.set(keyOf(item), { ...item, claim: claim ?? null });
    this.tell(event, item);
  }

  submit(nth: number): void {
    const at = nth % this.titles.length;
    const time = this.time();
    this.save("review.waiting", {
      assignmentId: `a${at}`,
      assignmentTitle: this.titles[at],
      student: { _id: `s${this.rows.size}`, name: "Ravi" },
      mentorReview: { status: "pending" },
      waitingSince: time,
      createdAt: time,
      version: 1,
    } as ListedReview);
  }

  again(row: ListedReview): void {
    const mentorReview = { ...row.mentorReview, status: "pending" as const };
    this.save("review.waiting", {
      ...row,
      mentorReview,
      // A response that still waits keeps its place.
      waitingSince: this.isWaiting(row) ? row.waitingSince : this.time(),
      submittedAt: this.time(),
      version: row.version + 1,
    });
  }

  decide(row: ListedReview, status: "approved" | "pending"): void {
    const mentorReview = { ...row.mentorReview, status };
    this.save("review.changed", { ...row, mentorReview, version: row.version + 1 });
  }

  claim(row: ListedReview, isTaken: boolean): void {
    const claim = isTaken ? { by: mentor, until: "2026-01-02T00:00:00.000Z" } : null;
    this.rows.set(keyOf(row), { ...row, claim });
    const { by, until } = claim ?? { by: null, until: null };
    const [kind, id, studentId] = ["review", row.assignmentId, row.student._id];
    this.tell("claim.changed", { kind, id, studentId, by, until });
  }

  rename(nth: number, title: string): void {
    const at = nth % this.titles.length;
    this.titles[at] = title;
    for (const [key, row] of this.rows) {
      if (row.assignmentId === `a${at}`) this.rows.set(key, { ...row, assignmentTitle: title });
    }
    this.tell("assignment.saved", { _id: `a${at}`, title });
  }
}

export class Doubts extends ServerModel<ListedDoubt> {
  isWaiting = ({ waitingSince }: ListedDoubt) => waitingSince !== null;
  order = (a: ListedDoubt, b: ListedDoubt) =>
    compare(a.waitingSince ?? "~", b.waitingSince ?? "~") || compare(b.activeAt, a.activeAt) ||
    compare(b._id, a._id);
  reply = (all: ListedDoubt[], doubts: ListedDoubt[]) => ({ doubts, total: all.length });
  queue = () => store.get(doubtQueueAtom);
  load = (signal: AbortSignal) => loadDoubts(signal);
  // The server's list has the doubts that wait first, and then the others.
  override asked = () => this.listed();

  save(event: string, { claim, ...card }: ListedDoubt): void {
    this.rows.set(card._id, { ...card, claim: claim ?? null });
    this.tell(event, card);
  }

  raise(): void {
    const time = this.time();
    this.save("doubt.opened", {
      _id: `d${this.rows.size}`,
      assignment: { _id: "a0" },
      currentStatus: "new",
      createdAt: time,
      activeAt: time,
      waitingSince: time,
      version: 1,
    } as ListedDoubt);
  }

  say(row: ListedDoubt, isReply: boolean): void {
    const time = this.time();
    this.save("doubt.changed", {
      ...row,
      activeAt: time,
      waitingSince: isReply ? null : row.waitingSince ?? time,
      version: row.version + 1,
    });
  }
}

/** Runs `work` while a model of the server answers what the client fetches. */
export async function at(server: { fetch: unknown }, work: () => Promise<void>): Promise<void> {
  const { fetch } = globalThis;
  globalThis.fetch = server.fetch as typeof globalThis.fetch;
  store.set(sessionAtom, { token: "token", user: mentor } as unknown as Session);
  store.set(keptReviewQueueAtom, null);
  store.set(keptDoubtQueueAtom, null);
  store.set(reviewsAtom, {});
  store.set(doubtsAtom, {});
  clearEventLog();
  try {
    await work();
  } finally {
    globalThis.fetch = fetch;
    store.set(sessionAtom, null);
  }
}

export function reviewsOf(count: number): Reviews {
  const server = new Reviews();
  for (; server.rows.size < count; server.pass(server.rows.size % 3)) {
    server.submit(server.rows.size);
  }
  server.delivered = server.log.length;
  return server;
}

export function doubtsOf(count: number): Doubts {
  const server = new Doubts();
  for (; server.rows.size < count; server.pass(server.rows.size % 3)) server.raise();
  server.delivered = server.log.length;
  return server;
}
