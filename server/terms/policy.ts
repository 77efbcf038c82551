/** Until when a term is set back, and the sentence that refuses writes to it. */
import { UNDO_DAYS } from "./schema.ts";

/** Until when the closing of a term can be undone. */
export const undoneUntil = (endedAt: string): string =>
  new Date(Date.parse(endedAt) + UNDO_DAYS * 86_400_000).toISOString();

/** What is read-only says so in this sentence, and a write to it is refused with it. */
export const endedSentence = (name: string): string =>
  `This belongs to a term that has ended (${name}). It can be read only.`;
