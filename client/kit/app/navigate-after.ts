/** Navigates after an action is done, if the person is still on the same screen. */
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";

type Onward = (path: string, options?: { replace: boolean }) => void;

/** Does nothing if the person has left the screen since the press, even if they have come back. */
export function useNavigateAfter(): Onward {
  const [, go] = useLocation();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => void (isHere.current = false);
  }, []);
  return (path, options) => {
    if (isHere.current) go(path, options);
  };
}
