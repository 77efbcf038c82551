/** A long list in batches: a read-only cursor shows one moment, with one batch in memory. */
import { Column, is, sql, type SQLWrapper } from "drizzle-orm";
import type { Database, Tx } from "./database.ts";

export type Listing<Row> = {
  name: string;
  /** Selects columns and texts of SQL, no objects, with the one `select` that it is given. */
  select: (db: Selector) => PromiseLike<Row[]> & SQLWrapper;
};
export type Selector = Pick<Tx, "select">;

/** Rows may have long texts. */
const BATCH = sql.raw("250");

/** Each batch is a statement, so its timeout does not count the time of `use`. */
export async function readInBatches<Row>(
  { exports }: Pick<Database, "exports">,
  { name, select }: Listing<Row>,
  use: (rows: Row[]) => Promise<void>,
): Promise<void> {
  await exports.transaction(async (tx) => {
    const cursor = sql.identifier(name);
    let columns: [string, SQLWrapper][] = [];
    // A cursor's columns need names of their own: two tables have an `id`.
    const query = select({
      select(fields: Record<string, SQLWrapper>) {
        columns = Object.entries(fields);
        const named = columns.map(([key, field]) => [key, sql`${field}`.as(key)]);
        return tx.select(Object.fromEntries(named));
      },
    } as Selector);
    const toRow = (cells: Record<string, unknown>) =>
      Object.fromEntries(columns.map(([key, field]) => {
        const cell = cells[key];
        return [key, is(field, Column) && cell !== null ? field.mapFromDriverValue(cell) : cell];
      })) as Row;
    // All rows will be read: without this, the planner chooses what is fast for the first tenth.
    await tx.execute(sql`set local cursor_tuple_fraction = 1`);
    await tx.execute(sql`declare ${cursor} no scroll cursor for ${query}`);
    for (;;) {
      const rows = await tx.execute(sql`fetch ${BATCH} from ${cursor}`);
      if (rows.length === 0) return;
      await use(rows.map(toRow));
    }
  }, { isolationLevel: "repeatable read", accessMode: "read only" });
}
