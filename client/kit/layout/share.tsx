/** How two areas share their room: the bar between them, and what the browser keeps of it. */
import { Suspense, useState } from "react";
import { readStored, removeStored, writeStored } from "../net/storage.ts";
import { lazyComponent } from "../ui/lazy.tsx";
import type { SplitterProps } from "./splitter.tsx";

const Bar = lazyComponent(() => import("./splitter.tsx"));

/** The bar. Its place is there at once, and its code comes after what is read first. */
export const Splitter = (props: SplitterProps) => (
  <Suspense fallback={<div className={props.className} />}>
    <Bar {...props} />
  </Suspense>
);

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
