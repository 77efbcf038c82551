/** How two areas share their room: the bar between them, and what the browser keeps of it. */
import { useState } from "react";
import { readStored, removeStored, writeStored } from "../net/storage.ts";
import Bar, { type SplitterProps } from "./splitter.tsx";

/** The bar. Its place is there at once, and its code comes after what is read first. */
export const Splitter = (props: SplitterProps) => <Bar {...props} />;

/** Returns the share in percent that the person chose, or null; and a function that keeps it. */
export function useShare(key: string): [number | null, (share: number | null) => void] {
  const [share, setShare] = useState(() => {
    const kept = readStored<unknown>(key);
    return typeof kept === "number" && kept > 0 && kept < 100 ? kept : null;
  });
  return [share, (next) => {
    if (next === null) removeStored(key);
    else writeStored(key, next);
    setShare(next);
  }];
}
