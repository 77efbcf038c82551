/** Text after a program whose cases are calls: the runtime chooses one by its input. */
import { tokensOf, withoutComments } from "../languages/calls.ts";
import { explainBy, type Rule } from "../languages/rules.ts";
import { say } from "../languages/sentences/say.ts";

/** What runtime/calls.h includes. */
export const CALLS_INCLUDES = "#include <iostream>\n";

/** Whether `std` is used in it, or else why the call does not fit the program. */
export type CallText = { call: string; isPlain?: boolean; unfit?: string };

/** The name of a call's "file", by which a message of the compiler tells its place. */
const FILE = "a call";
const fileOf = (place: number) => `${FILE} ${place}`;
export const isOfCalls = (file: string): boolean => file.startsWith(FILE);
/** Null: it is in the text around the calls. */
export const placeOfCall = (file: string): number | null => {
  const [, place] = /^a call (\d+)$/.exec(file) ?? [];
  return place === undefined ? null : Number(place);
};

export function callsText(calls: readonly (CallText | null)[]): string {
  const around = `#line 1 "${FILE}s"\n`;
  const functions = calls.map((one, place) => one && functionOf(one, place));
  const cases = calls.map((one, place) => one ? `case ${place}: __call_${place}(); break;\n` : "");
  return `\n${around}${functions.filter((one) => one !== null).join(around)}${around}` +
    `extern "C" __calls::__number doubtlessCall(__calls::__number place) {\nswitch (place) {\n${
      cases.join("")
    }}\nreturn 0;\n}\n`;
}

function functionOf({ call, isPlain, unfit }: CallText, place: number): string {
  const { before, last } = splitCall(call);
  const body = unfit !== undefined
    ? `::__calls::doubtlessUnfit(${JSON.stringify(unfit)});`
    : `${isPlain ? "" : "using namespace std; "}${before}\n${
      last === null ? "" : `((${last}),::__calls::__end());`
    }`;
  return `static void __call_${place}() {\n#line 1 "${fileOf(place)}"\n${body}\n}\n`;
}

/** What begins a statement that has no value. */
const STATEMENT =
  /^(?:(?:for|while|do|if|else|switch|try|catch|struct|class|enum|using|typedef|template|return|static_assert|const|static|auto)\b|\{)/;
const BLOCK = /^(?:(?:for|while|if|else|switch|try|catch|struct|class|enum)\b|\{)/;
/** `int n = 3`, `Stack<int> s`: two names that no operator stands between. */
const DECLARATION =
  /^(?!(?:new|delete|throw|sizeof|not)\b)[A-Za-z_][\w:]*(?:<[^]*>)?[ \t\n]+(?!(?:and|or|xor|not_eq|bitand|bitor)\b)[A-Za-z_]\w*\s*(?:[=({[]|$)/;

/** The statements of a call, and the last one if it is an expression that may have a value. */
export function splitCall(call: string): { before: string; last: string | null } {
  const code = withoutComments(call, "cpp").trim().replace(/[;\s]+$/, "");
  let [from, depth] = [0, 0];
  for (const { 0: token, index, groups = {} } of tokensOf(code, "cpp")) {
    if (groups.bracket) depth += "([{".includes(token) ? 1 : -1;
    const isBlock = token === "}" && BLOCK.test(code.slice(from).trimStart());
    if (depth === 0 && (groups.end || isBlock)) from = index + 1;
  }
  const last = code.slice(from).trim();
  const hasValue = last !== "" && !STATEMENT.test(last) && !DECLARATION.test(last);
  return hasValue ? { before: code.slice(0, from), last } : { before: `${code};`, last: null };
}

/** A message of the compiler about a call: the first of its notes says most. */
type Unfit = { message: string; notes: readonly string[] };

const NAME = "'(?:[^']*::)?([^':]+)'";
const SENTENCES: Rule<Omit<Unfit, "message">>[] = [
  [
    new RegExp(
      `^(?:use of undeclared identifier|unknown type name|no (?:\\w+ )?template named) ${NAME}(?:; did you mean ${NAME})?`,
    ),
    ([name, other]) =>
      other && other !== name ? say("caseNoNameBut", name, other) : say("caseNoName", name),
  ],
  [
    new RegExp(`^no member named ${NAME} in '([^']+)'(?:; did you mean ${NAME})?`),
    ([name, type, other]) =>
      other && other !== name
        ? say("caseNoMemberBut", type, name, other)
        : say("caseNoMember", type, name),
  ],
  [new RegExp(`^${NAME} is a (private|protected) member of '([^']+)'`), "caseNotPublic"],
  [/this value cannot be printed$/, "caseNotPrinted"],
  [
    new RegExp(
      `^no matching (?:member )?(?:function for call to|constructor for initialization of) ${NAME}`,
    ),
    ([name], { notes: [note = ""] }) => {
      const [, reason] = /not viable: (.*?)(?: for \d\w\w argument.*)?$/.exec(note) ?? [];
      return reason ? say("caseParametersBecause", name, reason) : say("caseParameters", name);
    },
  ],
];

/** Why a call does not fit a program: a sentence for the student. */
export const unfitSentence = ({ message, ...place }: Unfit): string =>
  explainBy(SENTENCES, { message, place }) ?? say("caseDoesNotFit", message);
