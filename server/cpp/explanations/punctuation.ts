/** Semicolons, quotes, braces, parentheses and other signs. */
import { say } from "../../languages/sentences/say.ts";
import { FOR_WITHOUT_SEMICOLONS, type MessageContext, type Rule } from "./rule.ts";

export const PUNCTUATION: Rule[] = [
  [
    /^expected ';' in 'for' statement specifier|^expected expression/,
    "forCommas",
    FOR_WITHOUT_SEMICOLONS,
  ],
  [/^expected ';' in 'for' statement specifier/, "forSemicolons"],
  [/^expected ';' after (?:struct|class|enum|union)/, "semicolonAfterType"],
  [/^expected ';' after expression/, "coutBetween", /\bcout\b[^;]*‸\s*["'\w(]/],
  [/^expected ';' after expression/, "cinBetween", /\bcin\b[^;]*‸\s*[\w(]/],
  [/^expected ';' after expression/, "elseCondition", /\belse\s*\(/],
  [/^expected ';'/, "colonForSemicolon", /‸\s*:/],
  [/^expected ';' at end of declaration/, "oneWord", /\b(\w+)‸\s+(\w+)\s*[=;,]/],
  [/^expected ';'/, "semicolonMissing"],
  [/U\+(?:201[89A-F]|00B4|0060)|[\u2018-\u201f]/i, "typographicQuotes"],
  [
    /^(?:unexpected character|non-ASCII characters are not allowed|source file is not valid UTF-8)/,
    "strangeCharacter",
  ],
  [/^missing terminating '"' character/, "unclosedText"],
  [/^missing terminating ' character/, "unclosedCharacter"],
  [/^empty character constant/, "emptyCharacter"],
  [/^(?:multi-character character constant|character constant too long)/, "singleQuotes"],
  [
    /^(?:no viable conversion from 'int' to '(?:std::)?string|invalid operands to binary expression \(.*string|no viable overloaded '='|no matching (?:member )?function|no matching constructor)/,
    "singleQuotes",
    /^(?:[^'"]|"[^"]*"|'\\?.')*'[^'\\]{2,}'/,
  ],
  [/^unterminated \/\* comment/, "unclosedComment"],
  [
    /^expected '}'|^expected end of file/,
    (_, { notes }) => {
      const open = notes.find(({ message }) => message === "to match this '{'");
      return open === undefined ? say("braceMissing") : say("braceMissingAt", open.line);
    },
  ],
  [/^extraneous closing brace/, "braceTooMany"],
  [/^expected '\(' for function-style cast/, "callWithTypes"],
  [/^expected '\)'/, "parenthesisBeforeBrace", /‸\s*[{}]/],
  [/^expected '\)'/, "parenthesisMissing"],
  [/^expected ']'/, "indexBrackets", /\[[^\]]*,/],
  [/^expected ']'/, "bracketMissing"],
  [/^top-level comma expression in array subscript/, "indexBracketsComma"],
  [/^expected '\('/, "openingParenthesis"],
  [/^expected ':' after/, "caseColon"],
  [
    /^expected unqualified-id/,
    (_, place) => /;\s*$/.test(textBefore(place)) ? say("headSemicolon") : null,
    /^\s*‸\{/,
  ],
  [
    /^(?:expected unqualified-id|invalid suffix '[a-z]\w*' on integer constant)/,
    "nameWithDigit",
    /‸\d|\d‸/,
  ],
  [/^brackets are not allowed here/, "bracketsAfterName"],
  [/^expected unqualified-id/, "nameExpected"],
  [/^expected expression/, "elseAlone", /‸else\b/],
  [/^expected expression/, "greaterEqual", /=‸>/],
  [/^expected expression/, "lessEqual", /=‸</],
  [/^expected expression/, "colonAfterCondition", /\)\s*‸:/],
  [
    /^expected expression|^unexpected ';' before ']'/,
    (_, { notes }) => {
      const macro = notes.find(({ message }) => message.startsWith("expanded from macro"));
      const [, name = ""] = /'(\w+)'/.exec(macro?.message ?? "") ?? [];
      return macro === undefined ? null : say("defineCopied", macro.line, name);
    },
  ],
  [/^expected expression/, "somethingMissing"],
  [/^expected statement/, "statementExpected"],
  [/^while loop has empty body/, "emptyWhile"],
  [/^(?:if|for|range-based for) (?:statement|loop) has empty body/, "emptyBody"],
  [/^function definition is not allowed here/, "functionInside"],
  [/^'(break|continue)' statement not in/, "breakOutside"],
];

/** The last line before this one that is not empty. */
const textBefore = ({ lines, diagnostic }: MessageContext): string =>
  lines.slice(0, diagnostic.line - 1).findLast((line) => line.trim() !== "") ?? "";
