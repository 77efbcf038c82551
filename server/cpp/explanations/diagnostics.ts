/** Reads what the compiler and the linker say, as messages at the lines of the program. */
import { isOfCalls, placeOfCall } from "../calls.ts";
import { folderOf, type ProgramFiles } from "../../languages/program_files.ts";
import { type Diagnostic, DIAGNOSTICS_MOST } from "../../languages/types.ts";

/** The lines of the program's files that may be named, the student's own file first. */
export type Lines = ReadonlyMap<string, readonly string[]>;
/** The name under which the compiler knows all hidden files. */
export const HIDDEN_FILE = "(hidden)";

export const linesOf = ({ files }: Pick<ProgramFiles, "files">): Lines =>
  new Map(
    folderOf({ files }).map(({ name, text }) => [name, text.split("\n")]),
  );
/** The name of a file as the tools write it. */
export const plainName = (path: string): string => path.replace(/^(?:\.?\/)+(?!usr\/)/, "");

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
const INCLUDED = /^In file included from ([^:]+):(\d+):/;
const WITHOUT_PLACE = /^(?:fatal )?error: (?!too many errors)(.*)$/;

type RawPosition = Pick<Raw, "file" | "line"> & Partial<Pick<Raw, "column">>;
/** A message with its notes, and the lines that lead to the file it is about, the first one first. */
type Group = { head: Raw; notes: Raw[]; included: RawPosition[] };

export function readDiagnostics(stderr: string, lines: Lines): Diagnostic[] {
  const groups = groupsOf(stderr).filter((group) => callIn(group) === undefined);
  const isHidden = ({ head }: Group) => head.file === HIDDEN_FILE;
  const hidden = groups.find((one) => isHidden(one) && one.head.severity === "error");
  return mostSevere([
    ...groups.filter((one) => !isHidden(one)).flatMap((group) => inProgram(group, lines)),
    ...hidden ? [inHidden(hidden, lines)] : [],
  ]);
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
  let included: RawPosition[] = [];
  for (const text of stderr.split("\n")) {
    const [, file, line] = INCLUDED.exec(text) ?? [];
    if (file) included.push({ file: plainName(file), line: Number(line) });
    const raw = rawOf(text);
    if (!raw) continue;
    if (raw.severity === "note") groups.at(-1)?.notes.push(raw);
    else groups.push({ head: raw, notes: [], included });
    included = [];
  }
  return groups;
}

function rawOf(text: string): Raw | null {
  const [, file = "", line, column, ranges = "", severity, message = ""] = MESSAGE.exec(text) ?? [];
  if (severity) {
    return {
      file: plainName(file),
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

/**
 * A message about a file of the library stands where the program uses that file. A given file cannot
 * be changed, so its warnings are left out, and what the student's own file defines a second time is
 * said there.
 */
function inProgram({ head, notes, included }: Group, lines: Lines): Diagnostic[] {
  const [own = ""] = lines.keys();
  const named = notes.filter(({ file }) => lines.has(file));
  const ownNote = named.find(({ file }) => file === own);
  const isOwn = head.file === own;
  const isSecond = !isOwn && ownNote !== undefined && /^redefinition of/.test(head.message);
  if (lines.has(head.file) && !isSecond) {
    if (!isOwn && head.severity === "warning") return [];
    return [head, ...named].map((raw) => placed(raw, lines));
  }
  const shown = included.filter(({ file }) => lines.has(file));
  const at: RawPosition = ownNote ?? named[0] ?? shown.find(({ file }) => file === own) ??
    shown.at(-1) ?? { file: own, line: 1 };
  const { file, line, column = 1 } = at;
  return [{ ...head, file, line, column, ranges: "" }, ...named].map((raw) => placed(raw, lines));
}

/** Of a hidden file, nothing is said but that it does not fit. */
function inHidden({ head, notes }: Group, lines: Lines): Diagnostic {
  const [own = ""] = lines.keys();
  const { line } = notes.find(({ file }) => file === own) ?? { line: 1 };
  const message = "a hidden file of the question does not compile with this program";
  return placed({ ...head, file: own, line, column: 1, ranges: "", message }, lines);
}

function placed({ file, line, column, ranges, severity, message }: Raw, lines: Lines): Diagnostic {
  const [own = ""] = lines.keys();
  const all = lines.get(file) ?? [];
  return {
    severity,
    message: message.length > MESSAGE_MOST ? `${message.slice(0, MESSAGE_MOST)} …` : message,
    line,
    column: columnIn(all[line - 1] ?? "", column),
    ...endOf({ line, column, ranges }, all),
    ...(file !== own && { file }),
  };
}

/** The end of the marked text: the compiler's range that begins here, or the word's end. */
function endOf(
  { line, column, ranges }: Pick<Raw, "line" | "column" | "ranges">,
  lines: readonly string[],
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
export function readLinkErrors(stderr: string, lines: Lines): Diagnostic[] {
  const messages = new Set<string>();
  for (const text of stderr.split("\n")) {
    const [, message] =
      /^wasm-ld: error: (?:[+\w./-]+\.(?:o|a)(?:\([^)]*\))?: )?(.*)$/.exec(text) ??
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

function placeOf(name: string | undefined, lines: Lines) {
  const wanted = name === undefined ? null : new RegExp(`(?<!\\w)${name}(?!\\w)`);
  for (const [file, all] of wanted ? lines : []) {
    const index = all.findIndex((line) => wanted?.test(line));
    if (index === -1) continue;
    return { file, line: index + 1, column: (wanted?.exec(all[index] ?? "")?.index ?? 0) + 1 };
  }
  return { file: [...lines.keys()][0] ?? "", line: 1, column: 1 };
}
