/** What an author may change in a thread: the input of an edit, and the versions before it. */
import * as z from "zod";
import { id, text, time } from "../kit/core/schema.ts";

/** The new text of an entry of a thread; as long as a first one. */
export const editInput = z.strictObject({ text: text("Your text") });
export const byEntry = z.object({ id, entryId: id });

/** A text as it was before an edit, and since when it was so. */
export const earlierVersion = z.object({ text: z.string(), html: z.string(), at: time });
export type EarlierVersion = z.infer<typeof earlierVersion>;
