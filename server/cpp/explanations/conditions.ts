/** Conditions, comparisons and switch. */
import type { Rule } from "./rule.ts";

export const CONDITIONS: Rule[] = [
  [
    /^(?:using the result of an assignment as a condition|no viable conversion from 'std::string' to 'bool')/,
    "assignForCompare",
    /[^=!<>]=(?![=])/,
  ],
  [/^equality comparison result unused/, "compareForAssign"],
  [/^expression result unused/, "coutComma", /\bcout\b.*,/],
  [/^expression result unused/, "cinComma", /\bcin\b.*,/],
  [
    /^(?:expression result unused|left operand of comma operator has no effect)/,
    "forThirdPart",
    /\bfor\s*\(.*;.*;/,
  ],
  [
    /^expression result unused|^(?:relational |inequality )?comparison result unused|^left operand of comma operator has no effect/,
    "unusedValue",
  ],
  [/^comparison of integers of different signs/, "sizeMinusOne", /(?:size|length)\(\)\s*-/],
  [/^comparison of integers of different signs/, "signedUnsigned"],
  [/^chained comparison/, "chainedComparison"],
  [/^(?:&|\||\^|&&|<<) has lower precedence than/, "comparisonFirst"],
  [
    /^(?:overloaded operator << has higher precedence|invalid operands to binary expression \('(?:std::)?ostream)/,
    "coutComparison",
    /<<.*‸(?:[<>]=?(?![<>])|==|!=|[&^|])/,
  ],
  [/^'&&' within '\|\|'/, "andBeforeOr"],
  [/^logical not is only applied to the left hand side/, "notBeforeComparison"],
  [/^result of comparison of constant .* with expression of type 'bool'/, "boolCompared"],
  [
    /^(?:result of comparison against a string literal|comparison between pointer and integer|comparison between two arrays)/,
    "charCompared",
    /(?:==|!=|‸)\s*"(.)"/,
  ],
  [
    /^(?:result of comparison against a string literal|comparison between two arrays)/,
    "arraysCompared",
  ],
  [/^comparison between pointer and integer/, "textToNumber"],
  [/^implicit conversion turns string literal into bool/, "textAlwaysTrue"],
  [/^result of '(\S+) \^ (\S+)' is/, "noPower"],
  [/^misleading indentation/, "misleadingIndent"],
  [/^add explicit braces to avoid dangling else/, "danglingElse"],
  [/^variable '(\w+)' used in loop condition not modified/, "loopUnchanged"],
  [/^duplicate case value/, "duplicateCase"],
  [/^statement requires expression of integer type/, "switchTypes"],
  [
    /^value of type 'const char\[\d+\]' is not implicitly convertible/,
    "caseChar",
    /\bcase\s*"(.)"/,
  ],
  [/^value of type 'const char\[\d+\]' is not implicitly convertible/, "caseText", /\bcase\b/],
  [/^case value is not a constant expression/, "caseVariable"],
  [/^unannotated fall-through/, "fallthrough"],
  [/^cannot jump from switch statement to this case label/, "caseDefines"],
];
