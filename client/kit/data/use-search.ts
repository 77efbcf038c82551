/** What a text finds while it is typed. */
import { useEffect, useState } from "react";
import { errorText } from "../net/api.ts";

/** The server is asked after this pause in typing, in ms. */
const TYPED_AFTER = 300;

interface Search<T> {
  /** What the text finds; until the server answers, what an earlier one found; null for neither. */
  found: T | null;
  /** The text that was searched for last. */
  foundFor: string | null;
  problem: string;
}

/**
 * @param search must be stable
 * @param failed what to say of a failure; null says nothing, and what was found before stays
 * @param empty whether it is also called with an empty text
 */
export function useSearch<T>(
  text: string,
  search: (text: string, signal: AbortSignal) => Promise<T>,
  { failed, empty = false }: { failed: string | null; empty?: boolean },
): Search<T> {
  const [result, setResult] = useState<Search<T>>({ found: null, foundFor: null, problem: "" });
  useEffect(() => {
    if (text === "" && !empty) return setResult({ found: null, foundFor: "", problem: "" });
    const stop = new AbortController();
    const timer = setTimeout(() => {
      search(text, stop.signal).then(
        (found) => stop.signal.aborted || setResult({ found, foundFor: text, problem: "" }),
        (error) =>
          stop.signal.aborted || failed === null ||
          setResult({ found: null, foundFor: text, problem: errorText(error, failed) }),
      );
    }, text === "" ? 0 : TYPED_AFTER);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, search, failed, empty]);
  return result;
}
