/** Explains the compiler's messages that beginners meet most, each in one sentence. */
import { headerOf, isNetworking, isProcess } from "./names.ts";
import type { Diagnostic } from "./types.ts";

/** Adds an explanation to each error and warning that has one. */
export function explain(diagnostics: Diagnostic[]): Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    if (diagnostic.severity === "note") return diagnostic;
    const explanation = explanationOf(diagnostic.message);
    return explanation === null ? diagnostic : { ...diagnostic, explanation };
  });
}

function explanationOf(message: string, shown = plain): string | null {
  for (const [pattern, sentence] of RULES) {
    const found = pattern.exec(message);
    if (!found) continue;
    const words = found.slice(1).map((word) => word === undefined ? "" : shown(word));
    return typeof sentence === "string"
      ? sentence.replace(/\$(\d)/g, (_, at: string) => words[Number(at) - 1] ?? "")
      : sentence(...words);
  }
  return null;
}

/** The compiler's own words that a pattern captures. */
const OWN_WORDS = ["many", "few", "private", "protected"];

/**
 * Explains a message in words of ours alone, whatever the program or its author put into it.
 * @param message as a failure has it: names are `'…'`
 */
export const explainKind = (message: string): string | null =>
  explanationOf(message.replaceAll("…", "x"), (word) => OWN_WORDS.includes(word) ? word : "…");

/** `std::string` is what the reader wrote, not `std::basic_string<char>`. */
const plain = (type: string): string =>
  type.replace(/' \(aka '.*$/, "").replace(/std::__2::/g, "std::");

type Rule = [pattern: RegExp, sentence: string | ((...words: string[]) => string | null)];

/** The first rule that fits counts. `$1` is the first group of the pattern. */
const RULES: Rule[] = [
  ...names(),
  ...punctuation(),
  ...calls(),
  ...conditions(),
  ...values(),
  ...classes(),
  ...linking(),
  ...limits(),
];

