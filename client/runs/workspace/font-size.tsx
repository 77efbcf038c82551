/** The size of the text in the editor. The browser keeps it. */
import { useState } from "react";
import { readStored, writeStored } from "../../kit/net/storage.ts";

export const SIZES = ["0.8rem", "0.875rem", "0.95rem", "1.1rem", "1.3rem", "1.6rem"] as const;
const SIZE_KEY = "editor-size";
const USUAL_SIZE = 1;

/** Returns the place of the size in `SIZES`, and a function that changes it. */
export function useFontSize(): [number, (size: number) => void] {
  const [size, setSize] = useState(() => {
    const kept = readStored<number>(SIZE_KEY);
    return kept !== null && kept in SIZES ? kept : USUAL_SIZE;
  });
  return [size, (next) => {
    const within = Math.min(Math.max(0, next), SIZES.length - 1);
    writeStored(SIZE_KEY, within);
    setSize(within);
  }];
}
