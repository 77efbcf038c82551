/** The language that a person has chosen for what they type. Light: threads need it, too. */
import type { Language } from "../../../server/languages/types.ts";
import { draftKey, readDraft } from "../../kit/forms/draft.ts";

export const languageKey = (id: string): string => draftKey("program-language", id);

/** Undefined: none yet. The server refuses one that the question does not take. */
export const typedLanguage = (id: string): Language | undefined =>
  readDraft<Language>(languageKey(id)) ?? undefined;
