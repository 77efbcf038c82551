/** Writes rows as CSV that a spreadsheet opens without damage, or as JSON Lines. */
import { stringify } from "csv-stringify/sync";
import { guarded } from "../core/cells.ts";

export const EXPORT_TYPES = {
  csv: "text/csv; charset=utf-8",
  jsonl: "application/jsonl; charset=utf-8",
};
export type ExportFormat = keyof typeof EXPORT_TYPES;

export type ExportRow = Record<string, unknown>;
/** A field of the rows. Times end with "At" or "Since". "dueAt" is "Due at (Asia/Kolkata)". */
export type ExportColumn = string | { key: string; title: string };

/** The most characters of a cell; Excel has no more room. */
export const CELL_MOST = 32_767;
const CUT = " … (cut; JSON Lines has the whole text)";

const CSV = {
  bom: true,
  header: true,
  record_delimiter: "windows",
  quoted_string: true,
};

/** Returns the writer: its first call also writes the head. @param zone of the times in CSV */
export function exportWriter(
  format: ExportFormat,
  { columns, zone }: { columns: readonly ExportColumn[]; zone: string },
): (rows: readonly ExportRow[]) => string {
  if (format === "jsonl") return (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  const head = columns.map((column) =>
    typeof column === "string"
      ? { key: column, header: titleOf(column, zone) }
      : { key: column.key, header: guarded(column.title) }
  );
  const keys = head.map(({ key }) => key);
  const isTime = new Set(keys.filter(isTimeName));
  const cell = (key: string, value: unknown) =>
    typeof value === "string" && isTime.has(key) ? localTime(value, zone) : cellOf(value);
  let isFirst = true;
  return (rows) => {
    const records = rows.map((row) => keys.map((key) => cell(key, row[key])));
    const begin = isFirst ? {} : { bom: false, header: false };
    isFirst = false;
    return stringify(
      records,
      { ...CSV, columns: head, ...begin } as Parameters<
        typeof stringify
      >[1],
    );
  };
}

const isTimeName = (name: string) => /(At|Since)$/.test(name);

function titleOf(key: string, zone: string): string {
  return isTimeName(key) ? `${wordsOf(key)} (${zone})` : wordsOf(key);
}

/** "reviewStatus" as "Review status". */
export function wordsOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A number stays one. A list is a text: its items with semicolons between them. Spreadsheets run none. */
function cellOf(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = guarded(textOf(value));
  return text.length <= CELL_MOST ? text : text.slice(0, CELL_MOST - CUT.length) + CUT;
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(textOf).join("; ");
  if (typeof value === "object") return Object.values(value).map(textOf).join(" ");
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}

/** Converts a time to "2026-11-30 17:00:00" in the zone: Excel reads it as a date in every country. */
function localTime(time: string, zone: string): string {
  if (Number.isNaN(Date.parse(time))) return time;
  const local = Temporal.Instant.from(time).toZonedDateTimeISO(zone).toPlainDateTime();
  return local.toString({ smallestUnit: "second" }).replace("T", " ");
}
