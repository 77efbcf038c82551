/** Reads the tables of a workbook (.xlsx), or of a text in UTF-8, UTF-16 or Windows-1252. */

export const TABLE_LIMITS = { bytes: 10 * 1024 * 1024, rows: 2000, columns: 200 };
/** The most bytes of a workbook, unpacked. */
const UNPACKED_MOST = 64 * 1024 * 1024;

export type TableRow = {
  /** The line of the file at which the row ends, counted from 1. */
  line: number;
  cells: string[];
};
export type Table = {
  /** Of the sheet; empty for a text. */
  name: string;
  /** Without empty ones. */
  rows: TableRow[];
};
export type Tables = { tables: Table[]; isWindows1252: boolean };

/** Its message says what is wrong with the file. */
export class UnreadableTable extends Error {
  override name = "UnreadableTable";
}

const AS_TEXT = "Save it as a workbook (.xlsx) or as CSV UTF-8 in the spreadsheet.";
const SEPARATORS = [",", ";", "\t"];
const BYTE_ORDER_MARKS: [encoding: string, bytes: number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

/** @throws UnreadableTable */
export async function readTables(file: Blob): Promise<Tables> {
  if (file.size > TABLE_LIMITS.bytes) {
    throw new UnreadableTable(`A file may be up to ${TABLE_LIMITS.bytes / 1024 / 1024}MB.`);
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const begins = (mark: number[]) => mark.every((byte, at) => bytes[at] === byte);
  if (begins([0x50, 0x4b, 0x03, 0x04])) {
    return { tables: await readWorkbook(bytes), isWindows1252: false };
  }
  if (begins([0xd0, 0xcf, 0x11, 0xe0])) {
    throw new UnreadableTable(`This workbook is of the old kind, or has a password. ${AS_TEXT}`);
  }
  const [encoding] = BYTE_ORDER_MARKS.find(([, mark]) => begins(mark)) ?? [];
  const { text, isWindows1252 } = decode(bytes, encoding);
  if (/^\s*</.test(text)) {
    throw new UnreadableTable(`This is a web page, whatever its name is. ${AS_TEXT}`);
  }
  return { tables: [{ name: "", rows: readText(text) }], isWindows1252 };
}

/** Says what is wrong with the size of a table; null if nothing is. */
export function tooLarge({ rows }: Table): string | null {
  if (rows.length > TABLE_LIMITS.rows + 1) {
    return `The file has more than ${TABLE_LIMITS.rows.toLocaleString("en-IN")} rows. Split it.`;
  }
  const wide = rows.find(({ cells }) => cells.length > TABLE_LIMITS.columns);
  return wide
    ? `Line ${wide.line} has ${wide.cells.length} columns: at most ${TABLE_LIMITS.columns}.`
    : null;
}

/** @param encoding as its byte order mark says; without one, UTF-8 is tried before Windows-1252 */
function decode(bytes: Uint8Array<ArrayBuffer>, encoding: string | undefined) {
  const read = (name: string) => {
    try {
      // The decoder leaves out the byte order mark.
      return new TextDecoder(name, { fatal: true }).decode(bytes);
    } catch {
      return null;
    }
  };
  let text = read(encoding ?? "utf-8");
  const isWindows1252 = text === null && encoding === undefined;
  if (isWindows1252) text = read("windows-1252");
  // Windows-1252 has no such controls, and a text has no NUL.
  if (text === null || text.includes("\0") || isWindows1252 && /[\x80-\x9f]/.test(text)) {
    throw new UnreadableTable(`The file is no text, or in an unknown encoding. ${AS_TEXT}`);
  }
  return { text, isWindows1252 };
}

function readText(text: string): TableRow[] {
  // Some spreadsheets name the separator in a line of its own.
  const [, named] = /^sep=(.)(?=[\r\n])/i.exec(text) ?? [];
  const separator = (named ?? separatorOf(text)).replace(/[\\^$.*+?()[\]{}|-]/, "\\$&");
  const one = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"|((?!")[^${separator}\\r\\n]*))(${separator}|\\r\\n?|\\n|$)`,
    "y",
  );
  const rows: TableRow[] = [];
  let [line, cells]: [number, string[]] = [1, []];
  while (one.lastIndex < text.length && rows.length < TABLE_LIMITS.rows + 2) {
    const [, quoted, bare = "", end = ""] = one.exec(text) ?? notClosed(line);
    line += quoted?.match(BREAK)?.length ?? 0;
    cells.push(quoted?.replaceAll('""', '"') ?? bare);
    const isLast = one.lastIndex === text.length;
    if (!isLast && !/[\r\n]/.test(end)) continue;
    if (cells.some((cell) => cell.trim() !== "")) rows.push({ line, cells });
    [line, cells] = [line + 1, []];
  }
  return named === undefined ? rows : rows.slice(1);
}

const BREAK = /\r\n|\r|\n/g;

function notClosed(line: number): never {
  throw new UnreadableTable(`A quotation mark near line ${line} is not closed.`);
}

/** The separator that the first line with one has most often, outside of quotation marks. */
function separatorOf(text: string): string {
  const lines = text.slice(0, 10_000).replace(/"[^"]*"/g, "").split(BREAK);
  const times = (separator: string, line: string) => line.split(separator).length - 1;
  const heading = lines.find((line) => SEPARATORS.some((one) => line.includes(one))) ?? "";
  return SEPARATORS.toSorted((a, b) => times(b, heading) - times(a, heading))[0] ?? ",";
}

async function readWorkbook(bytes: Uint8Array<ArrayBuffer>): Promise<Table[]> {
  const [{ default: readSheets }, { unzipSync, zipSync }] = await Promise.all([
    import("read-excel-file/universal"),
    import("fflate"),
  ]);
  let size = 0;
  try {
    const parts = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!/\.(xml|rels)$/.test(name)) return false;
        size += originalSize;
        if (size > UNPACKED_MOST) throw new UnreadableTable("The workbook is too large. Split it.");
        return true;
      },
    });
    // Unpacked here: the library would do it in a worker that a page may not begin.
    const stored = zipSync(parts, { level: 0 }) as Uint8Array<ArrayBuffer>;
    const sheets = await readSheets<string>(stored.buffer, { parseNumber: (digits) => digits });
    return sheets.map(({ sheet, data }) => ({
      name: sheet,
      rows: data.map((cells, at) => ({ line: at + 1, cells: cells.map(cellText) }))
        .filter(({ cells }) => cells.some((cell) => cell !== "")),
    }));
  } catch (error) {
    if (error instanceof UnreadableTable) throw error;
    throw new UnreadableTable(`The workbook cannot be read. ${AS_TEXT}`);
  }
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return typeof value === "boolean" ? String(value).toUpperCase() : String(value).trim();
}
