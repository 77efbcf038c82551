/** The cases of a question, and the wrong programs that they must tell from a right one. */
import * as z from "zod";
import { CALL_MOST, callFault } from "../../languages/calls.ts";
import { languagesOf } from "../../languages/languages.ts";
import { CASES_MOST, type JudgeSettings } from "../../languages/types.ts";
import { standardInput, unixLines, withoutLastEnd } from "../../languages/texts.ts";

export const TEST_CASE = "Test case must have at least input and output.";
const NO_CALL = "Enter the call, such as isPrime(7).";
const BOTH = "A test case has an input or a call, not both.";
/** The most characters of a case's input, and of its output. */
export const CASE_TEXT_MOST = 20_000;

/** A text of which nothing is trimmed, and that is not blank. The end of its last line is extra. */
const filled = (tooLong: string, blank: string) =>
  z.string(blank).overwrite(unixLines)
    .refine((value) => withoutLastEnd(value).length <= CASE_TEXT_MOST, tooLong)
    .refine((value) => value.trim() !== "", blank)
    .meta({ pattern: "\\S", maxLength: CASE_TEXT_MOST + 1 });

export const testCase = z.strictObject({
  input: filled("An input has at most 20000 characters.", TEST_CASE).optional(),
  /** Statements in place of an input; the last expression's value is the output. */
  call: z.string().max(CALL_MOST, `A call has at most ${CALL_MOST} characters.`)
    .overwrite((text) => unixLines(text).trim())
    .refine((text) => text !== "", NO_CALL).optional(),
  output: filled("An output has at most 20000 characters.", TEST_CASE),
  explanation: z.string().max(5000, "An explanation has at most 5000 characters.").optional(),
  /** Only staff see a hidden case, and only the server runs it. */
  hidden: z.boolean().optional(),
  /** The last line of the input has no line end. Without this, one is added where it is missing. */
  noLineEnd: z.boolean().optional(),
}).superRefine(({ input, call }, check) => {
  if (call === undefined && input !== undefined || call !== undefined && input === undefined) {
    return;
  }
  const [path, message] = call === undefined ? ["input", TEST_CASE] : ["call", BOTH];
  check.addIssue({ code: "custom", path: [path], message });
}).overwrite(({ input, ...one }) => ({
  ...one,
  ...(input !== undefined && { input: standardInput(input, one.noLineEnd) }),
}));
export type TestCase = z.infer<typeof testCase>;

/** Why a case's call cannot be one in a question with these settings; null if it can. */
export const callFaultIn = (
  judge: Pick<JudgeSettings, "languages">,
  { call }: TestCase,
): string | null => call === undefined ? null : callFault(call, languagesOf(judge));

export const WRONG_MOST = 5;
/** A program with a mistake that students make: it must fail one of the question's cases. */
export const wrongSolution = z.strictObject({
  source: filled(
    "A wrong solution has at most 20000 characters.",
    "Enter the wrong program, or remove it.",
  ),
  /** The number of the case that it must fail, from 1; without it, any case. */
  mustFail: z.int().min(1).max(CASES_MOST).optional(),
});
export type WrongSolution = z.infer<typeof wrongSolution>;
