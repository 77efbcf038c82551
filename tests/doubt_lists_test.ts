/**
 * One page of any list of doubts, updated by events: equal to the server's page, or marked as
 * stale.
 */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import fc from "fast-check";
import { doubts, doubtsById, type KnownDoubt, knownIn } from "../client/doubts/state.ts";
import { type DoubtList, list as listQuery, listed } from "../client/doubts/list/state.ts";
import type { EventName, LiveEvent } from "../client/kit/net/event-log.ts";
import type { Values } from "../client/kit/data/live-query.ts";
import { assignmentTagOf, type DistributionTag } from "../server/assignments/schema.ts";
import { afterEntry, isOpenToClass, type Stage, totalCeiling } from "../server/doubts/policy.ts";
import type {
  Claim,
  DoubtCard,
  DoubtFilter,
  EntryType,
  ListedDoubt,
} from "../server/doubts/schema.ts";
import type { Someone } from "../server/kit/core/schema.ts";
import { checkProperty } from "./kit/random.ts";

const MENTORS: Someone[] = ["m1", "m2"].map((_id) => ({ _id, name: _id, role: "mentor" }));
const STUDENTS: Someone[] = ["s1", "s2", "s3"].map((_id) => ({ _id, name: _id, role: "student" }));
const [MENTOR, STUDENT] = [MENTORS[0], STUDENTS[0]] as [Someone, Someone];
const isStaff = ({ role }: Someone) => role === "mentor";
const UNTIL = "2026-01-02T00:00:00.000Z";
const MIDNIGHT = 10;

interface Question {
  _id: string;
  title: string;
  distributionTag: DistributionTag;
  difficulty: "easy" | "hard";
}

interface Row extends Pick<DoubtCard, "_id" | "private" | "createdAt" | "activeAt"> {
  question: Question;
  student: Someone;
  stage: Stage;
  waitingSince: string | null;
  resolvedAt: string | null;
  entries: number;
  version: number;
  answeredBy: Someone | null;
  holder: Someone | null;
  until: string | null;
}

const descending = (a: string, b: string) => a === b ? 0 : a > b ? -1 : 1;

/** A model of the class's doubts, with a log of each change's events and their readers. */
class School {
  questions: Question[] = [
    { _id: "a0", title: "Arrays", distributionTag: "hw", difficulty: "easy" },
    { _id: "a1", title: "Loops", distributionTag: "practice", difficulty: "hard" },
    { _id: "a2", title: "Own", distributionTag: "personal", difficulty: "easy" },
    { _id: "a3", title: "Given to one", distributionTag: "personal", difficulty: "hard" },
  ];
  rows: Row[] = [];
  log: { push: LiveEvent; isFor: (who: Someone) => boolean }[] = [];
  now = 0;

  time = (): string => new Date(Date.UTC(2026, 0, 1) + this.now).toISOString();

  card({ question, stage, holder, until: _, student, ...row }: Row): DoubtCard {
    const assignment = { ...question, assignmentTag: assignmentTagOf(question.distributionTag) };
    return {
      ...row,
      assignment,
      student: { _id: student._id, name: student.name, branch: null },
      doubtText: "Why?",
      currentStatus: stage !== "resolved" && holder ? "review" : stage,
      resolved: stage === "resolved",
    };
  }

  tell<E extends EventName>(
    event: E,
    data: Omit<LiveEvent<E>["data"], "seq">,
    isFor: (who: Someone) => boolean = isStaff,
  ): void {
    const push = { event, data: { ...data, seq: this.log.length + 1 } } as unknown as LiveEvent;
    this.log.push({ push: structuredClone(push), isFor });
  }

  tellCard(event: "doubt.opened" | "doubt.changed", row: Row): void {
    const card = this.card(row);
    const readers = (who: Someone) => isStaff(who) || who._id === row.student._id;
    this.tell(event, card, isOpenToClass(card) ? () => true : readers);
  }

  tellClaim({ _id: id, student, holder: by, until }: Row): void {
    this.tell("claim.changed", { kind: "doubt", id, studentId: student._id, by, until });
  }

  raise(student: Someone, question: Question, isPrivate: boolean): void {
    const open = this.rows.find((row) =>
      row.student === student && row.question === question && row.stage !== "resolved"
    );
    if (open !== undefined) return this.say(open, "follow-up", student);
    const time = this.time();
    const row: Row = {
      _id: `d${String(this.rows.length).padStart(3, "0")}`,
      question,
      student,
      private: isPrivate,
      stage: "new",
      createdAt: time,
      activeAt: time,
      waitingSince: time,
      resolvedAt: null,
      entries: 1,
      version: 1,
      answeredBy: null,
      holder: null,
      until: null,
    };
    this.rows.push(row);
    this.tellCard("doubt.opened", row);
  }

