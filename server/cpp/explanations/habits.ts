/** Names that beginners bring along from Turbo C++ and from other languages. */

const LEAVE_OUT: Record<string, string> = {
  "clrscr": "there is no screen to clear here",
  "getch": "the output stays visible here, so nothing has to wait for a key",
  "getche": "the output stays visible here, so nothing has to wait for a key",
  "kbhit": "the program reads its input with cin, not key by key",
  "gotoxy": "the output is plain text, line after line",
  "textcolor": "the output is plain text without colours",
  "textbackground": "the output is plain text without colours",
  "delay": "nothing has to wait here",
  "sound": "there is no sound here",
  "nosound": "there is no sound here",
  "initgraph": "there is no graphics here, only text",
  "closegraph": "there is no graphics here, only text",
};

const INSTEAD: Record<string, string> = {
  "gets":
    "gets is no longer part of C++, as it writes past the end of the array: write cin.getline(name, 30), with your array and its size, or getline(cin, text) for a string.",
  "randomize":
    "randomize() belongs to Turbo C++: write srand(time(0)), with #include <cstdlib> and #include <ctime>.",
  "strrev":
    "strrev belongs to Turbo C++: with a string s and #include <algorithm>, write reverse(s.begin(), s.end()).",
  "strupr":
    "strupr belongs to Turbo C++: in a loop, write s[i] = toupper(s[i]) for each character.",
  "strlwr":
    "strlwr belongs to Turbo C++: in a loop, write s[i] = tolower(s[i]) for each character.",
  "stricmp": "stricmp belongs to Turbo C++: write strcasecmp, with #include <strings.h>.",
  "strcmpi": "strcmpi belongs to Turbo C++: write strcasecmp, with #include <strings.h>.",
  "itoa": "itoa belongs to Turbo C++: to_string(n) makes a string of a number.",
  "String": "The type is written with a small letter: string.",
  "boolean": "The type is called bool in C++.",
  "null": "The null pointer is written nullptr in C++.",
  "None": "The null pointer is written nullptr in C++.",
  "print": 'C++ has no print like this: write cout << "Hello";',
  "println": 'C++ has no println like this: write cout << "Hello" << endl;',
  "System": 'This is Java: C++ prints with cout << "Hello";',
  "input": "C++ has no input(): declare a variable, and read it with cin >> n;",
  "elseif": "Write else if, as two words.",
  "elif": "Write else if, as two words.",
  "elsif": "Write else if, as two words.",
  "then": "C++ has no then: leave it out, the statement follows the condition.",
  "def":
    "A function begins with the type that it returns, as in int add(int a, int b), not with def.",
  "function": "A function begins with the type that it returns, as in int add(int a, int b).",
  "let": "A variable is declared with its type, as in int n = 5;",
  "var": "A variable is declared with its type, as in int n = 5;",
  "include": "A # is missing: write #include <iostream>.",
};

/** What to write for a name that other languages or compilers have; null for any other name. */
export function habitOf(name: string): string | null {
  const reason = Object.hasOwn(LEAVE_OUT, name) ? LEAVE_OUT[name] : undefined;
  if (reason !== undefined) {
    return `${name}() belongs to Turbo C++ and does not exist here: delete this line; ${reason}.`;
  }
  return Object.hasOwn(INSTEAD, name) ? INSTEAD[name] ?? null : null;
}

/** Words of the language, which are written in small letters. */
const WORDS = new Set(
  ("bool break case char class const continue default delete do double else enum false float for " +
    "if int long namespace new nullptr private public return short signed sizeof static struct " +
    "switch this true typedef unsigned using void while main").split(" "),
);
export const isWord = (name: string): boolean => WORDS.has(name);
