/** Batches: a statement of PostgreSQL takes at most 65,535 parameters. */

/** The rows of one statement; each may have up to 65 columns. */
const ROWS_MOST = 1000;

/** Splits rows into parts that one statement can take. */
export const batches = <T>(rows: readonly T[], most = ROWS_MOST): T[][] =>
  Array.from(
    { length: Math.ceil(rows.length / most) },
    (_, nth) => rows.slice(nth * most, (nth + 1) * most),
  );
