/** People who write without a pause, and a check that all acknowledged writes are kept. */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import type { School, TestPerson } from "../../kit/people.ts";
import { until } from "../../kit/until.ts";
import { retryingCaller, type Steady } from "./steady.ts";

export type Writers = {
  /** The texts of acknowledged writes: each is in the database exactly once. */
  acknowledged: string[];
  retries(): number;
  /** Waits until a write begins; a moment later it is in progress. */
  inMidWrite(): Promise<void>;
  /** Waits until this many more writes are acknowledged. */
  more(count: number): Promise<void>;
  /** Stops the writers after their current writes. @throws the first failure of any */
  stop(): Promise<void>;
};

const LOSE_EVERY = 9;

type Options = {
  urls: readonly string[];
  mentors: TestPerson[];
  students: TestPerson[];
  /** One for each student. */
  questions: string[];
  /** Milliseconds between two writes of one person. */
  gap?: number;
};

/**
 * Starts writers: each student raises a doubt, follows up, resolves it and begins again; the
 * mentors reply to all.
 */
export function startWriters({ urls, mentors, students, questions, gap = 0 }: Options): Writers {
  const acknowledged: string[] = [];
  const doubts = new Map<string, string>();
  const beginning = new Set<() => void>();
  const callers: Steady[] = [];
  let writing = true;
  let failure: unknown = null;

  function called({ token }: TestPerson): Steady {
    const made = retryingCaller(urls, token, {
      began() {
        for (const begin of beginning) begin();
        beginning.clear();
      },
      loseEvery: LOSE_EVERY,
    });
    callers.push(made);
    return made;
  }

  function acknowledge(text: string): void {
    acknowledged.push(text);
  }

  async function repeat(write: (at: number) => Promise<void>): Promise<void> {
    try {
      for (let at = 0; writing; at++) {
        await write(at);
        await new Promise((next) => setTimeout(next, gap));
      }
    } catch (error) {
      failure ??= error;
      writing = false;
      for (const begin of beginning) begin();
    }
  }

  const working = [
    ...students.map((student, place) => {
      const calls = called(student);
      return repeat(async (at) => {
        const text = `student ${place}, write ${at}`;
        const step = at % 4;
        const id = doubts.get(student._id);
        if (step === 0 || !id) {
          const raised = await calls.post("/doubts", {
            assignmentId: questions[place],
            doubtText: text,
            private: place % 2 === 1,
          });
          ok(raised.status === 201 || raised.status === 200, JSON.stringify(raised));
          doubts.set(student._id, raised.body._id);
          acknowledge(text);
        } else if (step === 3) {
          equals((await calls.put(`/doubts/${id}/resolve`)).status, 200);
        } else {
          const asked = await calls.put(`/doubts/${id}/followup`, { followup: text });
          equals(asked.status, 200, JSON.stringify(asked));
          acknowledge(text);
        }
      });
    }),
    ...mentors.map((mentor, place) => {
      const calls = called(mentor);
      return repeat(async (at) => {
        const open = Array.from(doubts.values());
        const id = open[at % open.length];
        if (id === undefined) return;
        const text = `mentor ${place}, write ${at}`;
        const { status, body } = await calls.put(`/doubts/${id}/reply`, { reply: text });
        if (status === 200) acknowledge(text);
        else equals([status, body.code], [409, "doubt.resolved"], JSON.stringify(body));
      });
    }),
  ];

  return {
    acknowledged,
    retries: () => callers.reduce((all, calls) => all + calls.retries(), 0),
    // After a failure no write begins any more, so waiting callers are released.
    inMidWrite: async () => {
      if (writing) await new Promise<void>((begin) => beginning.add(begin));
    },
    async more(count) {
      const most = acknowledged.length + count;
      await until(() => !writing || acknowledged.length >= most, `${count} writes`);
      if (failure) throw failure;
    },
    async stop() {
      writing = false;
      await Promise.all(working);
      if (failure) throw failure;
    },
  };
}

/**
 * Checks that acknowledged writes are kept, none is stored twice, and each entry has exactly one
 * event.
 */
export async function expectWritesKept({ parts }: School, acknowledged: string[]): Promise<void> {
  const { sql } = parts.database;
  const rows = await sql<{ id: string; message: string }[]>`
    select id, message from doubt_entries where type <> 'resolve'`;
  const texts = rows.map(({ message }) => message);
  equals(acknowledged.filter((text) => !texts.includes(text)), [], "lost");
  equals(texts.length, new Set(texts).size, "written twice");
  const entries = await sql<{ id: string }[]>`select id from doubt_entries order by id`;
  const told = await sql<{ id: string }[]>`
    select data -> 'entry' ->> '_id' as id from events where type = 'doubt.entry' order by 1`;
  equals(told.map(({ id }) => id), entries.map(({ id }) => id), "told of");
}
