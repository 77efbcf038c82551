/** Conditions, comparisons and switch. */
import type { Rule } from "./rule.ts";

export const CONDITIONS: Rule[] = [
  [
    /^(?:using the result of an assignment as a condition|no viable conversion from 'std::string' to 'bool')/,
    "A single = assigns a value: write == to compare.",
    /[^=!<>]=(?![=])/,
  ],
  [
    /^equality comparison result unused/,
    "== compares, and the result is not used: write = to assign a value.",
  ],
  [
    /^expression result unused/,
    "A comma does not separate what cout prints: write << between the parts, as in cout << a << b;",
    /\bcout\b.*,/,
  ],
  [
    /^expression result unused/,
    "A comma does not separate what cin reads: write >> between the variables, as in cin >> a >> b;",
    /\bcin\b.*,/,
  ],
  [
    /^(?:expression result unused|left operand of comma operator has no effect)/,
    "The third part of a for has to change the variable: write i++ or i = i + 2.",
    /\bfor\s*\(.*;.*;/,
  ],
  [
    /^expression result unused|^(?:relational |inequality )?comparison result unused|^left operand of comma operator has no effect/,
    "This statement computes a value and does nothing with it: assign it, or print it.",
  ],
  [
    /^comparison of integers of different signs/,
    "For an empty text or vector, size() - 1 is a very large number: write i + 1 < s.size(), or (int)s.size() - 1.",
    /(?:size|length)\(\)\s*-/,
  ],
  [
    /^comparison of integers of different signs/,
    "A signed number is compared with an unsigned one, such as size(): a negative number would count as very large; use size_t, or convert with (int).",
  ],
  [
    /^chained comparison/,
    "Two comparisons in a row do not work as in mathematics: write a < b && b < c.",
  ],
  [
    /^(?:&|\||\^|&&|<<) has lower precedence than/,
    "The comparison is computed first here: put parentheses around the part that belongs together.",
  ],
  [
    /^(?:overloaded operator << has higher precedence|invalid operands to binary expression \('(?:std::)?ostream)/,
    "<< comes before a comparison: put parentheses around what is computed, as in cout << (a > b);",
    /<<.*‸(?:[<>]=?(?![<>])|==|!=|[&^|])/,
  ],
  [
    /^'&&' within '\|\|'/,
    "&& is computed before ||: put parentheses around the part that belongs together.",
  ],
  [
    /^logical not is only applied to the left hand side/,
    "! is computed before the comparison: write a != b, or put parentheses around the comparison.",
  ],
  [
    /^result of comparison of constant .* with expression of type 'bool'/,
    "The left part is true or false, so this comparison always has the same result: compare each part by itself.",
  ],
  [
    /^(?:result of comparison against a string literal|comparison between pointer and integer|comparison between two arrays)/,
    "One character stands in single quotes: write '$1' to compare with a char.",
    /(?:==|!=|‸)\s*"(.)"/,
  ],
  [
    /^(?:result of comparison against a string literal|comparison between two arrays)/,
    "Arrays of char cannot be compared with ==, which compares their places: declare the text as string, or write strcmp(a, b) == 0.",
  ],
  [
    /^comparison between pointer and integer/,
    "A text or a pointer is compared with a number here: compare values of the same type.",
  ],
  [
    /^implicit conversion turns string literal into bool/,
    'A text alone is always true: write the comparison on both sides, as in s == "a" || s == "b".',
  ],
  [
    /^result of '(\S+) \^ (\S+)' is/,
    "^ is no power in C++: write pow($1, $2) with #include <cmath>, or multiply.",
  ],
  [
    /^(?:misleading indentation)/,
    "Only the first statement belongs to the if or loop above: put { } around all that belong to it.",
  ],
  [
    /^add explicit braces to avoid dangling else/,
    "This else belongs to the nearest if: put { } around the inner if where that is not meant.",
  ],
  [
    /^variable '(\w+)' used in loop condition not modified/,
    "$1 never changes in this loop, so it may never end: change it inside, as in $1++.",
  ],
  [/^duplicate case value/, "Two cases have the same value: only one of them can be reached."],
  [
    /^statement requires expression of integer type/,
    "switch works with int and char only: compare strings with if and else if.",
  ],
  [
    /^value of type 'const char\[\d+\]' is not implicitly convertible/,
    "The cases of a switch are numbers or single characters: write '$1' in single quotes.",
    /\bcase\s*"(.)"/,
  ],
  [
    /^value of type 'const char\[\d+\]' is not implicitly convertible/,
    "The cases of a switch are numbers or single characters: compare texts with if and else if.",
    /\bcase\b/,
  ],
  [
    /^case value is not a constant expression/,
    "A case is followed by a fixed number or character, not by a variable or a condition: use if and else if.",
  ],
  [
    /^unannotated fall-through/,
    "A case without break runs into the next one: add break, or [[fallthrough]] where that is meant.",
  ],
  [
    /^cannot jump from switch statement to this case label/,
    "A variable is defined inside a case: put braces around the statements of that case.",
  ],
];
