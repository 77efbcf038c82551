/** Fetches the values of a screen: at first, on request, when stale, after a disconnection. */
import { useAtomValue } from "jotai";
import { useCallback, useEffect, useRef, useState } from "react";
import { CallError, errorText, isAbort } from "../net/api.ts";
import { connectionAtom, noteFetched, resyncAtom } from "../net/socket.ts";
import { toast } from "./toast.ts";

export interface LoadState {
  state: "loading" | "ready" | "failed";
  /** The error text, if the request failed. */
  problem: string;
  /** The HTTP status of the failure: 0 when no response came. */
  status: number;
  again: () => void;
}

/** When one event causes requests in many browsers, they are spread over this time, in ms. */
const SPREAD = 2000;

/**
 * A stale value is fetched again after 1 to 3 s. While events keep making it stale, it is fetched
 * every 5 to 7 s, so one request serves many events.
 */
const STALE_AFTER = 1000;
const STALE_EVERY = 5000;
/** The longest wait after repeated failures. */
const STALE_AT_MOST = 20_000;

/** No response came, or only a proxy's. */
const UNREACHED = [0, 502, 503, 504];

/** Whether the value may still come: it was not refused, and is asked for again later. */
export const isRetryable = ({ state, status }: Pick<LoadState, "state" | "status">): boolean =>
  state !== "failed" || UNREACHED.includes(status);

const LOADING: Omit<LoadState, "again"> = { state: "loading", problem: "", status: 0 };
const READY: Omit<LoadState, "again"> = { ...LOADING, state: "ready" };

/** Whether two filters say the same. The order of their fields counts. */
export const isSameFilter = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * @param given gets the arguments, and is called again when what they say changes; it stores the reply
 * in an atom, and must be a function of a module. Null loads nothing
 * @param otherwise the notice for a failure; null shows none, for a value that a screen can do
 * without
 * @param stale whether the value in that atom has to be fetched again soon
 */
export function useLoad<A extends unknown[]>(
  given: ((...args: [...A, signal: AbortSignal]) => Promise<unknown>) | null,
  otherwise: string | null,
  stale = false,
  ...args: A
): LoadState {
  const load = useCallback(
    async (signal: AbortSignal) => await given?.(...args, signal),
    [given, JSON.stringify(args)],
  );
  const [outcome, setOutcome] = useState<Omit<LoadState, "again">>(LOADING);
  const [tries, setTries] = useState(0);
  const resyncs = useAtomValue(resyncAtom);
  const [begun] = useState(resyncs);
  /** The last load that succeeded. Its value is on the screen. */
  const done = useRef<typeof load>(null);
  useEffect(() => {
    const stop = new AbortController();
    const run = async () => {
      setOutcome((now) => ({ ...now, state: "loading" }));
      try {
        await load(stop.signal);
        if (stop.signal.aborted) return;
        done.current = load;
        setOutcome(READY);
      } catch (error) {
        if (stop.signal.aborted) return;
        // The session has changed: send the request again in the new session.
        if (isAbort(error)) return setTries((count) => count + 1);
        const status = error instanceof CallError ? error.status : -1;
        setOutcome({ state: "failed", problem: errorText(error, otherwise ?? ""), status });
        // The value of an earlier load is still shown, and the badge tells how old it is.
        const isKept = done.current === load && UNREACHED.includes(status);
        if (!isKept && otherwise !== null) toast.error(otherwise);
      }
    };
    const wait = resyncs === begun || tries > 0 ? 0 : Math.random() * SPREAD;
    const timer = setTimeout(run, wait);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [load, otherwise, tries, resyncs, begun]);
  const { state } = useAtomValue(connectionAtom);
  // While no events come, every value may be stale.
  useRefetch(
    useCallback(async (signal: AbortSignal) => {
      const begunAt = Date.now();
      await load(signal);
      if (signal.aborted) return;
      done.current = load;
      setOutcome(READY);
      noteFetched(begunAt);
    }, [load]),
    stale || state === "away",
  );
  const again = useCallback(() => setTries((count) => count + 1), []);
  const isLive = state === "live";
  const couldNotAsk = outcome.state === "failed" && isRetryable(outcome);
  useEffect(() => {
    // The server is back.
    if (!isLive || !couldNotAsk) return;
    const timer = setTimeout(again, STALE_AFTER + Math.random() * SPREAD);
    return () => clearTimeout(timer);
  }, [isLive, couldNotAsk, again]);
  return { ...outcome, again };
}

/** A value that one component alone needs, as `useLoad` loads it; null until it is there. */
export function useFetched<T, A extends unknown[]>(
  fetchIt: (...args: [...A, signal: AbortSignal]) => Promise<T>,
  otherwise: string,
  ...args: A
): [value: T | null, loading: LoadState] {
  const [value, setValue] = useState<T | null>(null);
  const load = useCallback(async (...all: [...A, signal: AbortSignal]) => {
    const fetched = await fetchIt(...all);
    setValue(() => fetched);
  }, [fetchIt]);
  return [value, useLoad(load, otherwise, false, ...args)];
}

/** Fetches a stale value again until it is stale no longer. */
function useRefetch(load: (signal: AbortSignal) => Promise<unknown>, isStale: boolean): void {
  const refetchedAt = useRef(-Infinity);
  useEffect(() => {
    if (!isStale) return;
    const stop = new AbortController();
    const since = performance.now() - refetchedAt.current;
    let wait = Math.max(STALE_AFTER, STALE_EVERY - since);
    let timer: ReturnType<typeof setTimeout>;
    // The change of `isStale` ends this effect.
    const attempt = () => {
      timer = setTimeout(async () => {
        refetchedAt.current = performance.now();
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
  }, [load, isStale]);
}
