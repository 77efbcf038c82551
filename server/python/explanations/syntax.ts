/** Explains why a program is not Python: one sentence by which a beginner can mend it. */
import { say } from "../../languages/sentences/say.ts";
import { explainOddNamed } from "../../languages/odd_sentences.ts";
import { explainBy, type Rule } from "../../languages/rules.ts";

/** What the line shows where Python only says "invalid syntax": mostly habits of C++. */
const HABITS: Rule[] = [
  [/^\s*else\s+if\b/, "pyElif"],
  [/\+\+|--\s*$|--\s*\)/, "pyIncrement"],
  [/&&|\|\|/, "pyAndOr"],
  [/(^|[\s(])!\s*[A-Za-z_(]/, "pyNot"],
  [/^\s*for\s*\(.*;/, "pyFor"],
  [
    /^\s*(?:(?:unsigned|const|long)\s+)*(?:int|float|double|char|bool|string|auto|long|var|let)\s+[A-Za-z_]\w*\s*(?:=|;|,|$)/,
    "pyNoTypes",
  ],
  [/^\s*(?:int|void|double|float|bool|string|char)\s+\w+\s*\(/, "pyDef"],
  [/^\s*(?:switch|case)\b.*[({:]/, "pySwitch"],
  [/^\s*do\b/, "pyDo"],
  [/^\s*(?:\/\/|\/\*)/, "pyComment"],
  [/^\s*(?:cin\s*>>|cout\s*<<)/, "pyReadsWrites"],
  [/\?.*:/, "pyChoice"],
  [/<>/, "pyNotEqual"],
  [/=>|=</, "pyComparisons"],
  [/^\s*(?:if|while|elif|for|def|else)\b.*\{\s*$/, "pyBlock"],
  [/^\s*[{}]\s*$/, "pyNoBraces"],
  [/^\s*(?:else|elif|except|finally)\b/, "pyBelongsTo"],
  [/=\s*$/, "valueAfterEquals"],
  [/[-+*\/%]\s*$/, "valueAfterSign"],
];

const habit = (line: string): string | null => explainBy(HABITS, { message: line, place: null });

const KEYWORD = /^\s*(if|elif|else|for|while|def|class|try|except|finally|with|match|case)\b/;

/** The place is the line. */
const RULES: Rule<string>[] = [
  [
    /^invalid (?:non-printable )?character.*(U\+[\dA-F]{4,6})/,
    ([code = ""]) => explainOddNamed(code),
  ],
  // What the line shows says more than Python.
  [
    /^(?:expected ':'|cannot assign to |invalid decimal literal|invalid syntax(?!\. Did|\. Maybe))/,
    (_, line) => habit(line),
  ],
  [/^expected ':'/, "colonAfter", KEYWORD],
  [/^expected ':'/, "colonMissing"],
  [/^Missing parentheses in call to '(\w+)'/, "needsBrackets"],
  [/^'(.)' was never closed/, "bracketOpen"],
  [/^unmatched '}'/, "pyNoBraces"],
  [/^unmatched '(.)'/, ([sign]) => say("bracketExtra", sign, sign === ")" ? "(" : "[")],
  [
    /^closing parenthesis '(.)' does not match opening parenthesis '(.)'/,
    ([close, open]) => say("bracketMismatch", open, close),
  ],
  [/^unterminated triple-quoted/, "tripleUnclosed"],
  [/^unterminated .*string literal/, "quotesUnclosed"],
  [/^(?:f-string|t-string): /, "fString"],
  [/^cannot assign to /, "onlyVariableBefore"],
  [
    /Maybe you meant '==' (?:or ':=' )?instead of '='/,
    (_, line) => habit(line.replace(/[<>=!]=/g, "")) ?? say("comparisonTwoSigns"),
  ],
  [/^invalid syntax\. Perhaps you forgot a comma\?/, "commaMissing"],
  [/^invalid syntax\. Did you mean '(\w+)'\?/, "misspelt"],
  [/^expected '\('/, "defBrackets", /^\s*def\b/],
  [/^expected '\('/, "openBracketMissing"],
  [/^expected an indented block after (.+?) on line (\d+)/, "blockMissing"],
  [/^unexpected indent/, "unexpectedIndent"],
  [/^unindent does not match/, "unindent"],
  [/^inconsistent use of tabs/, "tabsAndSpaces"],
  [/^'return' outside function/, "returnOutside"],
  [/^'(break|continue)' (?:outside|not properly in) loop/, "loopWordOutside"],
  [/^'await' outside|^'yield' outside/, "onlyInFunction"],
  [/^expected 'except' or 'finally' block/, "tryNeedsExcept"],
  [/^expected 'else' after 'if' expression/, "choiceBoth"],
  [/^invalid decimal literal/, "decimalLiteral"],
  [/^leading zeros/, "leadingZero"],
  [/^invalid character '[“”„‘’«»]'/, "wordProcessor"],
  [/^invalid character '(.)'/, "unknownSign"],
  [/^invalid non-printable character/, "invisible"],
  [/^unexpected character after line continuation/, "backslash"],
  [/^positional argument follows keyword/, "namedArguments"],
  [/^parameter without a default follows/, "defaultsAfter"],
  [/^duplicate (?:argument|parameter) '(\w+)'/, "twoParameters"],
  [/^name '(\w+)' is (?:used prior to|assigned to before) global declaration/, "globalFirst"],
  [/^source code string cannot contain null bytes/, "impossibleCharacter"],
  [
    /^too many statically nested blocks|^too many nested parentheses|parser stack overflow|too complex/i,
    "nestedTooDeeply",
  ],
  [/^"is(?: not)?" with '\w+' literal/, "isLiteral"],
  [/^(?:invalid escape sequence|"?\\?.*" is an invalid escape)/, "escape"],
  [/object is not (?:callable|subscriptable); perhaps you missed a comma/, "commaBeforeBracket"],
  [/^assertion is always true/, "assertAlways"],
  [/^invalid syntax/, "lineColon", /^\s*(?:if|while|elif|for|def|class)\b[^:]*$/],
];

/** @param message what Python says; null where nothing better is known */
export function explainSyntax(message: string, line: number, source: string): string | null {
  const place = source.split("\n", line)[line - 1] ?? "";
  return explainBy(RULES, { message, place, texts: [place] });
}

/** Explains in our words alone. @param message as a failure has it: names are `'…'` */
export function explainKind(message: string): string | null {
  const [, plain] = /^(?:Syntax|Indentation|Tab)Error: (.*)/s.exec(message) ?? [];
  const sentence = plain === undefined ? null : explainSyntax(plain, 1, "");
  return sentence !== null && /^[ -~]*$/.test(sentence) ? sentence : null;
}
