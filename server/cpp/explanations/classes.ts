/** Classes, their members and constructors; templates; new and delete. */
import type { Rule } from "./rule.ts";

export const CLASSES: Rule[] = [
  [/^member reference type '(.+?)' is a pointer/, "useArrow"],
  [/^member reference type '(.+?)' is not a pointer/, "useDot"],
  [
    /^member reference base type '(.+?)\[(\d*)\]' is not a structure/,
    "arrayNoFunctions",
    /\.\s*(?:length|size)\b/,
  ],
  [
    /^member reference base type '(.+?)\[(\d*)\]' is not a structure/,
    "arrayElementNamed",
    /(\w+)‸/,
  ],
  [/^member reference base type '(.+?)\[(\d*)\]' is not a structure/, "arrayElement"],
  [/^member reference base type '(.+?)' is not a structure/, "noMembers"],
  [
    /^reference to non-static member function must be called/,
    "memberCall",
    /[.>]\s*‸?(\w+)\b(?!\s*\()/,
  ],
  [/^cannot use dot operator on a type/, "dotOnClass", /(\w+)\s*‸\./],
  [
    /^(?:empty parentheses interpreted as a function declaration|base of member reference is a function)/,
    "objectParentheses",
  ],
  [/^'(.+?)' is a (private|protected) member of '(.+?)'/, "privateMember"],
  [/^constructor cannot have a return type/, "constructorType"],
  [
    /^missing return type for function '(\w+)'; did you mean the constructor name '(\w+)'/,
    "constructorName",
  ],
  [/^out-of-line definition of '(\w+)' does not match any declaration in '(\w+)'/, "outOfLine"],
  [
    /^(?:no viable constructor or deduction guide for deduction of template arguments of|use of class template) '(\w+)'/,
    "elementType",
  ],
  [/^'this' argument to member function '(.+?)' has type 'const/, "constObject"],
  [/is an abstract class$/, "abstractClass"],
  [/marked 'override'/, "noOverride"],
  [/^'delete' applied to a pointer that was allocated with 'new\[\]'/, "deleteArray"],
  [/^'delete\[\]' applied to a pointer that was allocated with 'new'/, "deleteSingle"],
  [/^array initializer must be an initializer list/, "newArray"],
  [/^field '(\w+)' will be initialized after/, "memberOrder"],
];
