/**
 * Turns rows of a prepared statement into objects, as drizzle does, but faster: drizzle looks up the
 * kind of each column again for each cell, which took a fifth of the time of a list
 * (tests/bench/README.md has the figures). Here it is looked up once for each statement.
 *
 * This uses three fields of drizzle's prepared statements: `fields`, `joinsNotNullableMap` and
 * `customResultMapper`. tests/rows_test.ts compares the result with drizzle's own, and fails when
 * they change. Without them, and for columns that it does not know, drizzle maps the rows.
 */
import { Column, getTableName, is, SQL } from "drizzle-orm";

type Decode = (value: unknown) => unknown;
type Cell = { key: string; at: number; decode: Decode | null };
/** An object inside a row. It is null when the row has no such object. */
type Part = { key: string; cells: Cell[]; nullAt: number | null };
type Row = Record<string, unknown>;

type Field = { path: string[]; field: unknown };
export type Prepared = {
  fields?: Field[];
  joinsNotNullableMap?: Record<string, boolean>;
  customResultMapper?: (rows: unknown[][]) => Row[];
};

/** Makes a prepared statement map its rows faster, if its fields are known. */
export function mapFaster(statement: object): void {
  const prepared = statement as Prepared;
  if (!Array.isArray(prepared.fields) || prepared.customResultMapper) return;
  const map = rowMapper(prepared.fields, prepared.joinsNotNullableMap);
  if (map) prepared.customResultMapper = (rows) => rows.map(map);
}

/** Returns the function that turns a statement's cells into its rows. */
export function rowsOf<Row>(
  { fields, joinsNotNullableMap }: Prepared,
): (cells: unknown[][]) => Row[] {
  const map = rowMapper(fields ?? [], joinsNotNullableMap);
  if (!map) throw new TypeError("This statement has a column of an unknown kind.");
  return (cells) => cells.map((row) => map(row) as Row);
}

function rowMapper(
  fields: readonly Field[],
  notNullable: Prepared["joinsNotNullableMap"],
): ((row: unknown[]) => Row) | null {
  const parts = new Map<string, Part & { fields: Field[] }>();
  const order: (Cell | Part)[] = [];
  for (const [at, { path, field }] of fields.entries()) {
    const [first, second] = path;
    const decode = decoderOf(field);
    if (first === undefined || path.length > 2 || decode === undefined) return null;
    if (second === undefined) {
      order.push({ key: first, at, decode });
      continue;
    }
    const part = parts.get(first) ?? { key: first, cells: [], nullAt: null, fields: [] };
    if (!parts.has(first)) order.push(part);
    parts.set(first, part);
    part.cells.push({ key: second, at, decode });
    part.fields.push({ path, field });
  }
  for (const part of parts.values()) part.nullAt = nullAt(part, notNullable);
  return (row) => {
    const made: Row = {};
    for (const one of order) made[one.key] = "at" in one ? read(one, row) : readPart(one, row);
    return made;
  };
}

const read = ({ at, decode }: Cell, row: unknown[]): unknown => {
  const value = row[at];
  return decode === null || value === null ? value : decode(value);
};

function readPart({ cells, nullAt }: Part, row: unknown[]): Row | null {
  if (nullAt !== null && row[nullAt] === null) return null;
  const made: Row = {};
  for (const cell of cells) made[cell.key] = read(cell, row);
  return made;
}

/**
 * The column that says whether an object of a left join is there: its first one, if all columns are
 * of one table that may be missing.
 */
function nullAt(
  { cells, fields }: { cells: Cell[]; fields: Field[] },
  notNullable: Prepared["joinsNotNullableMap"],
): number | null {
  const columns = fields.flatMap(({ field }, place) =>
    is(field, Column) ? [{ table: getTableName(field.table), at: cells[place]?.at }] : []
  );
  const [first] = columns;
  if (!notNullable || !first || notNullable[first.table]) return null;
  return columns.every(({ table }) => table === first.table) ? first.at ?? null : null;
}

/** A function that decodes a column's values; null when they stay as they are. */
function decoderOf(field: unknown): Decode | null | undefined {
  const decoder = is(field, Column)
    ? field
    : is(field, SQL)
    ? decoderOfSql(field)
    : is(field, SQL.Aliased)
    ? decoderOfSql(field.sql)
    : undefined;
  if (typeof decoder?.mapFromDriverValue !== "function") return undefined;
  if (decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue) return null;
  return (value) => decoder.mapFromDriverValue(value);
}

const decoderOfSql = (field: SQL) =>
  (field as unknown as { decoder?: { mapFromDriverValue: Decode } }).decoder;