function names(): Rule[] {
  return [
    [
      /^use of undeclared identifier 'std'/,
      "The standard library is not known yet: begin the program with an #include, such as #include <iostream>.",
    ],
    [
      /^(?:use of undeclared identifier|unknown type name|no template named) '(\w+)'(?:; did you mean '([\w:]+)')?/,
      unknownName,
    ],
    [/^no (?:member|type|template) named '(\w+)' in namespace 'std'/, missingHeader],
    [
      /^no member named '(\w+)' in '(.+)'/,
      "$2 has no member with the name $1: check the spelling, or look up what it is called.",
    ],
    [/^implicit instantiation of undefined template 'std::(?:__2::)?(\w+)/, missingHeader],
    [
      /^'((?:windows|conio|graphics|dos|tchar)\.h)' file not found/,
      "$1 exists only on Windows and is not part of C++: leave it out, and use the standard library.",
    ],
    [
      /^'(.+)' file not found/,
      "There is no header with the name $1 here: check the spelling; own headers are not possible, so write everything into this one program.",
    ],
    [
      /^invalid preprocessing directive/,
      "A line that begins with # must be a directive such as #include or #define: check the spelling.",
    ],
    [
      /^expected "FILENAME" or <FILENAME>/,
      "The name of a header stands in angle brackets: #include <iostream>.",
    ],
    [
      /^expected namespace name/,
      "There is no namespace with this name: the standard library's is called std.",
    ],
    [
      /^redefinition of '(.+?)'/,
      "The name $1 is defined twice: give one of the two another name, or leave out the type to assign a new value.",
    ],
    [
      /^a type specifier is required for all declarations/,
      "A type is missing: a declaration begins with a type, as in int main(); a statement must stand inside a function.",
    ],
    [
      /^unused (?:variable|parameter) '(\w+)'|^variable '(\w+)' set but not used/,
      (unused, set) =>
        `The variable ${
          unused || set
        } is never read: remove it, or use it where it was meant to be used.`,
    ],
    [/^unused function '(\w+)'/, "The function $1 is never called."],
  ];
}

function unknownName(name: string, meant: string): string {
  if (isNetworking(name)) {
    return "There is no network here: programs read their input and write their output, and reach nothing else.";
  }
  if (isProcess(name)) return `There are no other processes here, so ${name} does not exist.`;
  const header = headerOf(name);
  if (meant === `std::${name}`) {
    return `The name ${name} belongs to the standard library: write std::${name}, or "using namespace std;" below the includes.`;
  }
  if (header) return missingHeader(name);
  return meant
    ? `The name ${name} is not declared here: is ${meant} meant?`
    : `The name ${name} is not declared here: declare it before it is used, in this block or around it, or correct its spelling.`;
}

function missingHeader(name: string): string {
  const header = headerOf(name);
  return header
    ? `To use ${name}, add #include <${header}> at the top of the program.`
    : `The standard library has no ${name} under the headers that are included: check the spelling, or add the header that it is in.`;
}

function punctuation(): Rule[] {
  return [
    [
      /^expected ';' after (?:struct|class|enum|union)/,
      "A semicolon is missing after the closing brace of the type.",
    ],
    [/^expected ';'/, "A semicolon is missing at the end of this statement."],
    [
      /U\+(?:201[89A-F]|00B4|0060)/i,
      "These are typographic quotes, perhaps from a copied text: write \" for text and ' for a single character.",
    ],
    [
      /^(?:unexpected character|non-ASCII characters are not allowed|source file is not valid UTF-8)/,
      "This character does not belong into a program: it may come from a copied text; type it anew.",
    ],
    [
      /^missing terminating '"' character/,
      'The text is not closed: a " is missing at its end, on the same line.',
    ],
    [/^missing terminating ' character/, "The character is not closed: a ' is missing after it."],
    [
      /^(?:multi-character character constant|character constant too long)/,
      'Single quotes hold one character: write text in double quotes, as in "hello".',
    ],
    [
      /^expected '}'|^expected end of file/,
      "A closing brace is missing: each { needs a }. Look for the last block that is not closed.",
    ],
    [/^extraneous closing brace/, "There is a closing brace too many: it has no { of its own."],
    [/^expected '\)'/, "A closing parenthesis is missing: each ( needs a )."],
    [/^expected ']'/, "A closing bracket is missing: each [ needs a ]."],
    [
      /^expected '\('/,
      "An opening parenthesis is missing: after if, while, for and switch comes a condition in parentheses.",
    ],
    [
      /^expected unqualified-id/,
      "A name is expected here: a name cannot be a word of the language or begin with a digit, and a statement must stand inside a function.",
    ],
    [
      /^expected expression/,
      "Something is missing here or stands in the wrong place: a value, or an else whose if has already ended with a semicolon.",
    ],
    [
      /^(?:if|while|for) statement has empty body|^(?:if|while|for|range-based for) (?:statement|loop) has empty body/,
      "The semicolon after the condition is the whole body, so the block below always runs once: remove the semicolon.",
    ],
    [
      /^function definition is not allowed here/,
      "A function cannot be defined inside another one: close the braces of the function before it.",
    ],
    [
      /^'(break|continue)' statement not in/,
      "$1 stands outside a loop, so there is nothing to leave: check the braces.",
    ],
  ];
}

function calls(): Rule[] {
  return [
    [
      /^no matching constructor for initialization of '(.+?)'/,
      "$1 cannot be made from these values: compare number and types with its constructors.",
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
      /^ignoring return value/,
      "The result of this call is not used: assign it, or use another function that changes its object, such as clear() instead of empty().",
    ],
    [
      /^format specifies type '(.+?)' but the argument has type '(.+?)'/,
      "The % format wants $1, and the argument is $2: choose the format that fits; scanf wants the address, &x.",
    ],
    [
      /^all paths through this function will call itself/,
      "The function calls itself on every way through it, so it never ends: add a condition under which it returns.",
    ],
  ];
}

function conditions(): Rule[] {
  return [
    [
      /^using the result of an assignment as a condition/,
      "A single = assigns a value: write == to compare.",
    ],
    [
      /^equality comparison result unused/,
      "== compares, and the result is not used: write = to assign a value.",
    ],
    [
      /^expression result unused|^(?:relational |inequality )?comparison result unused/,
      "This statement computes a value and does nothing with it: assign it, or print it.",
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
      /^'&&' within '\|\|'/,
      "&& is computed before ||: put parentheses around the part that belongs together.",
    ],
    [
      /^result of comparison against a string literal/,
      "This compares addresses, not texts: use std::string, or strcmp.",
    ],
    [/^duplicate case value/, "Two cases have the same value: only one of them can be reached."],
    [
      /^unannotated fall-through/,
      "A case without break runs into the next one: add break, or [[fallthrough]] where that is meant.",
    ],
    [
      /^cannot jump from switch statement to this case label/,
      "A variable is defined inside a case: put braces around the statements of that case.",
    ],
  ];
}

function values(): Rule[] {
  return [
    [
      /^variable '(\w+)' is (?:used )?uninitialized|^variable '(\w+)' may be uninitialized/,
      (used, may) =>
        `The variable ${
          used || may
        } has no value when it is read: give it one where it is declared, such as 0.`,
    ],
    [
      /^cannot assign to .*(?:const|read-only)|^cannot assign to (?:variable|return value) '?(\w*)/,
      "It is const, so it cannot be changed: remove const, or change another variable.",
    ],
    [
      /^(?:increment|decrement) of .*const|^cannot (?:increment|decrement)/,
      "It is const, so it cannot be changed.",
    ],
    [
      /^default initialization of an object of const type/,
      "A const variable needs its value where it is declared.",
    ],
    [
      /^(?:type|constant expression evaluates to|non-constant-expression|constant expression) .*cannot be narrowed/,
      "Braces { } refuse a value that may not fit: convert it yourself, as in static_cast<int>(x), or use a larger type.",
    ],
    [
      /^implicit conversion from '(.+?)' to '(.+?)' changes value from (\S+) to (\S+)/,
      "The number $3 does not fit in $2 and becomes $4: use a type that fits, such as long long or double.",
    ],
    [
      /^overflow in expression/,
      "The result is too large for int: write one of the numbers with LL at its end, as in 100000LL.",
    ],
    [/^(?:division|remainder) by zero/, "The divisor is 0 here: the program would crash."],
    [
      /^cannot initialize (?:a|an) .* of type '(.+?)' with an? .*of type 'const char ?\[/,
      "A text in double quotes is no $1: use single quotes for one character, and std::string for a text.",
    ],
    [
      /^no viable conversion from '(.+?)' to '(.+?)'/,
      "$1 cannot become $2 by itself: std::to_string makes a text of a number, std::stoi a number of a text.",
    ],
    [
      /^cannot initialize (?:a|an) .* of type '(.+?)' with an? .*of type '(.+?)'/,
      "A value of type $1 is wanted here, and this one has the type $2: change one of the types, or convert the value.",
    ],
    [
      /^assigning to '(.+?)' from incompatible type '(.+?)'/,
      "A value of type $2 cannot be assigned to a variable of type $1: change one of the types, or convert the value.",
    ],
    [
      /^invalid operands to binary expression \('(?:std::)?([oi])stream/,
      (kind) =>
        kind === "o"
          ? "cout is written with <<, and only types with an output operator can be printed: a type of your own needs an operator<<."
          : "cin is read with >>, into a variable.",
    ],
    [
      /^invalid operands to binary expression \('(.+?)'(?: \(aka '.+?'\))? and '(.+?)'/,
      "There is no such operation between $1 and $2: convert one of them, or define the operator.",
    ],
    [
      /^indirection requires pointer operand/,
      "Only a pointer can be followed with *: this is an ordinary value.",
    ],
    [
      /^variable length arrays/,
      "The size of an array must be known when the program is compiled: use std::vector<int> a(n).",
    ],
    [
      /^array index -?\d+ is (?:past the end|before the beginning)/,
      "The index is outside the array: indices begin at 0 and end one before the size.",
    ],
    [
      /^(?:reference to|address of) stack memory/,
      "The local variable is gone when the function returns: return a copy of the value instead.",
    ],
    [
      /^non-const lvalue reference .* cannot bind/,
      "A reference that can change its target needs a variable: pass one, or declare the parameter const.",
    ],
    [
      /^explicitly assigning value of variable .* to itself/,
      "The variable is assigned to itself: is this-> missing, or another name meant?",
    ],
  ];
}

function classes(): Rule[] {
  return [
    [/^member reference type '(.+?)' is a pointer/, "This is a pointer: use -> instead of a dot."],
    [
      /^member reference type '(.+?)' is not a pointer/,
      "This is no pointer: use a dot instead of ->.",
    ],
    [
      /^member reference base type '(.+?)' is not a structure/,
      "$1 has no members: a dot can only follow an object of a class.",
    ],
    [
      /^'(.+?)' is a (private|protected) member of '(.+?)'/,
      "$1 is $2 in $3: only the functions of the class may use it; make it public, or add a function.",
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
      /^field '(\w+)' will be initialized after/,
      "Members get their values in the order in which the class declares them, not in this order.",
    ],
  ];
}

function linking(): Rule[] {
  return [
    [/^undefined symbol: main$/, "The program has no main function: it begins at int main()."],
    [
      /^undefined symbol: vtable for (.+)/,
      "A virtual function of $1 is declared but has no body: write it, or = 0.",
    ],
    [
      /^undefined symbol: (.+)/,
      "$1 is declared and used, but its definition is missing: write its body.",
    ],
    [
      /^duplicate symbol: (.+)/,
      "$1 is defined twice, or has the name of a function of the library: rename it.",
    ],
    [
      /^threads cannot be started here/,
      "There are no threads here, neither in the browser nor on the server: call the function directly.",
    ],
    [
      /^(?:initial memory too large|maximum memory too small)/,
      "The global variables need more memory than a program may use: make the arrays smaller.",
    ],
  ];
}

function limits(): Rule[] {
  return [
    [/^#include nested too deeply/, "The program includes itself: remove this #include."],
    [
      /^recursive template instantiation exceeded/,
      "The template needs itself without an end: add a specialization that ends it.",
    ],
    [
      /constant expression|constexpr evaluation hit maximum step limit/,
      "This cannot be computed while compiling: it needs a value that is only known later, or too many steps.",
    ],
    [
      /^bracket nesting level exceeded|^the program is nested too deeply/,
      "There are too many brackets, operators or templates within each other: split the expression into several statements.",
    ],
    [
      /^the compiler needs too much memory/,
      "The program is too much for the compiler: is an array far too large, or does a template grow without an end?",
    ],
    [
      /^the compiled program is larger than/,
      "The program fills a large array with numbers while it is compiled: fill it in a loop while it runs.",
    ],
    [
      /^the compiler has too much to say/,
      "The program has so many errors that the compiler was stopped: begin with a smaller part of it.",
    ],
    [
      /^the compiler stopped at the program/,
      "The compiler itself failed at this program: remove what you added last, and try again.",
    ],
    [/^the program is longer than/, "A program may have 64 KB: that is some 2,000 lines."],
    [
      /NUL/,
      "There is a character in this line that cannot be seen: delete the line and type it anew.",
    ],
    [
      /^(?:invalid instruction|Unexpected token in operand|invalid (?:input|output) constraint|unknown register)|inline asm/i,
      "There is no assembler of an Intel or ARM processor here: write it in C++.",
    ],
  ];
}
