/** Classes, their members and constructors; templates; new and delete. */
import type { Rule } from "./rule.ts";

export const CLASSES: Rule[] = [
  [/^member reference type '(.+?)' is a pointer/, "This is a pointer: use -> instead of a dot."],
  [
    /^member reference type '(.+?)' is not a pointer/,
    "This is no pointer: use a dot instead of ->.",
  ],
  [
    /^member reference base type '(.+?)\[(\d*)\]' is not a structure/,
    "An array has no functions of its own: keep its number of elements in a variable, or use a vector, which has size().",
    /\.\s*(?:length|size)\b/,
  ],
  [
    /^member reference base type '(.+?)\[(\d*)\]' is not a structure/,
    "This is an array of $1: choose one element before the dot, as in $3[0].",
    /(\w+)‸/,
  ],
  [
    /^member reference base type '(.+?)\[(\d*)\]' is not a structure/,
    "This is an array of $1: choose one element before the dot, as in a[0].",
  ],
  [
    /^member reference base type '(.+?)' is not a structure/,
    "$1 has no members: a dot can only follow an object of a class.",
  ],
  [
    /^reference to non-static member function must be called/,
    "A function is called with parentheses, even without arguments: write $1().",
    /[.>]\s*‸?(\w+)\b(?!\s*\()/,
  ],
  [
    /^cannot use dot operator on a type/,
    "$1 is the name of the class, not of an object: declare one first, as in $1 s; and write s. before the function.",
    /(\w+)\s*‸\./,
  ],
  [
    /^(?:empty parentheses interpreted as a function declaration|base of member reference is a function)/,
    "An object without arguments is declared without parentheses: write Student s; and not Student s();",
  ],
  [
    /^'(.+?)' is a (private|protected) member of '(.+?)'/,
    "$1 is $2 in $3: only the functions of the class may use it; write public: before it in the class, or add a public function.",
  ],
  [
    /^constructor cannot have a return type/,
    "A constructor has no type: remove the word before its name.",
  ],
  [
    /^missing return type for function '(\w+)'; did you mean the constructor name '(\w+)'/,
    "A constructor has exactly the name of its class: write $2, not $1; any other function needs a type before its name.",
  ],
  [
    /^out-of-line definition of '(\w+)' does not match any declaration in '(\w+)'/,
    "The class $2 declares no function $1 with these parameters: make the line in the class and this one the same.",
  ],
  [
    /^(?:no viable constructor or deduction guide for deduction of template arguments of|use of class template) '(\w+)'/,
    "The type of the elements is missing: write $1<int>, or another type between < and >.",
  ],
  [
    /^'this' argument to member function '(.+?)' has type 'const/,
    "The object is const, so only functions marked const can be called: write const after the parameters of $1.",
  ],
  [
    /is an abstract class$/,
    "The class has a function without a body (= 0): objects can only be made of a class that defines it.",
  ],
  [
    /marked 'override'/,
    "No function of the base class has this name and these parameters: compare them, also const.",
  ],
  [
    /^'delete' applied to a pointer that was allocated with 'new\[\]'/,
    "An array that was made with new[] is deleted with delete[].",
  ],
  [
    /^'delete\[\]' applied to a pointer that was allocated with 'new'/,
    "A single object that was made with new is deleted with delete, without brackets.",
  ],
  [
    /^array initializer must be an initializer list/,
    "new makes a pointer: write int *a = new int[5]; or declare the array as int a[5];",
  ],
  [
    /^field '(\w+)' will be initialized after/,
    "Members get their values in the order in which the class declares them, not in this order.",
  ],
];
