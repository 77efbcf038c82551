/** Variables and their values: types that do not fit, numbers that are too large, texts, arrays. */
import type { Rule } from "./rule.ts";

/** What their own machine does not tell them. */
const LONG = "which has only 4 bytes here, though 8 on many computers: use long long";
const NOT_JOINED =
  '+ cannot join texts in quotes or arrays of char: print the parts with <<, or make the first one a string, as in string("Hello") + name.';

export const VALUES: Rule[] = [
  [
    /^variable '(\w+)' (?:is (?:used )?|may be )uninitialized/,
    "The variable $1 has no value when it is read: give it one where it is declared, such as 0, or read it with cin before this line.",
  ],
  [
    /^cannot assign to variable '(\w+)' with const/,
    "$1 is const, so it cannot be changed: remove const where it is declared, or change another variable.",
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
    /^declaration of reference variable '(\w+)' requires an initializer/,
    "A reference is another name of a variable that exists: write int &$1 = x; with that variable.",
  ],
  [
    /^expression is not assignable/,
    "Only a variable can stand left of =: write the result on the left, as in c = a + b;",
    /‸?[-+*/%].*=|=/,
  ],
  [
    /^array type '.+?' is not assignable/,
    'An array cannot be assigned with =: declare a text as string, or write strcpy(name, "text") with #include <cstring>.',
  ],
  [
    /^(?:type|constant expression evaluates to|non-constant-expression|constant expression) .*cannot be narrowed/,
    "Braces { } refuse a value that may not fit: convert it yourself, as in static_cast<int>(x), or use a larger type.",
  ],
  [
    /^implicit conversion from '.+?' to '(unsigned long|long|size_t)'.* changes value from (\S+) to (\S+)/,
    `The number $2 does not fit in $1, ${LONG}.`,
  ],
  [
    /^implicit conversion from '(?:double|float)' to '(.+?)' changes value from (\S+) to (\S+)/,
    "$1 holds whole numbers only, so $2 becomes $3: use double.",
  ],
  [
    /^implicit conversion from '(.+?)' to '(.+?)'.* changes value from (\S+) to (\S+)/,
    "The number $3 does not fit in $2 and becomes $4: use a type that fits, such as long long or double.",
  ],
  [
    /^overflow in expression; .* with type 'long'/,
    `The result is too large for long, ${LONG}, and write LL after one of the numbers, as in 100000LL.`,
  ],
  [
    /^overflow in expression/,
    "The result is too large for int: write one of the numbers with LL at its end, as in 100000LL, and use long long.",
  ],
  [
    /^shift count >= width of type/,
    "The number has not as many bits as it is shifted by: int and long have 32 bits here; write 1LL << n for 64.",
  ],
  [/^(?:division|remainder) by zero/, "The divisor is 0 here: the program would crash."],
  [
    /^(?:cannot initialize .* of type 'char' with an? .*of type 'const char ?\[|assigning to '(?:value_type' \(aka 'char'\)|char') from incompatible type 'const char)/,
    "A char is one character in single quotes: write '$1'.",
    /=\s*‸?"(.)"/,
  ],
  [
    /^(?:cannot initialize .* of type|assigning to) '(?:int|long|long long|float|double)' (?:with|from) .*type 'const char ?\[/,
    "A number is written without quotes: write $1.",
    /=\s*‸?"(-?[\d.]+)"/,
  ],
  [
    /^cannot initialize (?:a|an) .* of type '(.+?)' with an? .*of type 'const char ?\[/,
    "A text in double quotes is no $1: use single quotes for one character, string for a text, and no quotes for a number.",
  ],
  [
    /^(?:no viable conversion|cannot initialize) .*'(\w+) \*'/,
    "new makes a pointer: write $2 $3; without new, or $2 *$3 = new …",
    /\b(\w+)\s+(\w+)\s*=\s*new\b/,
  ],
  [
    /^no viable conversion from '(?:int|double|float|long|long long|char)' to '(?:std::)?string|^no viable conversion from '(?:std::)?string'.* to '(?:int|double|float|long|long long)'/,
    "A number and a string are different types: to_string(n) makes a string of a number, stoi(s) a number of a string.",
  ],
  [
    /^no viable conversion from '(.+?)' to '(.+?)'/,
    "A value of type $1 cannot become $2 by itself: change one of the types, or convert the value.",
  ],
  [
    /^cannot initialize (?:a|an) .* of type '(\w+) \*' with an? .*of type '(\w+)'/,
    ([pointer = "", value = ""]) =>
      pointer === value
        ? `A value of type ${pointer} * is wanted here, which is an address: write & before the variable, as in &x.`
        : null,
  ],
  [
    /^cannot initialize (?:a|an) .* of type '(\w+)' with an? .*of type '(\w+) \*'/,
    ([value = "", pointer = ""]) =>
      pointer === value
        ? `This is a pointer, and the value of type ${value} that it points to is wanted: write * before it, as in *p.`
        : null,
  ],
  [
    /^cannot initialize (?:a|an) .* of type '(.+?)' with an? .*of type '(.+?)'/,
    "A value of type $1 is wanted here, and this one has the type $2: change one of the types, or convert the value.",
  ],
  [
    /^assigning to '(.+?)'.* from incompatible type '(.+?)'/,
    "A value of type $2 cannot be assigned to a variable of type $1: change one of the types, or convert the value.",
  ],
  [
    /^invalid operands to binary expression \('(?:std::)?ostream/,
    "cout writes with <<: turn the >> around.",
    /‸>>/,
  ],
  [
    /^invalid operands to binary expression \('(?:std::)?ostream|^result of comparison against a string literal/,
    "cout is followed by two signs: write << instead of <.",
    /cout\s*‸?<(?!<)/,
  ],
  [
    /^invalid operands to binary expression \('(?:std::)?ostream.* and 'void'\)/,
    "This function returns nothing (void), so there is nothing to print: call it in a statement of its own, or let it return a value.",
  ],
  [
    /^invalid operands to binary expression \('(?:std::)?ostream.* and '((?:std::)?(?:vector|list|set|map|deque|array|pair|stack|queue)<.*?>)'/,
    "A $1 cannot be printed at once: print its elements one by one in a loop, as in for (auto x : v) cout << x << ' ';",
  ],
  [
    /^invalid operands to binary expression \('(?:std::)?ostream.* and '(.+?)'/,
    "cout cannot print a $1 as a whole: print its members, as in cout << s.roll; or write an operator<< for it.",
  ],
  [
    /^invalid operands to binary expression \('(?:std::)?istream/,
    "cin is read with >>, into a variable: turn the << around.",
    /‸<</,
  ],
  [
    /^invalid operands to binary expression \('(?:std::)?istream.* and 'const char/,
    "cin reads into variables only: print the text with cout << in a statement before it.",
  ],
  [
    /^invalid operands to binary expression \('(?:std::)?istream.* and '.+\[\d*\]'/,
    "An array is read element by element in a loop: cin >> a[i];",
  ],
  [
    /^invalid operands to binary expression \('(?:std::)?istream/,
    "cin is read with >>, into a variable.",
  ],
  [
    /^adding '(?:int|char|.*)' to a string does not append/,
    '+ does not join a text in quotes and a number: print the parts with <<, as in cout << a << " " << b;',
  ],
  [
    /^invalid operands to binary expression \('(?:const )?char ?[[*].* and '(?:const )?char ?[[*]/,
    NOT_JOINED,
    /‸\+/,
  ],
  [
    /^invalid operands to binary expression \('(?:std::)?string.* and '(?:int|double|float|long.*|size_t)'\)|^invalid operands to binary expression \('(?:int|double|float|long.*|size_t)' and '(?:std::)?string/,
    "A string and a number cannot be joined or compared: to_string(n) makes a string of a number, stoi(s) a number of a string.",
  ],
  [
    /^invalid operands to binary expression \('(?:std::)?string.* and 'char'\)/,
    'A string is compared with a text in double quotes: write "$1".',
    /'(.)'/,
  ],
  [
    /^invalid operands to binary expression \('(?:float|double)' and|^invalid operands to binary expression \('\w+' and '(?:float|double)'/,
    "% works with whole numbers only: declare the variable as int, or write fmod(x, y) with #include <cmath>.",
    /‸%/,
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
    /^variable-sized object may not be initialized/,
    "An array whose size is a variable cannot get values here: set them in a loop, or use vector<int> a(n), which begins with zeros.",
  ],
  [
    /^variable length arrays/,
    "The size of an array must be known when the program is compiled: use std::vector<int> a(n).",
  ],
  [
    /^definition of variable with array type needs an explicit size/,
    "An array needs its size: write int a[100]; with the most elements that there can be, or use a vector.",
  ],
  [
    /^excess elements in array initializer/,
    "There are more values than the array has places: make its size larger, or leave it out, as in int a[] = {1, 2, 3};",
  ],
  [
    /^initializer-string for char array is too long/,
    "The text has more characters than the array has places, with one for its end: make the array larger, or use string.",
  ],
  [
    /^array index (\d+) is past the end of the array \(that has type '.+?\[(\d+)\]'/,
    ([index, size]) =>
      Number.isNaN(Number(size))
        ? null
        : `The index ${index} is outside the array: it has ${size} elements, and their indices are 0 to ${
          Number(size) - 1
        }.`,
  ],
  [
    /^array index -?\d+ is (?:past the end|before the beginning)/,
    "The index is outside the array: indices begin at 0 and end one before the size.",
  ],
  [
    /^function cannot return array type/,
    "A function cannot return an array: return a vector<int>, or fill an array that is passed to it.",
  ],
  [
    /^(?:reference to|address of) stack memory/,
    "The local variable is gone when the function returns: return a copy of the value instead; a vector can be returned as a whole.",
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