  say(row: Row, type: EntryType, by: Someone): void {
    if (row.stage === "resolved") return;
    const { holder } = row;
    Object.assign(row, afterEntry(row, { type, by, at: this.time() }));
    this.tellCard("doubt.changed", row);
    if (holder !== null && row.holder === null) this.tellClaim(row);
  }

  claim(row: Row, by: Someone | null): void {
    if (row.stage === "resolved" || (by === null && row.holder === null)) return;
    const isNews = by === null || row.holder === null;
    Object.assign(row, { holder: by, until: by && UNTIL });
    this.tellClaim(row);
    if (isNews) this.tellCard("doubt.changed", row);
  }

  hide(row: Row, isPrivate: boolean): void {
    if (row.private === isPrivate) return;
    const was = isOpenToClass(this.card(row));
    row.private = isPrivate;
    row.version++;
    const is = isOpenToClass(this.card(row));
    const { _id, student } = row;
    if (was && !is) this.tell("doubt.hidden", { _id, student: student._id }, () => true);
    this.tellCard(is && !was ? "doubt.opened" : "doubt.changed", row);
  }

  /** Distributes a question to the class, and announces its doubts that only a few could see. */
  giveOut(question: Question, distributionTag: "hw" | "cw" | "practice"): void {
    const isNews = question.distributionTag === "personal";
    question.distributionTag = distributionTag;
    this.rename(question, question.title);
    const told = this.rows.filter((row) => row.question === question && !row.private);
    if (isNews) { for (const row of told) this.tellCard("doubt.opened", row); }
  }

  rename(question: Question, title: string): void {
    question.title = title;
    const card = { ...question, assignmentTag: assignmentTagOf(question.distributionTag) };
    this.tell("assignment.saved", card as never, () => true);
  }

  /** Returns a page of the list, as a fetch would. */
  list(
    filter: DoubtFilter,
    me: Someone,
    ceiling: number,
  ): { list: DoubtList; rows: ListedDoubt[] } {
    const { page, limit, order } = filter;
    const byWaiting = (a: DoubtCard, b: DoubtCard) =>
      order === "queue" && isStaff(me)
        ? descending(b.waitingSince ?? "~", a.waitingSince ?? "~")
        : 0;
    const all = this.rows.filter((row) => this.matches(filter, row, me))
      .map((row): ListedDoubt => {
        const claim: Claim | null = row.holder && { by: row.holder, until: UNTIL };
        return isStaff(me) ? { ...this.card(row), claim } : this.card(row);
      })
      .sort((a, b) =>
        byWaiting(a, b) || descending(a.activeAt, b.activeAt) || descending(a._id, b._id)
      );
    const rows = structuredClone(all.slice(0, ceiling).slice((page - 1) * limit, page * limit));
    const total = Math.min(all.length, ceiling);
    const ids = rows.map(({ _id }) => _id);
    const list = { filter, me, ids, total, ceiling, seq: this.log.length, stale: false };
    return { list, rows };
  }

  matches(filter: DoubtFilter, row: Row, me: Someone): boolean {
    const card = this.card(row);
    const { assignment: { assignmentTag, title, difficulty } } = card;
    const isOwn = row.student._id === me._id;
    const isMine = isStaff(me) ? row.answeredBy?._id === me._id : isOwn;
    const midnight = new Date(Date.UTC(2026, 0, 1) + MIDNIGHT).toISOString();
    return (isStaff(me) || isOwn || isOpenToClass(card)) &&
      (filter.assignmentTag === undefined || filter.assignmentTag === assignmentTag) &&
      (filter.assignmentTag !== "personal" || isStaff(me) || isOwn) &&
      (filter.difficulty === undefined || filter.difficulty === difficulty) &&
      (filter.assignmentTitle === undefined ||
        title.toLowerCase().includes(filter.assignmentTitle)) &&
      (filter.resolved === undefined || filter.resolved === String(card.resolved)) &&
      (filter.status === undefined || filter.status === card.currentStatus) &&
      (filter.waiting === undefined || row.waitingSince !== null) &&
      (filter.scope === undefined || isMine) &&
      (filter.timeframe === undefined || row.createdAt >= midnight) &&
      // The search covers the thread's texts, which no card contains.
      (filter.text === undefined || row.entries > 2 || row._id > "d004");
  }
}

/** A filter's part that is rarely set: of the ten parts, one or two are. */
const seldom = <T>(...values: T[]): fc.Arbitrary<T | undefined> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...values) },
  );

const filters: fc.Arbitrary<DoubtFilter> = fc.record({
  assignmentTag: seldom("HW" as const, "practice" as const, "personal" as const),
  difficulty: seldom("easy" as const),
  assignmentTitle: seldom("o"),
  resolved: seldom("true" as const, "false" as const),
  status: seldom("new" as const, "replied" as const, "unsatisfied" as const, "review" as const),
  waiting: seldom("true" as const),
  timeframe: seldom("today" as const),
  scope: seldom("mine" as const),
  text: seldom("x"),
  order: seldom("queue" as const),
  page: fc.constantFrom(1, 1, 1, 2, 3),
  limit: fc.constantFrom(1, 2, 3, 20),
});

