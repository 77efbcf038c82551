/** Names that are unknown, misspelt, ambiguous, or defined twice; headers and namespaces. */
import { headerOf, isNetworking, isProcess } from "./headers.ts";
import { habitOf, isWord } from "./habits.ts";
import {
  FOR_WITHOUT_SEMICOLONS,
  includesOf,
  lineBefore,
  type MessageContext,
  type Rule,
} from "./rule.ts";

const OUTSIDE =
  "$1 stands outside every function: put this statement between the { } of main or of another function; perhaps a } above it closes the function too early.";

export const NAMES: Rule[] = [
  [
    /^use of undeclared identifier 'std'/,
    "The standard library is not known yet: begin the program with an #include, such as #include <iostream>.",
  ],
  [
    /^(?:unknown type name|no template named) '(c(?:out|in|err|log))'/,
    OUTSIDE,
    /^\s*‸?(?:std::)?c(?:out|in|err|log)\s*(?:<<|>>)/,
  ],
  [/^expected unqualified-id/, OUTSIDE, /‸(for|while|if|else|do|switch|return|break)\b/],
  [
    /^(?:no template named|unknown type name) 'main'/,
    "main needs its type: write int main().",
    /‸main\b/,
  ],
  [
    /^a type specifier is required for all declarations/,
    "main needs its type: write int main().",
    /‸main\b/,
  ],
  [
    /^unknown type name '(\w+)'/,
    "Each parameter needs a type of its own: write int $1, as in int add(int a, int b).",
    /^\s*\w[\w<>:*&\s]*\([^()]*‸\w+\s*[,)]/,
  ],
  [
    /^use of undeclared identifier '\w+'/,
    "A # is missing: write #include <iostream>.",
    /^\s*include\b/,
  ],
  [
    /^(?:use of undeclared identifier|unknown type name|no template named) '(\w+)'(?:; did you mean '([\w:]+)')?/,
    ([name = "", suggestion = ""], place) => unknownName(name, suggestion, place),
  ],
  [
    /^no (?:member|type|template) named '(\w+)' in namespace 'std'/,
    ([name = ""]) => missingHeader(name),
  ],
  [
    /^no member named '(\w+)' in '(.+)'/,
    "$2 has no member with the name $1: check the spelling, or look up what it is called.",
  ],
  [
    /^implicit instantiation of undefined template 'std::(?:__2::)?(\w+)/,
    ([name = ""]) => missingHeader(name),
  ],
  [
    /^reference to '(\w+)' is ambiguous/,
    'The standard library has the name $1 too, and after "using namespace std;" the compiler cannot tell which one is meant: give yours another name, such as my_$1.',
  ],
  [
    /^'((?:conio|graphics|dos|bios|alloc)\.h)' file not found/,
    "$1 belongs to Turbo C++ and does not exist here: delete this line, and the calls that need it, such as clrscr() and getch().",
  ],
  [
    /^'((?:windows|tchar|direct)\.h)' file not found/,
    "$1 exists only on Windows and is not part of C++: leave it out, and use the standard library.",
  ],
  [
    /^'(iostream|fstream|iomanip|vector|string|map|set|list|stack|queue|deque|algorithm|sstream)\.(?:h|hpp)' file not found/,
    "In today's C++ this header is called $1, without .h: write #include <$1>, and below it using namespace std;",
  ],
  [
    /^'studio\.h' file not found/,
    "The header is called stdio.h (standard input and output): write #include <stdio.h>.",
  ],
  [
    /^'(.+)' file not found/,
    "There is no header with the name $1 here: is iostream meant?",
    /<\s*i\w*o?\w*s\w*m\s*>/i,
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
    /^expected '>'/,
    "A > is missing after the name of the header: #include <iostream>.",
    /#\s*include/,
  ],
  [
    /^extra tokens at end of #include/,
    "Nothing follows the name of a header: remove what stands after the >, such as a semicolon.",
  ],
  [
    /^(?:expected identifier or '\{'|using declaration requires a qualified name)/,
    "The words are in the wrong order: write using namespace std;",
    /namespace\s+‸?using/,
  ],
  [
    /^using directive refers to implicitly-defined namespace/,
    "No header is included before this line: begin the program with #include <iostream>.",
  ],
  [
    /^expected namespace name/,
    "There is no namespace with this name: the standard library's is called std.",
  ],
  [
    /^redefinition of '(\w+)'/,
    "The three parts of a for are separated by semicolons, not by commas: for (int $1 = 0; $1 < n; $1++).",
    FOR_WITHOUT_SEMICOLONS,
  ],
  [
    /^redefinition of '(.+?)'/,
    ([name = ""], { notes }) => {
      const before = notes.find(({ message }) => message.startsWith("previous definition"));
      const where = before ? `: it is already defined in line ${before.line}` : "";
      return `The name ${name} is defined twice${where}; give one of the two another name, or leave out the type to assign a new value.`;
    },
  ],
  [
    /^a type specifier is required for all declarations/,
    "The type of what the function returns is missing: write int before its name, or void where it returns nothing.",
    /^\s*‸\w+\s*\([^()]*\)\s*\{?\s*$/,
  ],
  [
    /^a type specifier is required for all declarations/,
    "A type is missing: a declaration begins with a type, as in int main(); a statement must stand inside a function.",
  ],
  [
    /^(?:unused variable|unused parameter|variable|private field) '(\w+)'(?: \[| set but not used| is not used|$)/,
    "The variable $1 is never read: remove it, or use it where it was meant to be used.",
  ],
  [/^unused function '(\w+)'/, "The function $1 is never called."],
];

function unknownName(name: string, suggestion: string, place: MessageContext): string {
  const elsewhere = declaredElsewhere(name, place);
  if (elsewhere !== null) return elsewhere;
  if (isNetworking(name)) {
    return "There is no network here: programs read their input and write their output, and reach nothing else.";
  }
  if (isProcess(name)) return `There are no other processes here, so ${name} does not exist.`;
  const small = name.toLowerCase();
  if (small !== name && isWord(small)) {
    return `C++ tells capital letters from small ones: write ${small}, not ${name}.`;
  }
  const header = headerOf(name);
  if (suggestion === `std::${name}` || (header && isIncluded(header, place))) {
    return `The name ${name} belongs to the standard library: write std::${name}, or "using namespace std;" below the includes.`;
  }
  if (header) return missingHeader(name);
  const habit = habitOf(name);
  if (habit !== null) return habit;
  return isLikely(suggestion, place)
    ? `The name ${name} is not declared here: is ${suggestion} meant?`
    : `The name ${name} is not declared here: check its spelling, or declare it with its type before this line, as in int ${name} = 0;`;
}

/** Headers that bring the names of others along. */
const isIncluded = (header: string, place: MessageContext): boolean =>
  includesOf(place).some((name) => name === header || name === "bits/stdc++.h");

/** The compiler also suggests names that only its own library knows, such as rotl for roll. */
function isLikely(suggestion: string, { notes }: MessageContext): boolean {
  return suggestion !== "" &&
    (isWord(suggestion) || headerOf(suggestion.replace(/^std::/, "")) !== undefined ||
      notes.some(({ message }) => message === `'${suggestion}' declared here`));
}

/** A name that is declared, but in another block, another class, or further below. */
function declaredElsewhere(name: string, place: MessageContext): string | null {
  if (new RegExp(`‸${name}\\s*\\(`).test(place.marked)) return calledTooEarly(name, place);
  const loop = lineBefore(place, new RegExp(`\\bfor\\s*\\(\\s*[\\w:]+\\s+${name}\\b`));
  if (loop !== null) {
    return `${name} exists only inside the for of line ${loop}, which declares it: to use it after the loop, declare it before the loop, as in int ${name};`;
  }
  const line = lineBefore(place, declarationOf(name));
  return line === null
    ? null
    : `${name} is declared in line ${line}, but exists only inside the { } around that line: declare it before them; a function that is written outside its class begins with the name of the class, as in void Student::show().`;
}

const NO_TYPE = String.raw`(?!(?:return|else|delete|new|throw|goto|using|namespace)\b)`;

const declarationOf = (name: string) =>
  new RegExp(
    `^[^/"]*\\b${NO_TYPE}\\w+>?(?:\\s+[&*]?|[&*]\\s*)(?:\\w+,\\s*)*${name}\\s*(?:[;=,[]|$)`,
  );

/** The compiler reads from the top: a function that is written further below is not known yet. */
function calledTooEarly(name: string, { lines, diagnostic }: MessageContext): string | null {
  const head = new RegExp(
    `^\\s*${NO_TYPE}(\\w[\\w:<>]*[\\s*&]+${name}\\s*\\([^()]*\\))\\s*\\{?\\s*$`,
  );
  for (const line of lines.slice(diagnostic.line)) {
    const [, found] = head.exec(line) ?? [];
    if (found !== undefined) {
      return `The function ${name} is written further below, and the compiler reads from the top: move it above this one, or write ${found}; above it.`;
    }
  }
  return null;
}

function missingHeader(name: string): string {
  const header = headerOf(name);
  return header
    ? `To use ${name}, add #include <${header}> at the top of the program.`
    : `The standard library has no ${name} under the headers that are included: check the spelling, or add the header that it is in.`;
}
