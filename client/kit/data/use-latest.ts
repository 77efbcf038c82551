/** The newest value of a component, for what runs later: a listener, a timer, an upload. */
import { type RefObject, useLayoutEffect, useRef } from "react";

export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
