/** The lines of a program to read. They have no colors until the grammar has been loaded. */
import { useEffect, useMemo, useState } from "react";
import type { Language } from "../../../server/languages/languages.ts";
import type { Highlight, Token } from "./highlight.ts";
export type { Token };

const loaded = new Map<Language, Highlight>();

const withoutColors: Highlight = (text) => text.split("\n").map((line) => [[line, ""]]);

export function useColoredLines(source: string, language: Language): Token[][] {
  const [highlight, setHighlight] = useState(() => loaded.get(language));
  useEffect(() => {
    let isOver = false;
    void load(language).then((loaded) => isOver || setHighlight(() => loaded), () => {});
    return () => {
      isOver = true;
    };
  }, [language]);
  return useMemo(() => coloredLines(source, highlight), [source, highlight]);
}

export const coloredLines = (source: string, highlight: Highlight = withoutColors): Token[][] =>
  highlight(source.replaceAll("\r\n", "\n").replace(/\n$/, ""));

async function load(language: Language): Promise<Highlight> {
  const { loadHighlight } = await import("./highlight.ts");
  const highlight = loaded.get(language) ?? await loadHighlight(language);
  loaded.set(language, highlight);
  return highlight;
}
