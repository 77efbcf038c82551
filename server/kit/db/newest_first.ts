/** "Newest first", the order of most lists: by time, and by id where two times are the same. */
import { type Column, desc, type SQL } from "drizzle-orm";
import type { ExtraConfigColumn } from "drizzle-orm/pg-core";

/** For `orderBy`. */
export const newestFirst = (time: Column, id: Column): SQL[] => [desc(time), desc(id)];

/** The columns of an index that a list walks newest first. */
export const newestColumns = (time: ExtraConfigColumn, id: ExtraConfigColumn) =>
  [time.desc().nullsFirst(), id.desc().nullsFirst()] as const;
