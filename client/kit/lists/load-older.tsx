/** Loads the older rows of a long list, and moves the focus to the first of them. */
import { useCallback, useEffect, useRef, useState } from "react";
import { focusFirst, takeLostFocus } from "../focus/hand-over-focus.ts";
import { Button } from "../ui/button.tsx";

interface Options {
  /** Fetches one more page and reports its own errors. Must be stable (useCallback). */
  load: () => Promise<void>;
  isWhole: boolean;
}

export function useOlderRows<E extends HTMLElement>({ load, isWhole }: Options) {
  /** For the element that holds the rows. Give it a `tabIndex`, in case it has no rows. */
  const rows = useRef<E>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** The last row at the time of the request. */
  const last = useRef<Element>(null);
  const [busy, setBusy] = useState(false);
  const more = useCallback(async () => {
    setBusy(true);
    await load();
    setBusy(false);
  }, [load]);
  useEffect(() => {
    const first = last.current?.nextElementSibling;
    if (!first) return;
    last.current = null;
    const { activeElement, body } = document;
    if (activeElement === body || activeElement === button.current) focusFirst(first);
  });
  // The button is gone and no rows came.
  useEffect(() => takeLostFocus(rows.current?.lastElementChild ?? rows.current), [isWhole]);
  return {
    rows,
    button,
    busy,
    more,
    onPress: () => {
      if (busy) return;
      last.current = rows.current?.lastElementChild ?? null;
      void more();
    },
  };
}

interface ButtonProps {
  older: ReturnType<typeof useOlderRows>;
  children: string;
}

export function OlderButton({ older: { button, busy, onPress }, children }: ButtonProps) {
  return (
    <p className="text-center">
      <Button ref={button} busy={busy} onClick={onPress}>{children}</Button>
    </p>
  );
}
