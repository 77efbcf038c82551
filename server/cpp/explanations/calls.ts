/** Calls, return values, and the formats of printf and scanf. */
import { habitOf } from "./habits.ts";
import type { MessageContext, Rule } from "./rule.ts";

export const CALLS: Rule[] = [
  [/^'gets' is deprecated|^undefined symbol: gets$/, () => habitOf("gets")],
  [
    /^no matching function for call to 'random'/,
    "random(n) belongs to Turbo C++: write rand() % n, with #include <cstdlib>.",
  ],
  [
    /^no matching function for call to 'endl'/,
    "endl is written without parentheses: cout << endl;",
  ],
  [
    /^reference to overloaded function could not be resolved/,
    "endl is only for output: remove it after cin, which skips the ends of lines by itself.",
    /\bcin\b.*‸endl\b/,
  ],
  [
    /^no matching function for call to 'getline'/,
    "getline takes cin and a string: getline(cin, s); for an array of char it is cin.getline(name, 30).",
  ],
  [
    /^no matching member function for call to 'getline'/,
    "cin.getline(name, 30) is for an array of char: for a string, write getline(cin, s).",
  ],
  [
    /^no matching function for call to 'strc(?:py|mp|at)'/,
    "The functions that begin with str are for arrays of char: a string is assigned with =, compared with ==, and joined with +.",
  ],
  [
    /^no matching (?:constructor for initialization of|function for call to) '(.+?)'/,
    ([name = ""], place) => wrongNumber(name, place),
  ],
  [
    /^no matching constructor for initialization of '(.+?)'/,
    "$1 cannot be made from these values: compare number and types with its constructors.",
  ],
  [
    /^no matching (?:member )?function for call to '(.+?)'/,
    ([name = ""], { notes }) =>
      notes.some(({ message }) => / expects an lvalue /.test(message))
        ? `The function ${name} can change its argument (&), so it needs a variable there, not a number or a computed value.`
        : null,
  ],
  [
    /^no matching (?:member )?function for call to '(.+?)'/,
    ([name = ""], { notes }) => {
      const other = notes.find(({ message }) => message.includes("take the address"));
      return other === undefined
        ? null
        : `The function ${name} takes a pointer, so it needs the address of the variable: write & before it, as in ${name}(&x).`;
    },
  ],
  [
    /^no matching (?:member )?function for call to '(.+?)'/,
    "No function $1 takes these arguments: compare their number and types with its declaration.",
  ],
  [
    /^too (many|few) arguments to function call/,
    "The function is called with too $1 arguments: compare them with its declaration.",
  ],
  [
    /^call to '(.+?)' is ambiguous/,
    "Several functions $1 fit equally well: convert an argument to the type that is meant.",
  ],
  [
    /^called object type '.+?\[\d*\]'/,
    "An element of an array is written in square brackets: a[0], not a(0).",
  ],
  [
    /^called object type '.+?' is not a function/,
    "A multiplication needs its sign: write 2 * (a + b), not 2(a + b).",
    /\d‸/,
  ],
  [
    /^called object type '(.+?)' is not a function/,
    "$2 is a variable here, so it cannot be called as a function: give the variable another name, such as my_$2.",
    /(\w+)‸/,
  ],
  [/^'main' must return 'int'/, "Write int main() instead of void main()."],
  [
    /^void function '(.+?)' should not return a value/,
    "The function $1 has the type void, so it returns nothing: write the type of the value before its name.",
  ],
  [
    /^non-void function '(.+?)' should return a value/,
    "The function $1 promises a value: write the value after return.",
  ],
  [
    /^non-void (?:function|lambda) does not return a value/,
    "The function can end without a return: on each way through it, a value must be returned.",
  ],
  [
    /^expression result unused/,
    ([name = ""], { lines }) =>
      lines.some((line) => new RegExp(`\\w\\s+${name}\\s*\\(`).test(line))
        ? `A function is called with parentheses, even without arguments: write ${name}();`
        : null,
    /^\s*‸(\w+);/,
  ],
  [
    /^ignoring return value/,
    "The result of this call is not used: assign it, or use another function that changes its object, such as clear() instead of empty().",
  ],
  [
    /^cannot pass non-trivial object of type '(?:std::)?string'.* to variadic function/,
    "printf knows no string: print it with cout, or write s.c_str() for %s.",
  ],
  [
    /^more '%' conversions than data arguments/,
    "The format has more % than values follow: each % needs a value of its own after the text.",
  ],
  [
    /^data argument not used by format string/,
    "The format has no % for this value: write one into the text, such as %d for an int.",
  ],
  [
    /^format specifies type '(.+?)' but the argument has (?:underlying )?type '(.+?)'(?: \(aka '(.+?)'\))?(?: \[-W|$)/,
    (words) => wrongFormat(words),
  ],
  [
    /^all paths through this function will call itself/,
    "The function calls itself on every way through it, so it never ends: add a condition under which it returns.",
  ],
];

/** Says how many arguments the only function of this name, or the only constructor, wants. */
function wrongNumber(name: string, { diagnostic, notes }: MessageContext): string | null {
  const own = notes.filter(({ message }) => !/implicit (?:copy|move|default)/.test(message));
  const [only] = own;
  if (only === undefined || own.length > 1) return null;
  const [, wanted, given] = /requires (.+), but (.+?) (?:was|were) provided$/.exec(only.message) ??
    [];
  if (wanted === undefined) return null;
  const wants = wanted.replace(/^single argument '(\w+)'$/, "one argument ($1)");
  const isClass = diagnostic.message.includes("constructor");
  return isClass
    ? `The constructor of ${name} in line ${only.line} wants ${wants}, and gets ${given}: write the values in parentheses after the variable's name, or add a constructor without parameters.`
    : `The function ${name} in line ${only.line} wants ${wants}, and gets ${given}.`;
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
    return "scanf needs the address of the variable: write & before its name, as in &n.";
  }
  if (/^char \(\*\)\[/.test(given)) {
    return "The name of an array is its address already: write it without & in scanf.";
  }
  const isAddress = given.endsWith(" *") && wanted.endsWith(" *");
  if (given === `${wanted} *` && !isAddress) {
    return "printf wants the value: write the name of the variable without &.";
  }
  const type = (isAddress ? given.slice(0, -2) : given).replace(
    /^(?:__)?size(?:_t|_type)$/,
    "size_t",
  );
  const format = isAddress && type === "double" ? "%lf" : FORMATS[type] ?? FORMATS[real];
  if (format === undefined) {
    return `The % format wants ${wanted}, and the argument is ${given}: choose the format that fits.`;
  }
  const bytes = /^(?:unsigned )?long(?: \*)?$/.test(wanted) && /long long/.test(type)
    ? "; a long has only 4 bytes here"
    : "";
  return `This format is for ${
    article(isAddress ? wanted.slice(0, -2) : wanted)
  }, and the value is ${article(type)}: write ${format}${bytes}.`;
}

const article = (type: string): string => `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
