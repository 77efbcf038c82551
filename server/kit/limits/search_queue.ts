/**
 * Runs the searches of one person one after the other, so that the database connections stay free
 * for others.
 */
import PQueue from "p-queue";
import { Refusal } from "../core/errors.ts";

/** One search of a person runs at a time; this many more may wait. */
const WAITING = {
  search: 60,
  /** While the person types, only the newest search matters. */
  typed: 1,
};
export type SearchKind = keyof typeof WAITING;

export type SearchQueue = {
  /** @throws Refusal 429 when too many wait, or when a newer search has replaced this one */
  take<T>(kind: SearchKind, who: string, search: () => Promise<T>): Promise<T>;
};

export function createSearchQueue(): SearchQueue {
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
