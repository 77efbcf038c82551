/** The sentences for what a program's runtime reports, and the engine. */
import { explainBy, type Rule } from "../../languages/rules.ts";
import { say } from "../../languages/sentences/say.ts";

/** What an exception of the standard library means, by its type and what it says. */
const EXCEPTIONS: Rule[] = [
  [/out_of_range/, "hintVectorAt", /^vector$/],
  [/out_of_range/, "hintDequeAt", /^deque$/],
  [/out_of_range/, "hintArrayAt", /^array::at$/],
  [/out_of_range/, "hintStringPosition", /string/],
  [/out_of_range/, "hintMapAt", /map::at/],
  [/out_of_range/, "hintNumberTooLarge", /^sto\w+: out of range/],
  [/invalid_argument/, "hintNoNumber", /^sto\w+: no conversion/],
  [/length_error/, "hintLength", /vector|string|deque/],
  [/bad_array_new_length/, "hintArrayLength"],
  [/bad_alloc/, "hintNoMemory"],
  [/bad_optional_access/, "hintOptional"],
  [/bad_variant_access/, "hintVariant"],
  [/bad_any_cast/, "hintAny"],
  [/bad_function_call/, "hintFunction"],
  [/bad_cast/, "hintCast"],
];

export const exceptionHint = (type: string, what: string): string | null =>
  explainBy(EXCEPTIONS, { message: type, place: null, texts: [what] });

/** What the checks of the standard library find most often. */
const LIBRARY: Rule[] = [
  [/^vector\[\] index out of bounds/, "outsideVector"],
  [/^string index out of bounds|^basic_string.*out of bounds/, "outsideString"],
  [/^(\w+)(?:\[\]|::operator\[\]).*(?:index|bounds)/, "outsideOf"],
  // A stack and a queue keep their values in a deque: their top() is its back().
  [/^deque::\w+ called on an? empty/, "emptyDeque"],
  [
    /^(\w+)::(front|back|pop_back|pop_front|pop)(?:\(\))? called on an? empty/,
    "calledOnEmpty",
  ],
  [/^(?:front|back)\(\) called on an? empty (\w+)/, "frontOnEmpty"],
  [/optional.*(?:disengaged|no value)/, "emptyOptional"],
  [/(?:unique|shared)_ptr.*(?:null|empty)/, "emptyPointer"],
];

/** From the library's own words, `file:line: libc++ Hardening assertion … failed: words`. */
export function libraryFault(text: string): string {
  const words = /assertion .* failed: (.*)$/m.exec(text)?.[1]?.trim() ?? text.trim();
  return explainBy(LIBRARY, { message: words, place: null }) ??
    say("libraryStopped", words.replace(/\.$/, ""));
}

/** What the engine says of a crash. */
const TRAPS: Rule[] = [
  [/divide by zero|division by zero/i, "divisionByZero"],
  [/integer overflow|divide result unrepresentable/i, "divisionTooLarge"],
  [/out of bounds/i, "foreignMemory"],
  [/null function|signature mismatch|indirect call|table/i, "wrongFunctionPointer"],
  [/unreachable/i, "aborted"],
];

export const trapSentence = (trap: string): string =>
  explainBy(TRAPS, { message: trap, place: null }) ?? say("stoppedBy", trap);

/** From a report of runtime/checks.cpp or runtime/memory.cpp: a sentence without capital and stop. */
export function faultSentence(text: string, functionName: string | null): string {
  const [, index, type, size] = /^index (-?\d+) is outside the array (.*)\[(\d+)\]$/.exec(text) ??
    [];
  if (size !== undefined) {
    return say("indexOutsideLast", index, type, size, Number(size) - 1);
  }
  if (text === "division by zero") return say("divisionByZero");
  const named = functionName === null
    ? text
    : text.replace(/^this function/, `the function ${functionName}`);
  return `${named.charAt(0).toUpperCase()}${named.slice(1)}${named.endsWith("?") ? "" : "."}`;
}

/** From the report of a check after which the program went on with a wrong number. */
export function numberWarning(text: string): string {
  const [, number, type] = /^(?!a floating-point)(.+) does not fit in (.+)$/.exec(text) ?? [];
  if (type === undefined) return faultSentence(text, null);
  const [, alias] = /\(aka (.+)\)$/.exec(type) ?? [];
  const real = alias ?? type;
  if (/long long|__int128/.test(real)) {
    return say("overflowTooLarge", number, type);
  }
  return real === "long" ? say("overflowOfLong", number, type) : say("overflow", number, type);
}
