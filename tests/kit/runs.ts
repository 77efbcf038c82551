/** Creates runs of programs, and questions with test cases. */
import type { CaseResult, RunResult } from "../../server/languages/types.ts";
import { casesOf } from "../../server/runs/policy.ts";
import { assignment } from "./assignments.ts";
import type { Reply, TestPerson } from "./people.ts";

/** Adds two numbers. */
export const SUM =
  "#include <iostream>\nint main() { long long a, b; std::cin >> a >> b; std::cout << a + b; }\n";

export const caseResult = (fields: Partial<CaseResult> = {}): CaseResult => ({
  verdict: "passed",
  output: "3",
  errors: "",
  sentence: null,
  line: null,
  exitCode: 0,
  ms: 1.5,
  kilobytes: 256,
  ...fields,
});

/** Returns what a browser would claim. */
export const claim = (
  cases: Partial<CaseResult>[] = [{}],
  fields: Partial<RunResult> = {},
): RunResult => ({
  kit: "0123456789abcdef",
  compiled: true,
  diagnostics: [],
  cases: cases.map(caseResult),
  ...fields,
});

/** Returns the address of the runs on an assignment. */
export const runsOf = (assignmentId: string) => `/assignments/${assignmentId}/runs`;

/** Returns the body of a run for the server. */
export const serverRun = (source = SUM) => ({ source });

/** Returns the body of a run that a browser has made. */
export const browserRun = (
  { source = SUM, result = claim() }: { source?: string; result?: RunResult } = {},
) => ({ source, kit: result.kit, cases: casesOf(result), diagnostics: result.diagnostics });

/** The cases of a question about sums: two visible ones, and two hidden ones. */
export const SUMS = [
  { input: "1 2\n", output: "3\n", explanation: "One and two." },
  { input: "5 5\n", output: "10\n" },
  { input: "-7 7\n", output: "0\n", hidden: true },
  { input: "3000000000 1\n", output: "3000000001\n", hidden: true },
];

/** Creates homework with test cases. */
export const sumQuestion = (
  mentor: TestPerson,
  fields: Record<string, string> = {},
): Promise<Reply["body"]> =>
  assignment(mentor, { title: "Add two numbers", testCases: JSON.stringify(SUMS), ...fields });
