/** Makes a quick question from the programs of a group, and the outputs that students got. */
import { and, asc, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { visibleCases } from "../../assignments/policy.ts";
import type { TestCase } from "../../assignments/cases/schema.ts";
import { assignments, isOfWork, responses } from "../../assignments/tables.ts";
import { notFound } from "../../kit/core/errors.ts";
import type { Ask } from "../../kit/http/guard.ts";
import { givenText, withoutComments } from "../../languages/calls.ts";
import { languageOf } from "../../languages/languages.ts";
import { classSessionSigns } from "../../class-sessions/map/tables.ts";
import { people } from "../../people/tables.ts";
import { OPTION_TEXT, OPTIONS_MOST, PROGRAM_TEXT } from "../../quick-questions/schema.ts";
import { runs } from "../../runs/tables.ts";
import { type GroupQuestion, type GroupQuestionQuery, MEMBERS_MOST } from "../schema.ts";

/** A longer program is not read: the class could not see it whole. */
const SOURCE_MOST = 4 * PROGRAM_TEXT;

/** @throws Refusal 404 when nobody fails in this way any more */
export async function groupQuestion(
  { db }: Ask,
  { classSessionId, assignmentId, key }: GroupQuestionQuery,
): Promise<GroupQuestion> {
  const failedKey = sql<string>`${classSessionSigns.failure} ->> 'key'`;
  const isMember = sql`${failedKey} = ${key}`;
  const at = sql<number | null>`(${classSessionSigns.failure} ->> 'case')::int`;
  const rows = await db.select({
    runId: runs.id,
    isMember: sql<boolean>`${isMember}`,
    kind: sql<string>`${classSessionSigns.failure} ->> 'kind'`,
    case: at,
    output: sql<string | null>`left(coalesce(${runs.verifiedResult}, ${runs.result})
      -> 'cases' -> (${at} - 1) ->> 'output', ${2 * OPTION_TEXT})`,
    source: sql<string | null>`case when ${isMember} and length(${runs.source}) <= ${SOURCE_MOST}
      then ${runs.source} end`,
    settings: runs.settings,
    name: people.name,
    testCases: assignments.testCases,
  }).from(classSessionSigns)
    .innerJoin(runs, eq(runs.id, classSessionSigns.runId))
    .innerJoin(people, eq(people.id, classSessionSigns.studentId))
    .innerJoin(assignments, eq(assignments.id, classSessionSigns.assignmentId))
    .leftJoin(responses, isOfWork(responses, classSessionSigns))
    .where(and(
      eq(classSessionSigns.classSessionId, classSessionId),
      eq(classSessionSigns.assignmentId, assignmentId),
      isNotNull(classSessionSigns.failure),
      isNull(classSessionSigns.solvedAt),
      or(isNull(responses.studentId), ne(responses.responseStatus, "solved")),
    )).orderBy(asc(classSessionSigns.ranAt), asc(classSessionSigns.studentId)).limit(MEMBERS_MOST);
  const members = rows.filter((row) => row.isMember);
  const [first] = members;
  if (!first) throw notFound("This group");
  const shown = mostCommon(members);
  const { runId } = shown ?? first;
  const { case: place, output } = members.find((one) => one.runId === runId) ?? first;
  const program = shown?.program ?? "";
  if (first.kind !== "case" || place === null || output === null) {
    return { text: "What goes wrong here?", program, options: [], rightOption: null, runId };
  }
  const testCase = visibleCases(first.testCases)[place - 1];
  const others = rows.filter((one) => one.kind === "case" && one.case === place)
    .map((one) => one.output ?? "");
  return {
    text: "What does this print?",
    program: withInput(program, testCase),
    ...choicesOf(output, { others, expected: testCase?.output }),
    runId,
  };
}

type Member =
  & { runId: string; source: string | null; name: string }
  & Pick<
    typeof runs.$inferSelect,
    "settings"
  >;

/**
 * The program that most members have, apart from its comments and spaces: as its first author wrote
 * it, without a member's name. Null if the class could see none of them whole.
 */
function mostCommon(members: readonly Member[]): { runId: string; program: string } | null {
  // A program may have been copied with the name in it.
  const names = new RegExp(members.map(({ name }) => RegExp.escape(name)).join("|"), "giu");
  const shown = members.flatMap(({ runId, source, settings }) => {
    const program = source === null ? "" : bare(source, settings).replace(names, "…");
    return program !== "" && program.length <= PROGRAM_TEXT ? [{ runId, program }] : [];
  });
  const forms = Map.groupBy(shown, ({ program }) => program.replace(/\s+/g, " "));
  const [most] = [...forms.values()].sort((a, b) => b.length - a.length);
  return most?.[0] ?? null;
}

/** Returns a program without comments, and without the lines that they leave empty. */
const bare = (source: string, settings: Member["settings"]): string =>
  withoutComments(source, languageOf(settings)).replace(/[^\S\n]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n").trim();

const withInput = (program: string, testCase: TestCase | undefined): string => {
  const given = testCase ? givenText(testCase).trimEnd() : "";
  const name = testCase?.call === undefined ? "Input" : "Call";
  const whole = given === "" ? program : `${program}\n\n${name}:\n${given}`;
  return whole.length <= PROGRAM_TEXT ? whole : program;
};

function lineOf(output: string): string {
  const line = output.trim().split(/\s*\n/).join(" ⏎ ") || "nothing";
  return line.length <= OPTION_TEXT ? line : `${line.slice(0, OPTION_TEXT - 1).toWellFormed()}…`;
}

/**
 * The choices: what the program prints, which is right, what other programs print, the most
 * frequent first, and the expected output. None if they look the same.
 */
function choicesOf(
  own: string,
  { others, expected }: { others: readonly string[]; expected: string | undefined },
): Pick<GroupQuestion, "options" | "rightOption"> {
  const right = lineOf(own);
  const counted = [...Map.groupBy(others.map(lineOf), (line) => line)]
    .sort(([, one], [, other]) => other.length - one.length).map(([line]) => line);
  const all = [right, ...expected === undefined ? [] : [lineOf(expected)], ...counted];
  const isSame = (one: string) => (other: string) => one.toLowerCase() === other.toLowerCase();
  const options = all.filter((line, at) => all.findIndex(isSame(line)) === at)
    .slice(0, OPTIONS_MOST).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  if (options.length < 2) return { options: [], rightOption: null };
  return { options, rightOption: options.indexOf(right) };
}
