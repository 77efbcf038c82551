/** Cases that are calls: statements in place of an input, whose last expression is printed. */
import { type Language, languages } from "./languages.ts";
import type { RunSettings } from "./types.ts";

/** The most characters of a call. */
export const CALL_MOST = 2000;

/** A case is given an input or a call. */
export type CaseInput = { input?: string | undefined; call?: string | undefined };
/** A question's case, as a program is run on it. */
export type GivenCase = CaseInput & { output: string };

/** Begins the input by which a program is told which of its calls to make. */
const MARK = "\u0001";
export const callInput = (place: number): string => `${MARK}${place}\n`;

/** The call that this input asks for. */
export function callOf({ calls }: Pick<RunSettings, "calls">, input: string): string | undefined {
  return input.startsWith(MARK)
    ? calls?.[Number(input.slice(MARK.length))] ?? undefined
    : undefined;
}

/** Whether the question is about calls: then a person's own input is a call, too. */
export const areCalls = (cases: readonly GivenCase[]): boolean =>
  cases.some(({ call }) => call !== undefined);

export const nameOfCase = (place: number, isHidden?: boolean): string =>
  `Case ${place + 1}${isHidden ? " (hidden)" : ""}`;

/** What stands above the input or the call of a case. */
export const nameOfGiven = (
  { call, noLineEnd }: { call?: string | undefined; noLineEnd?: boolean | undefined },
): string =>
  call !== undefined ? "Call" : noLineEnd ? "Input, no line end after its last line" : "Input";

/** What a program is given on a case, as a text beside it. */
export const givenText = ({ input, call }: CaseInput): string => call ?? input ?? "";

/** The settings and the inputs with which a program is run on these cases. */
export function withCalls(
  settings: RunSettings,
  cases: readonly GivenCase[],
): { settings: RunSettings; cases: { input: string; output: string }[] } {
  const calls = cases.map(({ call }) => call ?? null);
  return {
    settings: calls.every((one) => one === null) ? settings : { ...settings, calls },
    cases: cases.map(({ input = "", call, output }, place) => ({
      input: call === undefined ? input : callInput(place),
      output,
    })),
  };
}

/** Texts, comments, brackets, and what ends a statement. The first three groups are left open. */
const TOKENS: Record<Language, RegExp> = {
  cpp:
    /(?<=[\da-f])'(?=[\da-f])|R"([^()\\\s]{0,16})\([^]*?\)\1"|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(?<comment>\/\/.*|\/\*[^]*?\*\/)|(?<open>["']|\/\*)|(?<bracket>[()[\]{}])|(?<end>;)|(?<stray>\\)/gi,
  python:
    /"""(?:\\[^]|[^\\])*?"""|'''(?:\\[^]|[^\\])*?'''|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|(?<comment>#.*)|(?<open>["'])|(?<bracket>[()[\]{}])|(?<end>;)/g,
};
export const tokensOf = (call: string, language: Language) => call.matchAll(TOKENS[language]);

/** The call without its comments and the contents of its texts. */
const plain = (call: string, language: Language): string =>
  call.replace(TOKENS[language], (found, ...rest) => {
    const { bracket, end } = rest.at(-1) as Record<string, string | undefined>;
    return bracket || end ? found : '""';
  });

/** A call or a program without its comments. */
export const withoutComments = (code: string, language: Language): string =>
  code.replace(
    TOKENS[language],
    (found, ...rest) => (rest.at(-1) as Record<string, string>).comment ? " " : found,
  );

const CLOSED_BY: Record<string, string> = { "(": ")", "[": "]", "{": "}" };

/** Why a text cannot be a call: a sentence. Null where it can be one, as far as a look tells. */
export function callFault(call: string, taken: readonly Language[]): string | null {
  const [language, other] = taken;
  if (!language || other) {
    return "A call is in one language: let the question take C++ or Python, not both.";
  }
  const opened: string[] = [];
  for (const { groups = {} } of tokensOf(call, language)) {
    const { open, bracket = "", stray } = groups;
    if (open) {
      return `The call has a ${open === "/*" ? "comment" : "quote"} that is not closed: ${open}`;
    }
    if (stray) return "The call has a backslash that is in no text.";
    if (CLOSED_BY[bracket]) opened.push(bracket);
    else if (bracket && CLOSED_BY[opened.pop() ?? ""] !== bracket) {
      return `The call has a bracket that was not opened: ${bracket}`;
    }
  }
  if (opened.length > 0) return `The call has a bracket that is not closed: ${opened.at(-1)}`;
  const code = plain(call, language);
  if (languages[language].hasDirectives && /^\s*(?:#|%:)/m.test(code)) {
    return "A call has no lines that begin with #: the program includes what it needs.";
  }
  if (/\bmain\b\s*\(/.test(code)) {
    return "A call has no main: give the statements alone, such as isPrime(7).";
  }
  return /\w/.test(code) ? null : "The call is empty: give statements, such as isPrime(7).";
}
