/** The sentences for what a program's runtime reports. */

/** What an exception of the standard library means, by its type and what it says. */
const EXCEPTIONS: [type: RegExp, what: RegExp, hint: string][] = [
  [/out_of_range/, /^vector$/, "at() was given an index outside the vector"],
  [/out_of_range/, /^deque$/, "at() was given an index outside the deque"],
  [/out_of_range/, /^array::at$/, "at() was given an index outside the array"],
  [/out_of_range/, /string/, "a position is outside the string"],
  [/out_of_range/, /map::at/, "at() was given a key that the map does not have"],
  [/out_of_range/, /^sto\w+: out of range/, "the number in the text does not fit in the type"],
  [/invalid_argument/, /^sto\w+: no conversion/, "the text does not begin with a number"],
  [
    /length_error/,
    /vector|string|deque/,
    "more elements were asked for than there can be, perhaps because a size is negative",
  ],
  [/bad_array_new_length/, /^/, "an array was to be made with a negative or a far too large size"],
  [/bad_alloc/, /^/, "there is no memory left"],
  [/bad_optional_access/, /^/, "the optional has no value"],
  [/bad_variant_access/, /^/, "the variant holds another type"],
  [/bad_any_cast/, /^/, "the any holds another type"],
  [/bad_function_call/, /^/, "the std::function is empty"],
  [/bad_cast/, /^/, "the object has another type"],
];

export function exceptionHint(type: string, what: string): string | null {
  return EXCEPTIONS.find(([name, says]) => name.test(type) && says.test(what))?.[2] ?? null;
}

/** What the checks of the standard library find most often. */
const LIBRARY: [RegExp, string][] = [
  [/^vector\[\] index out of bounds/, "An index is outside the vector."],
  [/^string index out of bounds|^basic_string.*out of bounds/, "An index is outside the string."],
  [/^(\w+)(?:\[\]|::operator\[\]).*(?:index|bounds)/, "An index is outside the $1."],
  // A stack and a queue keep their values in a deque: their top() is its back().
  [
    /^deque::\w+ called on an? empty/,
    "A value of an empty deque, stack or queue was used or removed.",
  ],
  [
    /^(\w+)::(front|back|pop_back|pop_front|pop)(?:\(\))? called on an? empty/,
    "$2() was called on an empty $1.",
  ],
  [/^(?:front|back)\(\) called on an? empty (\w+)/, "front() or back() was called on an empty $1."],
  [/optional.*(?:disengaged|no value)/, "The value of an empty optional was used."],
  [/(?:unique|shared)_ptr.*(?:null|empty)/, "A smart pointer that points to nothing was used."],
];

/** From the library's own words, `file:line: libc++ Hardening assertion … failed: words`. */
export function libraryFault(text: string): string {
  const words = /assertion .* failed: (.*)$/m.exec(text)?.[1]?.trim() ?? text.trim();
  for (const [pattern, sentence] of LIBRARY) {
    const found = pattern.exec(words);
    if (found) return sentence.replace(/\$(\d)/g, (_, at: string) => found[Number(at)] ?? "");
  }
  return `The standard library stopped the program: ${words.replace(/\.$/, "")}.`;
}

/** From a report of runtime/checks.cpp or runtime/memory.cpp: a sentence without capital and stop. */
export function faultSentence(text: string, functionName: string | null): string {
  const [, index, type, size] = /^index (-?\d+) is outside the array (.*)\[(\d+)\]$/.exec(text) ??
    [];
  if (size !== undefined) {
    return `The index ${index} is outside the array ${type}[${size}], ` +
      `whose last index is ${Number(size) - 1}.`;
  }
  if (text === "division by zero") return "The program stopped at a division by zero.";
  const named = functionName === null
    ? text
    : text.replace(/^this function/, `the function ${functionName}`);
  return `${named.charAt(0).toUpperCase()}${named.slice(1)}.`;
}

/** From the report of a check after which the program went on with a wrong number. */
export function numberWarning(text: string): string {
  const [, type] = / does not fit in (.+)$/.exec(text) ?? [];
  if (type === undefined) return faultSentence(text, null);
  const [, alias] = /\(aka (.+)\)$/.exec(type) ?? [];
  const real = alias ?? type;
  if (/^a floating-point/.test(text)) return faultSentence(text, null);
  if (/long long|__int128/.test(real)) return `${text}: the number is too large for this type.`;
  return real === "long"
    ? `${text}, which has 4 bytes here: use long long here.`
    : `${text}: use long long here.`;
}
