/** "Newest first", the order of most lists: by time, and by id where two times are the same. */
import { type Column, desc, type SQL, sql } from "drizzle-orm";
import type { ExtraConfigColumn, PgSelect } from "drizzle-orm/pg-core";

/** For `orderBy`. */
export const newestFirst = (time: Column, id: Column): SQL[] => [desc(time), desc(id)];

/** The same order in SQL that names its columns itself. */
export const NEWEST_FIRST = sql`order by created_at desc, id desc`;

/** The columns of an index that a list walks newest first. */
export const newestColumns = (time: ExtraConfigColumn, id: ExtraConfigColumn) =>
  [time.desc().nullsFirst(), id.desc().nullsFirst()] as const;

/** One page of a list, newest first. */
export const newestPage = <Query extends PgSelect>(
  query: Query,
  { createdAt, id }: { createdAt: Column; id: Column },
  { offset, limit }: { offset: number; limit: number },
) => query.orderBy(...newestFirst(createdAt, id)).offset(offset).limit(limit);
