/** The way to the older rows of a long list: whoever asks for them goes on at the first of them. */
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { begin, takeOver } from "./take-over.ts";

interface Options {
  /** Fetches one page more, and says itself what went wrong. Must be stable. */
  load: () => Promise<void>;
  isWhole: boolean;
}

export interface Older<E extends HTMLElement> {
  /** For what holds the rows; give it a `tabIndex`, in case that it holds none. */
  rows: RefObject<E | null>;
  button: RefObject<HTMLButtonElement | null>;
  busy: boolean;
  more: () => Promise<void>;
  /** What a press of the button does. */
  onPress: () => void;
}

export function useOlder<E extends HTMLElement>({ load, isWhole }: Options): Older<E> {
  const rows = useRef<E>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** The last row when older ones were asked for. */
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
    if (activeElement === body || activeElement === button.current) begin(first);
  });
  // The button has gone, and nothing came in its place.
  useEffect(() => takeOver(rows.current?.lastElementChild ?? rows.current), [isWhole]);
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
  older: Older<HTMLElement>;
  /** What it says. */
  children: string;
}

export function OlderButton({ older: { button, busy, onPress }, children }: ButtonProps) {
  return (
    <p className="text-center">
      <button ref={button} type="button" className="btn" aria-disabled={busy} onClick={onPress}>
        {children}
      </button>
    </p>
  );
}
