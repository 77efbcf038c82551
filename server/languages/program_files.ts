/** The files of a program: the student's own, and those that the question gives. */
import { inLanguage, type Language, ownName, usualName } from "./languages.ts";
import { type GivenFile, type JudgeSettings, type RunSettings, SOURCE_MOST } from "./types.ts";

/** What the tools get: the first file is the student's own. */
export type ProgramFiles = {
  files: readonly [GivenFile, ...GivenFile[]];
  /** The name of the file that is compiled or started. */
  start: string;
  calls?: RunSettings["calls"];
};

/** What a question says of its programs. */
export type ProgramsOf = {
  judge: JudgeSettings;
  givenFiles: readonly GivenFile[];
  fileName: string | null;
  /** How many files are hidden, where some of them are missing. */
  hiddenFiles?: number;
};

/** The settings of a program of a question. @param language without it, what the question offers */
export const runSettings = (
  { judge, givenFiles, fileName, hiddenFiles = 0 }: ProgramsOf,
  language?: Language | null,
): RunSettings & { files: GivenFile[] } => ({
  ...(language ? inLanguage(judge, language) : judge),
  files: [...givenFiles],
  ...(fileName !== null && { fileName }),
  ...(hiddenFiles > givenFiles.filter(({ hidden }) => hidden).length && { isIncomplete: true }),
});

/** Why a program is not read at all: a part of a sentence. Null if it is short enough. */
export const tooLong = (source: string): string | null =>
  new TextEncoder().encode(source).length > SOURCE_MOST
    ? `the program is longer than ${SOURCE_MOST / 1024} KB`
    : null;

/** A given `main.cpp` or `main.py` is compiled or started; without it, the student's own file. */
export function programOf(text: string, settings: RunSettings): ProgramFiles {
  const [name, usual] = [ownName(settings), usualName(settings)];
  const given = (settings.files ?? []).filter((one) => one.name !== name);
  const start = given.some((one) => one.name === usual) ? usual : name;
  return { files: [{ name, text }, ...given], start, calls: settings.calls };
}

/** What stands in the folder in which the program runs: it can read that, so nothing hidden. */
export const folderOf = ({ files = [] }: Pick<RunSettings, "files">): readonly GivenFile[] =>
  files.filter((one) => !one.hidden);

/** Lines of steps count on by so many from one file of the program to the next. */
const FILE_LINES = 100_000;
/** More files than a program has: the student's own, and those that are given. */
const FILES_MOST = 20;
export const LINE_MOST = FILE_LINES * FILES_MOST;
/** The number by which a step names the first line of a file, less one. */
export const firstLineOf = (place: number): number => place * FILE_LINES;
/** The file of a step's line, by its place in `ProgramFiles`, and the line there. */
export const placeOf = (line: number): { place: number; line: number } => ({
  place: Math.floor(line / FILE_LINES),
  line: line % FILE_LINES,
});
