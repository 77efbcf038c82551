/** Reads what the compiler and the linker say, as messages at the lines of the program. */
import { isOfCalls, placeOfCall } from "../calls.ts";
import { type Diagnostic, DIAGNOSTICS_MOST } from "../../languages/types.ts";

/** The name under which the tools know the student's program. */
export const SOURCE_FILE = "main.cpp";
const MESSAGE_MOST = 1000;

type Severity = Diagnostic["severity"];
type Raw = {
  file: string;
  line: number;
  column: number;
  ranges: string;
  severity: Severity;
  message: string;
};

/** As in `main.cpp:3:7:{3:5-3:9}: error: text`. */
const MESSAGE =
  /^([^:]+):(\d+):(\d+):((?:\{[^}]*\})*):? (?:fatal )?(error|warning|note|remark): (.*)$/;
const INCLUDED = new RegExp(`^In file included from ${SOURCE_FILE.replace(".", "\\.")}:(\\d+):`);
const WITHOUT_PLACE = /^(?:fatal )?error: (?!too many errors)(.*)$/;

/** A message with its notes, and the line of the program that includes the file it is about. */
type Group = { head: Raw; notes: Raw[]; includedAt: number | null };

export function readDiagnostics(stderr: string, source: string): Diagnostic[] {
  const lines = source.split("\n");
  return mostSevere(
    groupsOf(stderr).filter((group) => callIn(group) === undefined)
      .flatMap((group) => inProgram(group, lines)),
  );
}

/** An error about a call; the place is null where it is about the text around the calls. */
export type UnfitCall = { place: number | null; message: string; notes: string[] };

export const readUnfitCalls = (stderr: string): UnfitCall[] =>
  groupsOf(stderr).flatMap((group) => {
    const { head: { severity, message }, notes } = group;
    const file = severity === "error" ? callIn(group) : undefined;
    if (file === undefined) return [];
    return [{ place: placeOfCall(file), message, notes: notes.map((note) => note.message) }];
  });

/** A call may also be why something of the program or of the library does not compile. */
const callIn = ({ head, notes }: Group): string | undefined =>
  [head, ...notes].find(({ file }) => isOfCalls(file))?.file;

function groupsOf(stderr: string): Group[] {
  const groups: Group[] = [];
  let includedAt: number | null = null;
  for (const text of stderr.split("\n")) {
    const included = INCLUDED.exec(text);
    if (included) includedAt = Number(included[1]);
    const raw = rawOf(text);
    if (!raw) continue;
    if (raw.severity === "note") groups.at(-1)?.notes.push(raw);
    else groups.push({ head: raw, notes: [], includedAt });
    includedAt = null;
  }
  return groups;
}

function rawOf(text: string): Raw | null {
  const [, file = "", line, column, ranges = "", severity, message = ""] = MESSAGE.exec(text) ?? [];
  if (severity) {
    return {
      file,
      line: Number(line),
      column: Number(column),
      ranges,
      severity: severity === "remark" ? "note" : severity as Severity,
      message,
    };
  }
  const [, alone] = WITHOUT_PLACE.exec(text) ?? [];
  return alone === undefined
    ? null
    : { file: "", line: 1, column: 1, ranges: "", severity: "error", message: alone };
}

/** A message about a file of the library stands where the program uses that file. */
function inProgram({ head, notes, includedAt }: Group, lines: string[]): Diagnostic[] {
  const own = notes.filter(({ file }) => file === SOURCE_FILE);
  if (head.file === SOURCE_FILE) {
    return [head, ...own].map((raw) => placed(raw, lines));
  }
  const { line, column } = own[0] ?? { line: includedAt ?? 1, column: 1 };
  return [{ ...head, file: SOURCE_FILE, line, column, ranges: "" }, ...own]
    .map((raw) => placed(raw, lines));
}

function placed({ line, column, ranges, severity, message }: Raw, lines: string[]): Diagnostic {
  const text = lines[line - 1] ?? "";
  const start = columnIn(text, column);
  return {
    severity,
    message: message.length > MESSAGE_MOST ? `${message.slice(0, MESSAGE_MOST)} …` : message,
    line,
    column: start,
    ...endOf({ line, column, ranges }, lines),
  };
}

/** The end of the marked text: the compiler's range that begins here, or the word's end. */
function endOf(
  { line, column, ranges }: Pick<Raw, "line" | "column" | "ranges">,
  lines: string[],
): Pick<Diagnostic, "endLine" | "endColumn"> {
  for (const found of ranges.matchAll(/\{(\d+):(\d+)-(\d+):(\d+)\}/g)) {
    const [fromLine = 0, fromColumn = 0, endLine = 0, endColumn = 0] = found.slice(1).map(Number);
    if (fromLine !== line || fromColumn !== column) continue;
    return { endLine, endColumn: columnIn(lines[endLine - 1] ?? "", endColumn) };
  }
  const text = lines[line - 1] ?? "";
  const start = columnIn(text, column);
  const [word = ""] = /^\w+/.exec(text.slice(start - 1)) ?? [];
  return word === "" ? {} : { endLine: line, endColumn: start + word.length };
}

/** The compiler counts bytes; an editor counts characters. */
function columnIn(text: string, column: number): number {
  // deno-lint-ignore no-control-regex
  if (/^[\x00-\x7f]*$/.test(text)) return column;
  const bytes = new TextEncoder().encode(text);
  return new TextDecoder().decode(bytes.subarray(0, column - 1)).length + 1;
}

/** Where there are too many messages, errors are kept first and notes last. */
function mostSevere(diagnostics: Diagnostic[]): Diagnostic[] {
  if (diagnostics.length <= DIAGNOSTICS_MOST) return diagnostics;
  const rank = { error: 0, warning: 1, note: 2 };
  const kept = new Set(
    diagnostics.toSorted((a, b) => rank[a.severity] - rank[b.severity]).slice(0, DIAGNOSTICS_MOST),
  );
  return diagnostics.filter((one) => kept.has(one));
}

/** A linker's message has no line: the first place that names the function is taken. */
export function readLinkErrors(stderr: string, source: string): Diagnostic[] {
  const lines = source.split("\n");
  const messages = new Set<string>();
  for (const text of stderr.split("\n")) {
    const [, message] = /^wasm-ld: error: (?:[\w./-]+\.(?:o|a)(?:\([^)]*\))?: )?(.*)$/.exec(text) ??
      [];
    if (message !== undefined) messages.add(message);
  }
  return mostSevere([...messages].map((message) => {
    const [, name] =
      /^(?:undefined|duplicate) symbol: (?:.*?::)?(~?\w+)(?:\(|$|\[)/.exec(message) ??
        [];
    return placed({ ...placeOf(name, lines), ranges: "", severity: "error", message }, lines);
  }));
}

function placeOf(name: string | undefined, lines: string[]) {
  const wanted = name === undefined ? null : new RegExp(`(?<!\\w)${name}(?!\\w)`);
  const index = wanted ? lines.findIndex((line) => wanted.test(line)) : -1;
  const column = index === -1 ? 1 : (wanted?.exec(lines[index] ?? "")?.index ?? 0) + 1;
  return { file: SOURCE_FILE, line: index === -1 ? 1 : index + 1, column };
}
