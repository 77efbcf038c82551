/**
 * Reads the tables that spreadsheets export as text: UTF-8, or UTF-16 with a byte order mark;
 * separated by commas, semicolons or tabs.
 */
import { badField } from "../core/errors.ts";

export type TableLimits = {
  /** The most rows after the first one. */
  rows: number;
  columns: number;
  /** The most characters of a cell. */
  cell: number;
};
export type TableRow = {
  /** The line of the file at which the row ends, counted from 1. */
  line: number;
  cells: string[];
};

const SEPARATORS = [",", ";", "\t"] as const;
const AS_TEXT = "In the spreadsheet choose Save As, and there CSV UTF-8.";
/** The first bytes of the workbooks of Excel: a ZIP archive, and the older format. */
const WORKBOOKS = [[0x50, 0x4b, 0x03, 0x04], [0xd0, 0xcf, 0x11, 0xe0]];
const BYTE_ORDER_MARKS: [encoding: string, bytes: number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/**
 * Reads the rows of a file, without empty ones. The first row is the heading.
 * @param field the field of the form, for refusals
 * @throws Refusal 400 when it is no such table, or exceeds a limit
 */
export async function readTable(
  bytes: Uint8Array,
  { field, limits }: { field: string; limits: TableLimits },
): Promise<TableRow[]> {
  const text = decode(bytes, field);
  const [first = ""] = text.split(/\r\n|\r|\n/, 1);
  // Loaded with the first table: the server seldom needs it.
  const { CsvError, parse } = await import("csv-parse/sync");
  let found: { record: string[]; info: { lines: number } }[];
  try {
    found = parse(text, {
      delimiter: separatorOf(first),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // One more than there may be, to see that there are too many.
      to: limits.rows + 2,
    }) as unknown as typeof found;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = typeof error.lines === "number" ? ` near line ${error.lines}` : "";
    const sentence = `A quotation mark${line} is not closed, or is within a cell without others.`;
    throw badField(field, sentence);
  }
  const rows = found.map(({ record, info }) => ({ line: info.lines, cells: record }));
  refuseLarge(rows, field, limits);
  return rows;
}

function decode(bytes: Uint8Array, field: string): string {
  const begins = (mark: number[]) => mark.every((byte, at) => bytes[at] === byte);
  if (WORKBOOKS.some(begins)) throw badField(field, `This is a workbook, not a text. ${AS_TEXT}`);
  const [encoding] = BYTE_ORDER_MARKS.find(([, mark]) => begins(mark)) ?? ["utf-8"];
  let text;
  try {
    // The decoder leaves out the byte order mark.
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw badField(field, `The file is not in UTF-8 or UTF-16. ${AS_TEXT}`);
  }
  if (text.includes("\0")) throw badField(field, `The file contains NUL characters. ${AS_TEXT}`);
  return text;
}

/** The separator that the heading has most often, outside of quotation marks. */
function separatorOf(heading: string): string {
  const bare = heading.replace(/"[^"]*"/g, "");
  const times = (separator: string) => bare.split(separator).length;
  return SEPARATORS.toSorted((one, other) => times(other) - times(one))[0] ?? ",";
}

function refuseLarge(rows: TableRow[], field: string, limits: TableLimits): void {
  if (rows.length > limits.rows + 1) {
    const most = limits.rows.toLocaleString("en-IN");
    throw badField(field, `The file has more than ${most} rows. Split it.`);
  }
  for (const { line, cells } of rows) {
    if (cells.length > limits.columns) {
      const sentence = `Line ${line} has ${cells.length} columns: at most ${limits.columns}.`;
      throw badField(field, sentence);
    }
    const long = cells.find((cell) => cell.length > limits.cell);
    if (long === undefined) continue;
    const sentence =
      `A cell in line ${line} has ${long.length} characters: at most ${limits.cell}.`;
    throw badField(field, sentence);
  }
}