/** The first page without a filter, which is the list that most people have open. */
const newest = fc.record({
  page: fc.constant(1),
  limit: fc.constantFrom(2, 3, 20),
}) as fc.Arbitrary<DoubtFilter>;
const lists = fc.oneof({ weight: 4, arbitrary: filters }, { weight: 1, arbitrary: newest });
const isNewest = ({ page, limit: _, ...filter }: DoubtFilter) =>
  page === 1 && Object.values(filter).every((part) => part === undefined);

const KINDS = ["raise", "reply", "ask", "resolve", "claim", "release", "hide", "show"] as const;
const step = fc.record({
  what: fc.constantFrom(...KINDS, "raise", "reply", "give", "rename"),
  which: fc.nat({ max: 30 }),
  by: fc.nat({ max: 20 }),
  /** In milliseconds. With 0, steps happen at the same time. */
  later: fc.nat({ max: 2 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const one = <T>(all: readonly T[], which: number): T => all[which % all.length] as T;

function act(school: School, { what, which, by, later }: Step): void {
  school.now += later;
  const question = one(school.questions, by);
  if (what === "raise") return school.raise(one(STUDENTS, which), question, by % 5 === 0);
  if (what === "give") return school.giveOut(question, one(["hw", "cw", "practice"], which));
  if (what === "rename") return school.rename(question, one(["Arrays", "Loops", "Trees"], which));
  if (school.rows.length === 0) return;
  const row = one(school.rows, which);
  if (what === "reply") school.say(row, "reply", one(MENTORS, by));
  if (what === "ask") school.say(row, "follow-up", row.student);
  if (what === "resolve") school.say(row, "resolve", row.student);
  if (what === "claim" || what === "release") {
    school.claim(row, what === "claim" ? one(MENTORS, by) : null);
  }
  if (what === "hide" || what === "show") school.hide(row, what === "hide");
}

const equal = (a: string[], b: readonly string[]) => a.join() === b.join();

Deno.test("after any event a page of doubts equals the server's, or is fetched again", async () => {
  const some = fc.array(step, { maxLength: 10 });
  const who = fc.constantFrom(MENTOR, STUDENT);
  const count = { decided: 0, stale: 0, needless: 0 };
  const ofNewest = { ...count };
  await checkProperty(
    "a page of doubts follows events",
    fc.property(lists, who, fc.boolean(), some, some, (filter, me, isCapped, before, after) => {
      const school = new School();
      for (const [at, step] of before.entries()) {
        if (at > before.length / 2) school.now = Math.max(school.now, MIDNIGHT);
        act(school, step);
      }
      school.now = Math.max(school.now, MIDNIGHT);
      // Totals are counted up to this number; a page is shorter.
      const ceiling = isCapped ? filter.limit + 1 : totalCeiling(filter, me);
      const fetch = () => school.list(filter, me, ceiling);
      let { list, rows } = fetch();
      let cards: Values<KnownDoubt> = doubtsById(rows, list.seq);
      const hear = (event: LiveEvent) => {
        list = listQuery.apply(list, event, knownIn(cards));
        cards = doubts.apply(cards, event, { keepsNew: true, me });
      };
      for (const step of after) {
        const told = school.log.length;
        const before = { list, rows: listed(list, cards) };
        act(school, step);
        for (const { push, isFor } of school.log.slice(told)) {
          if (isFor(me)) hear(push);
          // The network may deliver an event twice.
          if (isFor(me) && step.by % 2 === 0) hear(push);
        }
        const fresh = fetch();
        // Before the list is fetched again, each row that is still in it is already up to date.
        const now = new Map(fresh.rows.map((row) => [row._id, row]));
        for (const row of listed(list, cards)) equals(row, now.get(row._id) ?? row);
        const counts = isNewest(filter) ? [count, ofNewest] : [count];
        if (list.stale) {
          const isSame = before.list.total === fresh.list.total &&
            equal(before.rows.map(({ _id }) => _id), fresh.list.ids);
          for (const one of counts) one.stale++;
          if (isSame) { for (const one of counts) one.needless++; }
          ({ list, rows } = fresh);
          cards = doubts.joined(cards, doubtsById(rows, list.seq));
        } else for (const one of counts) one.decided++;
        equals([listed(list, cards), list.total], [fresh.rows, fresh.list.total]);
      }
    }),
    { numRuns: 20_000 },
  );
  console.log({ count, ofNewest });
  ok(count.decided > count.stale * 2.5, JSON.stringify(count));
  ok(ofNewest.decided > ofNewest.stale * 50, JSON.stringify(ofNewest));
});
