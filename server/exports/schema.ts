/** Exports of lists: the formats, and the filters, which are those of the lists on the screens. */
import * as z from "zod";
import { auditFilter } from "../audit/schema.ts";
import { doubtFilter } from "../doubts/schema.ts";
import { gradebookFilter } from "../gradebook/schema.ts";
import { id, match, orBlank } from "../kit/core/schema.ts";
import { queueFilter } from "../reviews/schema.ts";
import { sectionFilter } from "../sections/schema.ts";

export const EXPORT_FORMATS = ["csv", "jsonl"] as const;
const format = z.enum(EXPORT_FORMATS, "Choose csv or jsonl.").default("csv");

const NO_PAGES = { page: true, limit: true } as const;
const ofQueue = queueFilter.omit(NO_PAGES);

/** `search` finds parts of the name, the address or the branch. */
export const studentsExport = z.object({ format, search: match });
export const responsesExport = ofQueue.extend({ format });
export const reviewsExport = ofQueue.omit({ waiting: true }).extend({ format });
export const doubtsExport = doubtFilter.omit(NO_PAGES).extend({ format });
export const gradebookExport = gradebookFilter.extend({ format });
/** Without a mentor: the goals that the asker may read, of the mentors in these sections. */
export const goalsExport = z.object({
  format,
  section: sectionFilter,
  mentor: orBlank(id),
});

export const auditExport = auditFilter.extend({ format });

export type Filter<Wanted extends z.ZodType> = Omit<z.infer<Wanted>, "format">;
