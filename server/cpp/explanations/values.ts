/** Variables and their values: types that do not fit, numbers that are too large, texts, arrays. */
import { say } from "../../languages/sentences/say.ts";
import type { Rule } from "./rule.ts";

export const VALUES: Rule[] = [
  [/^variable '(\w+)' (?:is (?:used )?|may be )uninitialized/, "uninitialized"],
  [/^cannot assign to variable '(\w+)' with const/, "constVariable"],
  [
    /^cannot assign to .*(?:const|read-only)|^cannot assign to (?:variable|return value) '?(\w*)/,
    "constOrOther",
  ],
  [/^(?:increment|decrement) of .*const|^cannot (?:increment|decrement)/, "constOnly"],
  [/^default initialization of an object of const type/, "constNeedsValue"],
  [/^declaration of reference variable '(\w+)' requires an initializer/, "referenceNeedsVariable"],
  [/^expression is not assignable/, "onlyVariableLeft", /‸?[-+*/%].*=|=/],
  [/^array type '.+?' is not assignable/, "arrayAssigned"],
  [
    /^(?:type|constant expression evaluates to|non-constant-expression|constant expression) .*cannot be narrowed/,
    "narrowing",
  ],
  [
    /^implicit conversion from '.+?' to '(unsigned long|long|size_t)'.* changes value from (\S+) to (\S+)/,
    "longTooSmall",
  ],
  [
    /^implicit conversion from '(?:double|float)' to '(.+?)' changes value from (\S+) to (\S+)/,
    "wholeOnly",
  ],
  [
    /^implicit conversion from '(.+?)' to '(.+?)'.* changes value from (\S+) to (\S+)/,
    "numberBecomes",
  ],
  [/^overflow in expression; .* with type 'long'/, "longOverflow"],
  [/^overflow in expression/, "intOverflow"],
  [/^shift count >= width of type/, "shiftTooFar"],
  [/^(?:division|remainder) by zero/, "divisorZero"],
  [
    /^(?:cannot initialize .* of type 'char' with an? .*of type 'const char ?\[|assigning to '(?:value_type' \(aka 'char'\)|char') from incompatible type 'const char)/,
    "charQuotes",
    /=\s*‸?"(.)"/,
  ],
  [
    /^(?:cannot initialize .* of type|assigning to) '(?:int|long|long long|float|double)' (?:with|from) .*type 'const char ?\[/,
    "numberQuotes",
    /=\s*‸?"(-?[\d.]+)"/,
  ],
  [
    /^cannot initialize (?:a|an) .* of type '(.+?)' with an? .*of type 'const char ?\[/,
    "textNoValue",
  ],
  [
    /^(?:no viable conversion|cannot initialize) .*'(\w+) \*'/,
    "newMakesPointer",
    /\b(\w+)\s+(\w+)\s*=\s*new\b/,
  ],
  [
    /^no viable conversion from '(?:int|double|float|long|long long|char)' to '(?:std::)?string|^no viable conversion from '(?:std::)?string'.* to '(?:int|double|float|long|long long)'/,
    "numberAndString",
  ],
  [/^no viable conversion from '(.+?)' to '(.+?)'/, "noConversion"],
  [/^cannot initialize (?:a|an) .* of type '(\w+) \*' with an? .*of type '\1'/, "addressWanted"],
  [/^cannot initialize (?:a|an) .* of type '(\w+)' with an? .*of type '\1 \*'/, "targetWanted"],
  [/^cannot initialize (?:a|an) .* of type '(.+?)' with an? .*of type '(.+?)'/, "otherTypeWanted"],
  [/^assigning to '(.+?)'.* from incompatible type '(.+?)'/, "cannotAssign"],
  [/^invalid operands to binary expression \('(?:std::)?ostream/, "coutArrows", /‸>>/],
  [
    /^invalid operands to binary expression \('(?:std::)?ostream|^result of comparison against a string literal/,
    "coutOneSign",
    /cout\s*‸?<(?!<)/,
  ],
  [/^invalid operands to binary expression \('(?:std::)?ostream.* and 'void'\)/, "printsVoid"],
  [
    /^invalid operands to binary expression \('(?:std::)?ostream.* and '((?:std::)?(?:vector|list|set|map|deque|array|pair|stack|queue)<.*?>)'/,
    "printsContainer",
  ],
  [/^invalid operands to binary expression \('(?:std::)?ostream.* and '(.+?)'/, "printsObject"],
  [/^invalid operands to binary expression \('(?:std::)?istream/, "cinArrows", /‸<</],
  [/^invalid operands to binary expression \('(?:std::)?istream.* and 'const char/, "cinText"],
  [/^invalid operands to binary expression \('(?:std::)?istream.* and '.+\[\d*\]'/, "cinArray"],
  [/^invalid operands to binary expression \('(?:std::)?istream/, "cinVariable"],
  [/^adding '(?:int|char|.*)' to a string does not append/, "plusNumber"],
  [
    /^invalid operands to binary expression \('(?:const )?char ?[[*].* and '(?:const )?char ?[[*]/,
    "notJoined",
    /‸\+/,
  ],
  [
    /^invalid operands to binary expression \('(?:std::)?string.* and '(?:int|double|float|long.*|size_t)'\)|^invalid operands to binary expression \('(?:int|double|float|long.*|size_t)' and '(?:std::)?string/,
    "stringAndNumber",
  ],
  [
    /^invalid operands to binary expression \('(?:std::)?string.* and 'char'\)/,
    "stringComparedChar",
    /'(.)'/,
  ],
  [
    /^invalid operands to binary expression \('(?:float|double)' and|^invalid operands to binary expression \('\w+' and '(?:float|double)'/,
    "percentDouble",
    /‸%/,
  ],
  [
    /^invalid operands to binary expression \('(.+?)'(?: \(aka '.+?'\))? and '(.+?)'/,
    "noOperation",
  ],
  [/^indirection requires pointer operand/, "notAPointer"],
  [/^variable-sized object may not be initialized/, "sizedArrayValues"],
  [/^variable length arrays/, "variableSize"],
  [/^definition of variable with array type needs an explicit size/, "arrayNeedsSize"],
  [/^excess elements in array initializer/, "tooManyValues"],
  [/^initializer-string for char array is too long/, "textTooLong"],
  [
    /^array index (\d+) is past the end of the array \(that has type '.+?\[(\d+)\]'/,
    ([index, size]) =>
      Number.isNaN(Number(size)) ? null : say("indexOutside", index, size, Number(size) - 1),
  ],
  [/^array index -?\d+ is (?:past the end|before the beginning)/, "indexOutsideAny"],
  [/^function cannot return array type/, "returnsArray"],
  [/^(?:reference to|address of) stack memory/, "localReturned"],
  [/^non-const lvalue reference .* cannot bind/, "referenceNeedsTarget"],
  [/^explicitly assigning value of variable .* to itself/, "assignedToItself"],
];
