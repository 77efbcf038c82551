/** Puts runs that fail in the same way together, and says in words how they fail. */
import type { Failure } from "../runs/schema.ts";
import { differInSpace, withSigns } from "../languages/texts.ts";
import { EXAMPLES, type Group, type GroupCell } from "./schema.ts";

/** One student alone is no group. */
const MEMBERS_LEAST = 2;
/** A title shows this many characters of an output. */
const SHOWN = 40;

/**
 * Returns the groups of a map's cells, the largest first. A cell belongs to one if its newest run
 * failed, and it is not solved.
 */
export function groupsOf(cells: Iterable<GroupCell>): Group[] {
  const failed = [...cells].flatMap(({ failure, solvedAt, ...cell }) =>
    failure === null || solvedAt ? [] : { ...cell, failure }
  ).sort((a, b) => compare(a.studentId, b.studentId));
  const found = Map.groupBy(failed, (cell) => idOf({ ...cell, key: cell.failure.key }));
  return [...found.values()].flatMap((members): Group[] => {
    const [first] = members;
    if (!first || members.length < MEMBERS_LEAST) return [];
    const failure = sharedFailure(members.map((cell) => cell.failure), first.failure);
    return [{
      assignmentId: first.assignmentId,
      key: failure.key,
      failure,
      title: titleOf(failure, members.length),
      members: members.map(({ studentId }) => studentId),
      examples: members.flatMap(({ run }) => run?._id ?? []).slice(0, EXAMPLES),
    }];
  }).sort((a, b) => b.members.length - a.members.length || compare(idOf(a), idOf(b)));
}

/** A group's name that stays the same while its members change. */
export const idOf = ({ assignmentId, key }: Pick<Group, "assignmentId" | "key">): string =>
  `${assignmentId} ${key}`;

const compare = (a: string, b: string): number => a < b ? -1 : a > b ? 1 : 0;

/** The same crash may happen in different cases: then the group has no case. */
export function sharedFailure(all: readonly Failure[], { case: at, ...failure }: Failure): Failure {
  return at !== undefined && all.every((one) => one.case === at)
    ? { case: at, ...failure }
    : failure;
}

/** As in "11 fail case 3 with `4` instead of `5`". */
export function titleOf(failure: Failure, count: number): string {
  const verb = count === 1 ? VERBS.one : VERBS.many;
  return `${count} ${wordsOf(failure, verb)}`;
}

/** The same for the student whose program it is: "Your program fails case 3 with …". */
export const toldOf = (failure: Failure): string =>
  `Your program ${wordsOf(failure, VERBS.one)}.`.replace(/\.\.$/, ".");

const VERBS = {
  one: {
    fail: "fails",
    crash: "crashes",
    compile: "does not compile",
    is: "is",
    use: "uses",
    print: "prints",
  },
  many: {
    fail: "fail",
    crash: "crash",
    compile: "do not compile",
    is: "are",
    use: "use",
    print: "print",
  },
};

function wordsOf(failure: Failure, verb: typeof VERBS.one): string {
  const { kind, case: at, got, expected, message = "" } = failure;
  const where = at === undefined ? "" : ` case ${at}`;
  switch (kind) {
    case "compile":
      return `${verb.compile}: ${message}`;
    case "crash":
      return `${verb.crash}${where && ` in${where}`}: ${message}`;
    case "case":
      if (got !== undefined && expected !== undefined) {
        const show = shownAs(differInSpace(got, expected));
        return `${verb.fail}${where} with ${show(got)} instead of ${show(expected)}`;
      }
      if (message === "too slow") return `${verb.is} too slow in${where}`;
      if (message === "too much memory") return `${verb.use} too much memory in${where}`;
      if (message === "too much output") return `${verb.print} too much in${where}`;
      return `${verb.fail}${where}`;
  }
}

/** Shows one line of output between backticks. An empty one has words instead. */
const shownAs = (hasSigns: boolean) => (line: string): string => {
  if (line === "") return "nothing";
  const plain = line.replaceAll("`", "'");
  const text = hasSigns ? withSigns(plain) : plain.replace(/\s+/g, " ");
  const cut = text.length > SHOWN
    ? `${text.slice(0, SHOWN - 1).replace(/[\uD800-\uDBFF]$/, "")}…`
    : text;
  return `\`${cut}\``;
};
