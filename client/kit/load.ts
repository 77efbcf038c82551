/** Fetches what a screen shows: when it opens, when asked again, and when all has to be fresh. */
import { useAtomValue } from "jotai";
import { useCallback, useEffect, useRef, useState } from "react";
import { Failed, isAbort, sentence } from "./api.ts";
import { connectionAtom, resyncAtom } from "./socket.ts";
import { toast } from "./toast.tsx";

export interface Loading {
  state: "loading" | "ready" | "failed";
  /** Set when it failed. */
  problem: string;
  /** The refusal's HTTP status, 0 when no answer came. */
  status: number;
  again: () => void;
}

/** A thousand browsers that come back together do not ask all at once. */
const SPREAD = 2000;

/** Before a stale list is fetched again: 1 to 3 s, so that a whole class does not ask at once. */
const STALE_AFTER = 1000;
const STALE_AT_MOST = 20_000;

/** No answer came, or none from the server itself. */
const UNREACHED = [0, 502, 503, 504];

/** It was not refused: it is asked for again when the server is back. */
export const mayCome = ({ state, status }: Pick<Loading, "state" | "status">): boolean =>
  state !== "failed" || UNREACHED.includes(status);

/** What is no part of the first screen waits this long for it, and for its being drawn. */
const FIRST_WITHIN = 3000;
const DRAWN_WITHIN = 200;

/** Something is asked for, or what may ask is on its way. */
let isAsked = false;
let noteFirst = () => {};
const first = new Promise<void>((tell) => noteFirst = tell);
const pause = (time: number) => new Promise<void>((go) => setTimeout(go, time));

/** Once the first screen shows what it has fetched; soon in any case. */
export async function shown(): Promise<void> {
  await Promise.race([first, pause(FIRST_WITHIN)]);
  await pause(DRAWN_WITHIN);
}

export function noteAsked(): void {
  isAsked = true;
}

/** A screen is drawn: with nothing to fetch, that is all it shows. */
export function noteDrawn(): void {
  if (!isAsked) noteFirst();
}

/**
 * @param load must be stable (useCallback); what it fetches goes into an atom
 * @param stale whether what that atom holds has to be fetched again, shortly
 */
export function useLoad(
  load: (signal: AbortSignal) => Promise<void>,
  otherwise: string,
  stale = false,
): Loading {
  const [outcome, setOutcome] = useState({
    state: "loading" as Loading["state"],
    problem: "",
    status: 0,
  });
  const [tries, setTries] = useState(0);
  const resyncs = useAtomValue(resyncAtom);
  const [begun] = useState(resyncs);
  /** The load that has succeeded: what it fetched is there. */
  const done = useRef<typeof load>(null);
  useEffect(() => {
    noteAsked();
    const stop = new AbortController();
    const run = async () => {
      setOutcome((now) => ({ ...now, state: "loading" }));
      try {
        await load(stop.signal);
        if (stop.signal.aborted) return;
        done.current = load;
        setOutcome({ state: "ready", problem: "", status: 0 });
      } catch (error) {
        if (stop.signal.aborted) return;
        // The session is another one by now: it is asked for again, in that one.
        if (isAbort(error)) return setTries((count) => count + 1);
        const status = error instanceof Failed ? error.status : -1;
        setOutcome({ state: "failed", problem: sentence(error, otherwise), status });
        // Asked again and not reached, it is still there: the badge tells as of when.
        const isKept = done.current === load && UNREACHED.includes(status);
        if (!isKept) toast.error(otherwise);
      } finally {
        noteFirst();
      }
    };
    const wait = resyncs === begun || tries > 0 ? 0 : Math.random() * SPREAD;
    const timer = setTimeout(run, wait);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [load, otherwise, tries, resyncs, begun]);
  useEffect(() => {
    if (!stale) return;
    const stop = new AbortController();
    let wait = STALE_AFTER;
    let timer: ReturnType<typeof setTimeout>;
    // Until it is not stale any more, which ends this.
    const attempt = () => {
      timer = setTimeout(async () => {
        await load(stop.signal).catch(() => {});
        if (!stop.signal.aborted) attempt();
      }, wait + Math.random() * SPREAD);
      wait = Math.min(wait * 2, STALE_AT_MOST);
    };
    attempt();
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [load, stale]);
  const again = useCallback(() => setTries((count) => count + 1), []);
  const isLive = useAtomValue(connectionAtom).state === "live";
  const couldNotAsk = outcome.state === "failed" && mayCome(outcome);
  useEffect(() => {
    // The server is back: nobody has to press a button for that.
    if (!isLive || !couldNotAsk) return;
    const timer = setTimeout(again, STALE_AFTER + Math.random() * SPREAD);
    return () => clearTimeout(timer);
  }, [isLive, couldNotAsk, again]);
  return { ...outcome, again };
}
