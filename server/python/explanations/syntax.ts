/** Explains why a program is not Python: one sentence by which a beginner can mend it. */
import { say, type SentenceId } from "../../languages/sentences/say.ts";
import { explainOddNamed } from "../../languages/odd_sentences.ts";
import { type About, aboutLine, explain, type Rule } from "./rule.ts";

/** What the line shows where Python only says "invalid syntax": mostly habits of C++. */
const HABITS: [RegExp, SentenceId][] = [
  [/^\s*else\s+if\b/, "pyElif"],
  [/\+\+|--\s*$|--\s*\)/, "pyIncrement"],
  [/&&|\|\|/, "pyAndOr"],
  [/(^|[\s(])!\s*[A-Za-z_(]/, "pyNot"],
  [
    /^\s*for\s*\(.*;/,
    "pyFor",
  ],
  [
    /^\s*(?:(?:unsigned|const|long)\s+)*(?:int|float|double|char|bool|string|auto|long|var|let)\s+[A-Za-z_]\w*\s*(?:=|;|,|$)/,
    "pyNoTypes",
  ],
  [
    /^\s*(?:int|void|double|float|bool|string|char)\s+\w+\s*\(/,
    "pyDef",
  ],
  [/^\s*(?:switch|case)\b.*[({:]/, "pySwitch"],
  [/^\s*do\b/, "pyDo"],
  [/^\s*(?:\/\/|\/\*)/, "pyComment"],
  [/^\s*(?:cin\s*>>|cout\s*<<)/, "pyReadsWrites"],
  [/\?.*:/, "pyChoice"],
  [/<>/, "pyNotEqual"],
  [/=>|=</, "pyComparisons"],
  [
    /^\s*(?:if|while|elif|for|def|else)\b.*\{\s*$/,
    "pyBlock",
  ],
  [/^\s*[{}]\s*$/, "pyNoBraces"],
  [
    /^\s*(?:else|elif|except|finally)\b/,
    "pyBelongsTo",
  ],
  [/=\s*$/, "valueAfterEquals"],
  [/[-+*\/%]\s*$/, "valueAfterSign"],
];

function habit(text: string): string | null {
  const id = HABITS.find(([pattern]) => pattern.test(text))?.[1];
  return id === undefined ? null : say(id);
}

const KEYWORD = /^\s*(if|elif|else|for|while|def|class|try|except|finally|with|match|case)\b/;

const RULES: Rule[] = [
  [
    /^invalid (?:non-printable )?character.*(U\+[\dA-F]{4,6})/,
    ([code = ""]) => explainOddNamed(code),
  ],
  [/^expected ':'/, (_, { text }) => {
    const found = habit(text);
    if (found !== null) return found;
    const [, word] = KEYWORD.exec(text) ?? [];
    return word ? say("colonAfter", word) : say("colonMissing");
  }],
  [
    /^Missing parentheses in call to '(\w+)'/,
    ([name]) => say("needsBrackets", name),
  ],
  [/^'(.)' was never closed/, ([sign]) => say("bracketOpen", sign)],
  [
    /^unmatched '(.)'/,
    ([sign]) =>
      sign === "}" ? say("pyNoBraces") : say("bracketExtra", sign, sign === ")" ? "(" : "["),
  ],
  [
    /^closing parenthesis '(.)' does not match opening parenthesis '(.)'/,
    ([close, open]) => say("bracketMismatch", open, close),
  ],
  [/^unterminated triple-quoted/, "tripleUnclosed"],
  [/^unterminated .*string literal/, "quotesUnclosed"],
  [
    /^(?:f-string|t-string): /,
    "fString",
  ],
  [
    /^cannot assign to /,
    (_, { text }) => habit(text) ?? say("onlyVariableBefore"),
  ],
  [
    /Maybe you meant '==' (?:or ':=' )?instead of '='/,
    (_, { text }) =>
      habit(text.replace(/[<>=!]=/g, "")) ??
        say("comparisonTwoSigns"),
  ],
  [
    /^invalid syntax\. Perhaps you forgot a comma\?/,
    (_, { text }) => habit(text) ?? say("commaMissing"),
  ],
  [
    /^invalid syntax\. Did you mean '(\w+)'\?/,
    ([word]) => say("misspelt", word),
  ],
  [
    /^expected '\('/,
    (_, { text }) => /^\s*def\b/.test(text) ? say("defBrackets") : say("openBracketMissing"),
  ],
  [
    /^expected an indented block after (.+?) on line (\d+)/,
    ([what, line]) => say("blockMissing", what, line),
  ],
  [/^unexpected indent/, "unexpectedIndent"],
  [
    /^unindent does not match/,
    "unindent",
  ],
  [
    /^inconsistent use of tabs/,
    "tabsAndSpaces",
  ],
  [
    /^'return' outside function/,
    "returnOutside",
  ],
  [
    /^'(break|continue)' (?:outside|not properly in) loop/,
    ([word]) => say("loopWordOutside", word),
  ],
  [/^'await' outside|^'yield' outside/, "onlyInFunction"],
  [/^expected 'except' or 'finally' block/, "tryNeedsExcept"],
  [
    /^expected 'else' after 'if' expression/,
    "choiceBoth",
  ],
  [
    /^invalid decimal literal/,
    (_, { text }) =>
      habit(text) ??
        say("decimalLiteral"),
  ],
  [/^leading zeros/, "leadingZero"],
  [
    /^invalid character '(.)'/,
    ([sign]) => /[“”„‘’«»]/.test(sign ?? "") ? say("wordProcessor") : say("unknownSign", sign),
  ],
  [
    /^invalid non-printable character/,
    "invisible",
  ],
  [
    /^unexpected character after line continuation/,
    "backslash",
  ],
  [/^positional argument follows keyword/, "namedArguments"],
  [
    /^parameter without a default follows/,
    "defaultsAfter",
  ],
  [
    /^duplicate (?:argument|parameter) '(\w+)'/,
    ([name]) => say("twoParameters", name),
  ],
  [
    /^name '(\w+)' is (?:used prior to|assigned to before) global declaration/,
    ([name]) => say("globalFirst", name),
  ],
  [
    /^source code string cannot contain null bytes/,
    "impossibleCharacter",
  ],
  [
    /^too many statically nested blocks|^too many nested parentheses|parser stack overflow|too complex/i,
    "nestedTooDeeply",
  ],
  [
    /^"is(?: not)?" with '(\w+)' literal/,
    "isLiteral",
  ],
  [
    /^(?:invalid escape sequence|"?\\?.*" is an invalid escape)/,
    "escape",
  ],
  [/object is not callable; perhaps you missed a comma/, "commaBeforeBracket"],
  [
    /object is not subscriptable; perhaps you missed a comma/,
    "commaBeforeBracket",
  ],
  [/^assertion is always true/, "assertAlways"],
  [
    /^invalid syntax/,
    (_, { text }) =>
      habit(text) ??
        (/^\s*(?:if|while|elif|for|def|class)\b[^:]*$/.test(text) ? say("lineColon") : null),
  ],
];

/** @param message what Python says; null where nothing better is known */
export function explainSyntax(message: string, line: number, source: string): string | null {
  const about: About = aboutLine(source, line);
  return explain(RULES, message, about);
}

/** Explains in our words alone. @param message as a failure has it: names are `'…'` */
export function explainKind(message: string): string | null {
  const [, plain] = /^(?:Syntax|Indentation|Tab)Error: (.*)/s.exec(message) ?? [];
  const sentence = plain === undefined ? null : explainSyntax(plain, 1, "");
  return sentence !== null && /^[ -~]*$/.test(sentence) ? sentence : null;
}
