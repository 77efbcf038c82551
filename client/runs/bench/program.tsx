/** A person's program for a question: the draft that they type, and what it begins with. */
import { useAtomValue } from "jotai";
import { useCallback } from "react";
import type { Assignment } from "../../../server/assignments/schema.ts";
import {
  type Language,
  languageOf,
  languages,
  languagesOf,
  ownName,
  usualName,
} from "../../../server/languages/languages.ts";
import { runSettings } from "../../../server/languages/program_files.ts";
import { ownResponse } from "../../assignments/state.ts";
import { meAtom, perUserAtom } from "../../kit/net/session.ts";
import { draftKey, readDraft, useDraft, writeDraft } from "../../kit/forms/draft.ts";
import { languageKey } from "./typed-language.tsx";

export interface KeptProgram {
  source: string;
  language: Language;
  ranAt: string;
}

/** By assignment: the program of the newest run, for a browser in which none was typed. */
export const keptAtom = perUserAtom<Readonly<Record<string, KeptProgram>>>({});

/** The text in a language that is not chosen now. */
const asideKey = (id: string, language: Language) => draftKey(`program-in-${language}`, id);

/** The text is kept as drafts are: a reload, a crash and a second tab have the same. */
export function useProgram(assignment: Assignment) {
  const me = useAtomValue(meAtom);
  const { _id: id, judge } = assignment;
  const first = languageOf(judge);
  const taken = languagesOf(judge);
  const known = me && ownResponse(assignment, me);
  const kept = useAtomValue(keptAtom)[id];
  const [chosen, choose] = useDraft<Language | null>(languageKey(id), null);
  const wanted = chosen ?? kept?.language ?? known?.language ?? first;
  const language = taken.includes(wanted) ? wanted : first;
  const settings = runSettings(assignment, language);
  // A file with a name of its own is a part of the question's program.
  const usual = ownName(settings) === usualName(settings) ? languages[language].starter : "";
  const starter = (language === first ? assignment.starter : null) ?? usual;
  const isHandedIn = (known?.language ?? first) === language;
  /** The text while there is no draft. */
  const begin = (kept?.language === language ? kept.source : null) ??
    ((isHandedIn && known?.studentSolutionSource) || starter);
  const [source, write, forget] = useDraft(draftKey("program", assignment._id), begin);
  const hasChoice = taken.length > 1;
  const setSource = useCallback((text: string) => {
    if (text === begin) forget();
    else write(text);
    // A later run on another device does not change what this text is.
    if (hasChoice) choose(language);
  }, [begin, write, forget, hasChoice, choose, language]);
  /** Keeps the text, and takes up what was typed in the other language. */
  const setLanguage = (next: Language) => {
    if (next === language) return;
    writeDraft(asideKey(id, language), source);
    choose(next);
    const aside = readDraft<string>(asideKey(id, next));
    if (aside === null) forget();
    else write(aside);
  };
  return { source, setSource, starter, begin, language, setLanguage };
}
