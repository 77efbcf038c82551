/** Calls, return values, and the formats of printf and scanf. */
import { say } from "../../languages/sentences/say.ts";
import type { MessageContext, Rule } from "./rule.ts";

export const CALLS: Rule[] = [
  [/^'gets' is deprecated|^undefined symbol: gets$/, "habitGets"],
  [/^no matching function for call to 'random'/, "habitRandom"],
  [/^no matching function for call to 'endl'/, "endlParentheses"],
  [/^reference to overloaded function could not be resolved/, "endlAfterCin", /\bcin\b.*‸endl\b/],
  [
    /^reference to overloaded function could not be resolved/,
    "functionWithoutCall",
    /‸(?:std::)?(\w+)\b(?!\s*\()/,
  ],
  [/^no matching function for call to 'getline'/, "getlineString"],
  [/^no matching member function for call to 'getline'/, "getlineArray"],
  [/^no matching function for call to 'strc(?:py|mp|at)'/, "strFunctions"],
  [
    /^no matching (?:constructor for initialization of|function for call to) '(.+?)'/,
    ([name = ""], place) => wrongNumber(name, place),
  ],
  [/^no matching constructor for initialization of '(.+?)'/, "noConstructor"],
  [
    /^no matching (?:member )?function for call to '(.+?)'/,
    ([name], { notes }) => {
      const says = (words: string) => notes.some(({ message }) => message.includes(words));
      if (says(" expects an lvalue ")) return say("needsVariable", name);
      return say(says("take the address") ? "needsAddress" : "noFunctionTakes", name);
    },
  ],
  [/^too many arguments to function call/, "tooManyArguments"],
  [/^too few arguments to function call/, "tooFewArguments"],
  [/^call to '(.+?)' is ambiguous/, "ambiguousCall"],
  [/^called object type '.+?\[\d*\]'/, "elementBrackets"],
  [/^called object type '.+?' is not a function/, "multiplySign", /\d‸/],
  [/^called object type '(.+?)' is not a function/, "variableCalled", /(\w+)‸/],
  [/^'main' must return 'int'/, "voidMain"],
  [/^void function '(.+?)' should not return a value/, "voidReturns"],
  [/^non-void function '(.+?)' should return a value/, "returnsNothing"],
  [/^non-void (?:function|lambda) does not return a value/, "mayNotReturn"],
  [
    /^expression result unused/,
    ([name = ""], { lines }) =>
      lines.some((line) => new RegExp(`\\w\\s+${name}\\s*\\(`).test(line))
        ? say("callParentheses", name)
        : null,
    /^\s*‸(\w+);/,
  ],
  [/^ignoring return value/, "resultIgnored"],
  [
    /^cannot pass non-trivial object of type '(?:std::)?string'.* to variadic function/,
    "printfString",
  ],
  [/^more '%' conversions than data arguments/, "formatMorePercents"],
  [/^data argument not used by format string/, "formatNoPercent"],
  [
    /^format specifies type '(.+?)' but the argument has (?:underlying )?type '(.+?)'(?: \(aka '(.+?)'\))?(?: \[-W|$)/,
    (words) => wrongFormat(words),
  ],
  [/^all paths through this function will call itself/, "endlessRecursion"],
];

/** Says how many arguments the only function of this name, or the only constructor, wants. */
function wrongNumber(name: string, { diagnostic, notes }: MessageContext): string | null {
  const own = notes.filter(({ message }) => !/implicit (?:copy|move|default)/.test(message));
  const [only] = own;
  if (only === undefined || own.length > 1) return null;
  const [, wanted, given] = /requires (.+), but (.+?) (?:was|were) provided$/.exec(only.message) ??
    [];
  if (wanted === undefined) return null;
  const wants = wanted.replace(/^single argument '(\w+)'$/, (_, one) => say("oneArgument", one));
  const isClass = diagnostic.message.includes("constructor");
  return isClass
    ? say("constructorWants", name, only.line, wants, given)
    : say("functionWants", name, only.line, wants, given);
}

/** The formats of printf; scanf needs another one for a double only. */
const FORMATS: Record<string, string> = {
  "char": "%c",
  "int": "%d",
  "bool": "%d",
  "short": "%hd",
  "unsigned int": "%u",
  "long": "%ld",
  "unsigned long": "%lu",
  "long long": "%lld",
  "unsigned long long": "%llu",
  "float": "%f",
  "double": "%f",
  "char *": "%s",
  "const char *": "%s",
  "size_t": "%zu",
};

function wrongFormat([wanted = "", given = "", real = ""]: string[]): string {
  if (wanted === `${given} *`) {
    return say("scanfAddress");
  }
  if (/^char \(\*\)\[/.test(given)) {
    return say("scanfArray");
  }
  const isAddress = given.endsWith(" *") && wanted.endsWith(" *");
  if (given === `${wanted} *` && !isAddress) {
    return say("printfValue");
  }
  const type = (isAddress ? given.slice(0, -2) : given).replace(
    /^(?:__)?size(?:_t|_type)$/,
    "size_t",
  );
  const format = isAddress && type === "double" ? "%lf" : FORMATS[type] ?? FORMATS[real];
  if (format === undefined) {
    return say("formatFits", wanted, given);
  }
  const target = isAddress ? wanted.slice(0, -2) : wanted;
  return /^(?:unsigned )?long(?: \*)?$/.test(wanted) && /long long/.test(type)
    ? say("formatForLong", target, type, format)
    : say("formatFor", target, type, format);
}
