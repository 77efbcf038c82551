/**
 * Work of one kind that is under way at once: of one person, and on the whole server. What is more
 * waits in a line for each person, so one person's many requests wait for each other.
 */
import PQueue from "p-queue";
import { Refusal } from "../core/errors.ts";

type Cap = {
  /** The most of one person that is under way at once. */
  each: number;
  /** The most of one person that may wait. With 0, what cannot begin at once is refused. */
  waiting: number;
  /** The most that is under way at once on the whole server. */
  atOnce?: number;
  /** Of what waits for the whole server, the newest goes first: a flood before it delays nobody. */
  newestFirst?: true;
};

export const CAPS = {
  /** Reads of a person. A screen fetches its parts at once; a few at a time take hardly longer. */
  read: { each: 2, waiting: 300 },
  /** Reads of visitors, by address: a class of hundreds opens the home page from one. */
  visit: { each: 12, waiting: 3000 },
  /** Transactions of a person. */
  write: { each: 1, waiting: 600 },
  /** A socket's questions to the database, by person or by address. */
  question: { each: 1, waiting: 1500 },
  /** Sign-ins, by account or known browser: each reads limits and hashes a password. */
  signIn: { each: 4, waiting: 100, atOnce: 4, newestFirst: true },
  /** Forms with files, which are in memory as a whole: up to 10 MB, of staff up to 50 MB. */
  form: { each: 2, waiting: 32, atOnce: 6 },
  /** Those of visitors, by address: a whole class may register at once, each with a picture. */
  visitorForm: { each: 3, waiting: 600, atOnce: 4 },
  /** Pictures that are decoded, up to 160 MB each. */
  picture: { each: 1, waiting: 24, atOnce: 2 },
  /** Rich texts, rendered by one thread. */
  text: { each: 1, waiting: 600, atOnce: 1 },
  /** Exports, which hold a database connection. Nobody waits for another one's slow reader. */
  export: { each: 2, waiting: 0, atOnce: 3 },
  /** Copies of what is kept about a person. They leave a connection to the exports. */
  copy: { each: 1, waiting: 1, atOnce: 2 },
} satisfies Record<string, Cap>;
export type Kind = keyof typeof CAPS;

/** All people together: so many may wait for work of one kind. */
const WAITING_MOST = 10_000;

export type Queue = ReturnType<typeof createQueue>;
export type Queues = Record<Kind, Queue>;

export const createQueues = (): Queues =>
  Object.fromEntries(
    Object.entries(CAPS).map(([kind, cap]) => [kind, createQueue(cap)]),
  ) as Queues;

export function createQueue({ each, waiting, atOnce = Infinity, newestFirst }: Cap) {
  const all = new PQueue({ concurrency: atOnce });
  const lines = new Map<string, { queue: PQueue; length: number }>();
  const most = waiting === 0 ? atOnce : WAITING_MOST;
  let length = 0;
  let entered = 0;
  return {
    /**
     * Does the work when it is this person's turn.
     * @param isFirst whether it goes before all that waits for the whole server
     * @throws Refusal 429 when too much of this person's waits, 503 when too much waits
     */
    async run<T>(who: string, work: () => Promise<T>, isFirst = false): Promise<T> {
      const line = lines.get(who) ?? { queue: new PQueue({ concurrency: each }), length: 0 };
      if (line.length >= each + waiting) {
        throw refused(429, "too-many", "Too much of yours is under way.");
      }
      if (length >= most) throw refused(503, "busy", "Too many people are doing this at once.");
      lines.set(who, line);
      line.length += 1;
      length += 1;
      try {
        const priority = isFirst ? Infinity : newestFirst ? ++entered : 0;
        return await line.queue.add(() => all.add(work, { priority }));
      } finally {
        line.length -= 1;
        length -= 1;
        if (line.length === 0) lines.delete(who);
      }
    },
  };
}

const refused = (status: 429 | 503, code: string, why: string) =>
  new Refusal(status, code, `${why} Please wait a few seconds, and try again.`, { retryAfter: 5 });
