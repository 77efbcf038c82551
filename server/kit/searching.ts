/**
 * One person's searches come one after the other: however many are asked for at once, the
 * connections that others wait for stay free.
 */
import PQueue from "p-queue";
import { Refusal } from "./errors.ts";

/** One search of a person at a time; so many more wait. */
const WAITING = { search: 60, /** While somebody types, only the newest matters. */ typed: 1 };
export type SearchKind = keyof typeof WAITING;

export type Searches = {
  /** @throws Refusal 429 when too many wait, or a newer one has taken this one's place */
  take<T>(kind: SearchKind, who: string, search: () => Promise<T>): Promise<T>;
};

export function createSearches(): Searches {
  const lines = new Map<string, PQueue>();
  return {
    async take(kind, who, search) {
      const name = `${kind}\n${who}`;
      const line = lines.get(name) ?? new PQueue({ concurrency: 1 });
      lines.set(name, line);
      if (line.size >= WAITING[kind]) {
        if (kind === "search") throw tooFast();
        line.clear();
      }
      try {
        return await line.add(search);
      } catch (error) {
        throw error instanceof DOMException && error.name === "AbortError" ? tooFast() : error;
      } finally {
        void line.onIdle().then(() => {
          if (line.size + line.pending === 0 && lines.get(name) === line) lines.delete(name);
        });
      }
    },
  };
}

const tooFast = (): Refusal =>
  new Refusal(
    429,
    "too-many",
    "You are searching faster than the server can answer. Please wait 1 second.",
    { retryAfter: 1 },
  );
