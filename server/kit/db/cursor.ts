/**
 * Reads a long list in batches: a cursor in one read-only transaction, so the rows are those of one
 * moment, and only one batch of them is in memory.
 */
import { fillPlaceholders, sql } from "drizzle-orm";
import type { Database, Tx } from "./database.ts";
import { type Prepared, rowsOf } from "./rows.ts";
import type { Unsafe } from "./transaction.ts";

/** A select of drizzle, and the values of its placeholders. */
export type Listing<Row> = {
  /** Names the cursor. Listings with the same name have the same columns. */
  name: string;
  select: (db: Tx) => { prepare(name: string): { execute(): Promise<Row[]> } };
  values?: Record<string, unknown>;
};

/** Rows may have long texts. */
const BATCH = 250;

/**
 * Calls `use` with one batch after the other. Each batch is a statement, so the timeout of
 * statements does not count the time that `use` takes.
 */
export async function readInBatches<Row>(
  { exports }: Pick<Database, "exports">,
  { name, select, values = {} }: Listing<Row>,
  use: (rows: Row[]) => Promise<void>,
): Promise<void> {
  await exports.transaction(async (tx) => {
    const { client } = (tx as unknown as { session: { client: Unsafe } }).session;
    const prepared = select(tx).prepare(name) as unknown as Prepared & {
      queryString: string;
      params: unknown[];
    };
    const params = fillPlaceholders(prepared.params, values);
    // All rows will be read: without this, the planner chooses what is fast for the first tenth.
    await tx.execute(sql`set local cursor_tuple_fraction = 1`);
    await client.unsafe(`declare ${name} no scroll cursor for ${prepared.queryString}`, params);
    const toRows = rowsOf<Row>(prepared);
    for (;;) {
      const cells = await client.unsafe(`fetch ${BATCH} from ${name}`).values();
      if (cells.length > 0) await use(toRows(cells));
      if (cells.length < BATCH) return;
    }
  }, { isolationLevel: "repeatable read", accessMode: "read only" });
}
