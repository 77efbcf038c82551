/** Explains why a program is not Python: one sentence by which a beginner can mend it. */
import { explainOddNamed } from "../../languages/odd_characters.ts";
import { type About, aboutLine, explain, type Rule } from "./rule.ts";

/** What the line shows where Python only says "invalid syntax": mostly habits of C++. */
const HABITS: [RegExp, string][] = [
  [/^\s*else\s+if\b/, "Python writes 'elif' instead of 'else if'."],
  [/\+\+|--\s*$|--\s*\)/, "Python has no '++' and no '--': write 'i += 1' or 'i -= 1'."],
  [/&&|\|\|/, "Python writes 'and' and 'or' instead of '&&' and '||'."],
  [/(^|[\s(])!\s*[A-Za-z_(]/, "Python writes 'not' instead of '!'."],
  [
    /^\s*for\s*\(.*;/,
    "Python counts with 'for i in range(n):', not with three parts in brackets.",
  ],
  [
    /^\s*(?:(?:unsigned|const|long)\s+)*(?:int|float|double|char|bool|string|auto|long|var|let)\s+[A-Za-z_]\w*\s*(?:=|;|,|$)/,
    "A variable of Python has no type before its name: write only 'name = value'.",
  ],
  [
    /^\s*(?:int|void|double|float|bool|string|char)\s+\w+\s*\(/,
    "A function of Python begins with 'def': 'def name(parameters):'.",
  ],
  [/^\s*(?:switch|case)\b.*[({:]/, "Python has no 'switch': use 'if', 'elif' and 'else'."],
  [/^\s*do\b/, "Python has no 'do' loop: use 'while True:' with a 'break'."],
  [/^\s*(?:\/\/|\/\*)/, "A comment of Python begins with '#'."],
  [/^\s*(?:cin\s*>>|cout\s*<<)/, "Python reads with 'input()' and writes with 'print()'."],
  [/\?.*:/, "Python writes a choice as 'a if condition else b', without '?'."],
  [/<>/, "Python writes 'is not equal' as '!='."],
  [/=>|=</, "Python writes these comparisons as '>=' and '<='."],
  [
    /^\s*(?:if|while|elif|for|def|else)\b.*\{\s*$/,
    "A block begins with ':' and is indented, without '{'.",
  ],
  [/^\s*[{}]\s*$/, "Blocks of Python have no brackets: their lines are indented."],
  [
    /^\s*(?:else|elif|except|finally)\b/,
    "This line belongs to an 'if', 'for' or 'try' above it, with the same indentation and nothing between.",
  ],
  [/=\s*$/, "The value after '=' is missing."],
  [/[-+*\/%]\s*$/, "The value after the last sign is missing."],
];

const habit = (text: string): string | null =>
  HABITS.find(([pattern]) => pattern.test(text))?.[1] ?? null;

const KEYWORD = /^\s*(if|elif|else|for|while|def|class|try|except|finally|with|match|case)\b/;

/** The line of a block that is named in a message. */
const afterLine = (line: string) => (line === "" ? "" : ` in line ${line}`);

const RULES: Rule[] = [
  [
    /^invalid (?:non-printable )?character.*(U\+[\dA-F]{4,6})/,
    ([code = ""]) => explainOddNamed(code),
  ],
  [/^expected ':'/, (_, { text }) => {
    const found = habit(text);
    if (found !== null) return found;
    const [, word] = KEYWORD.exec(text) ?? [];
    return word
      ? `The line with '${word}' has to end with a colon ':'.`
      : "A colon ':' is missing.";
  }],
  [
    /^Missing parentheses in call to '(\w+)'/,
    ([name]) => `In Python 3, '${name}' needs brackets: write '${name}(...)'.`,
  ],
  [/^'(.)' was never closed/, ([sign]) => `The bracket '${sign}' is never closed.`],
  [
    /^unmatched '(.)'/,
    ([sign]) =>
      sign === "}"
        ? "Blocks of Python have no brackets: their lines are indented."
        : `The bracket '${sign}' closes nothing: one '${
          sign === ")" ? "(" : "["
        }' is missing, or this one is too many.`,
  ],
  [
    /^closing parenthesis '(.)' does not match opening parenthesis '(.)'/,
    ([close, open]) => `The bracket '${open}' is closed by '${close}': the two have to match.`,
  ],
  [/^unterminated triple-quoted/, "The text in three quotation marks is never closed."],
  [/^unterminated .*string literal/, "The text in quotation marks is not closed on its line."],
  [
    /^(?:f-string|t-string): /,
    "What is in the braces of the f-string is not complete: check the '{', the '}' and the quotation marks.",
  ],
  [
    /^cannot assign to /,
    (_, { text }) => habit(text) ?? "Only a variable can stand before '='. To compare, write '=='.",
  ],
  [
    /Maybe you meant '==' (?:or ':=' )?instead of '='/,
    (_, { text }) =>
      habit(text.replace(/[<>=!]=/g, "")) ??
        "A comparison has two signs: write '==' instead of '='.",
  ],
  [
    /^invalid syntax\. Perhaps you forgot a comma\?/,
    (_, { text }) => habit(text) ?? "A comma is missing between two values, or a sign such as '+'.",
  ],
  [
    /^invalid syntax\. Did you mean '(\w+)'\?/,
    ([word]) => `Is a word misspelt here? Python has '${word}'.`,
  ],
  [
    /^expected '\('/,
    (_, { text }) =>
      /^\s*def\b/.test(text)
        ? "The name of a function is followed by brackets: 'def name():'."
        : "A bracket '(' is missing.",
  ],
  [
    /^expected an indented block after (.+?) on line (\d+)/,
    ([what, line]) =>
      `The block after the ${what}${
        afterLine(line ?? "")
      } is missing: indent its lines by four spaces.`,
  ],
  [/^unexpected indent/, "This line is indented, but no block begins before it."],
  [
    /^unindent does not match/,
    "The indentation of this line fits to none of the lines above: lines of one block begin in the same column.",
  ],
  [
    /^inconsistent use of tabs/,
    "Tabs and spaces are mixed in the indentation: use four spaces everywhere.",
  ],
  [
    /^'return' outside function/,
    "A 'return' stands only inside a function: is its indentation right?",
  ],
  [
    /^'(break|continue)' (?:outside|not properly in) loop/,
    ([word]) => `A '${word}' stands only inside a loop: is its indentation right?`,
  ],
  [/^'await' outside|^'yield' outside/, "This stands only inside a function."],
  [/^expected 'except' or 'finally' block/, "A 'try' needs an 'except' after its block."],
  [
    /^expected 'else' after 'if' expression/,
    "A choice in one line needs both values: 'a if condition else b'.",
  ],
  [
    /^invalid decimal literal/,
    (_, { text }) =>
      habit(text) ??
        "A name cannot begin with a digit, and a sign such as '*' is needed between a number and a name.",
  ],
  [/^leading zeros/, "A number cannot begin with a zero."],
  [
    /^invalid character '(.)'/,
    ([sign]) =>
      /[“”„‘’«»]/.test(sign ?? "")
        ? "These quotation marks come from a word processor: type '\"' instead."
        : `Python does not know the sign '${sign}' here.`,
  ],
  [
    /^invalid non-printable character/,
    "There is an invisible character here: delete the space, and type it again.",
  ],
  [
    /^unexpected character after line continuation/,
    "A backslash '\\' stands outside of a text here. To divide, write '/'.",
  ],
  [/^positional argument follows keyword/, "Arguments with a name come after those without one."],
  [
    /^parameter without a default follows/,
    "Parameters with a default come after those without one.",
  ],
  [
    /^duplicate (?:argument|parameter) '(\w+)'/,
    ([name]) => `Two parameters have the name '${name}'.`,
  ],
  [
    /^name '(\w+)' is (?:used prior to|assigned to before) global declaration/,
    ([name]) => `The line 'global ${name}' has to be the first of the function.`,
  ],
  [
    /^source code string cannot contain null bytes/,
    "The program contains a character that no program can have.",
  ],
  [
    /^too many statically nested blocks|^too many nested parentheses|parser stack overflow|too complex/i,
    "The program is nested too deeply.",
  ],
  [
    /^"is(?: not)?" with '(\w+)' literal/,
    "To compare values, write '==' or '!=': 'is' asks whether two things are the same one.",
  ],
  [
    /^(?:invalid escape sequence|"?\\?.*" is an invalid escape)/,
    "A backslash in a text begins a special sign: write two of them, or 'r' before the text.",
  ],
  [/object is not callable; perhaps you missed a comma/, "A comma is missing before the bracket."],
  [
    /object is not subscriptable; perhaps you missed a comma/,
    "A comma is missing before the bracket.",
  ],
  [/^assertion is always true/, "This 'assert' always holds: leave the brackets away."],
  [
    /^invalid syntax/,
    (_, { text }) =>
      habit(text) ??
        (/^\s*(?:if|while|elif|for|def|class)\b[^:]*$/.test(text)
          ? "This line has to end with a colon ':'."
          : null),
  ],
];

/** @param message what Python says; null where nothing better is known */
export function explainSyntax(message: string, line: number, source: string): string | null {
  const about: About = aboutLine(source, line);
  return explain(RULES, message, about);
}

/**
 * Explains a message in words of ours alone, whatever the program or its author put into it.
 * @param message as a failure has it: names are `'…'`
 */
export function explainKind(message: string): string | null {
  const [, plain] = /^(?:Syntax|Indentation|Tab)Error: (.*)/s.exec(message) ?? [];
  const sentence = plain === undefined ? null : explainSyntax(plain, 1, "");
  return sentence !== null && /^[ -~]*$/.test(sentence) ? sentence : null;
}
