/** The program as a whole: linking, threads, and the limits of the compiler. */
import type { Rule } from "./rule.ts";

export const PROGRAM: Rule[] = [
  [
    /^undefined symbol: main$/,
    (_, { lines }) =>
      lines.some((line) => /^\s*\w+\s+(?:Main|MAIN|mian|mein)\s*\(/.test(line))
        ? "The program begins at main, which is written in small letters, and exactly so: int main()."
        : "The program has no main function: it begins at int main().",
  ],
  [
    /^the question has main already$/,
    "A given file of the question has main already, and the program begins there: remove yours.",
  ],
  [
    /^a hidden file of the question does not compile/,
    "A hidden file uses your program, and does not fit it: compare your names, parameters and types with what the question asks for.",
  ],
  [
    /^#embed is not possible here/,
    "The question has hidden files: write the data into the program.",
  ],
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
    "There is a character in this line that cannot be seen: delete the line and type it again.",
  ],
  [
    /^(?:invalid instruction|Unexpected token in operand|invalid (?:input|output) constraint|unknown register)|inline asm|assembly is disabled/i,
    "There is no assembler of an Intel or ARM processor here: write it in C++.",
  ],
];
