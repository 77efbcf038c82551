/** Explains why a program of Python stopped: one sentence by which a beginner can mend it. */
import { type About, aboutLine, explain, type Rule } from "./rule.ts";

/** What the harness reports of an exception that nothing caught. */
export type PythonError = {
  type: string;
  message: string;
  /** The last line of the traceback. */
  lastLine: string;
  /** The program's own, the innermost last. */
  frames: { file: string; line: number; function: string }[];
  /** How many of the program's calls were open. */
  depth: number;
  /** The function that most of them were of. */
  most: string | null;
  /** The missing name. */
  name?: string;
  /** The type of what has no such attribute. */
  of?: string;
};

/** Names of C++ and of other languages, and what Python has instead. */
const OTHER_NAMES: Record<string, string> = {
  true: "Python writes 'True' with a capital letter.",
  false: "Python writes 'False' with a capital letter.",
  null: "Python writes 'None' for nothing.",
  NULL: "Python writes 'None' for nothing.",
  nullptr: "Python writes 'None' for nothing.",
  none: "Python writes 'None' with a capital letter.",
  cout: "Python writes with 'print()'.",
  endl: "Python writes with 'print()', which ends the line by itself.",
  printf: "Python writes with 'print()'.",
  console: "Python writes with 'print()'.",
  System: "Python writes with 'print()'.",
  cin: "Python reads a line with 'input()'.",
  scanf: "Python reads a line with 'input()'.",
  getline: "Python reads a line with 'input()'.",
  raw_input: "In Python 3, 'raw_input()' is named 'input()'.",
  xrange: "In Python 3, 'xrange()' is named 'range()'.",
  unicode: "In Python 3, every text is 'str'.",
  string: "A text of Python has the type 'str'.",
  vector: "Python has lists: 'values = []'.",
  this: "A method reaches its object by its first parameter, 'self'.",
  std: "Python has no 'std': 'print()', 'input()' and 'len()' are there without an import.",
  sqrt: "Write 'import math' at the top, and then 'math.sqrt(...)'.",
  pi: "Write 'import math' at the top, and then 'math.pi'.",
  floor: "Write 'import math' at the top, and then 'math.floor(...)'.",
  ceil: "Write 'import math' at the top, and then 'math.ceil(...)'.",
  sin: "Write 'import math' at the top, and then 'math.sin(...)'.",
  randint: "Write 'from random import randint' at the top.",
};

const MEMBERS: Record<string, string> = {
  push: "A list grows by '.append(value)'.",
  push_back: "A list grows by '.append(value)'.",
  add: "A list grows by '.append(value)'.",
  size: "The length is 'len(values)'.",
  length: "The length is 'len(values)'.",
  len: "The length is 'len(values)'.",
  empty: "To ask whether it is empty, write 'len(values) == 0'.",
  contains: "To ask for a value, write 'value in values'.",
  substr: "A part of a text is 'text[from:to]'.",
  substring: "A part of a text is 'text[from:to]'.",
  toUpperCase: "This method is named '.upper()'.",
  toLowerCase: "This method is named '.lower()'.",
  tolower: "This method is named '.lower()'.",
  toupper: "This method is named '.upper()'.",
  trim: "This method is named '.strip()'.",
  charAt: "A character of a text is 'text[place]'.",
  at: "A value at a place is 'values[place]'.",
  has_key: "To ask for a key, write 'key in values'.",
  iteritems: "In Python 3, this method is named '.items()'.",
  find: "A list has '.index(value)', and 'value in values' asks whether it is there.",
};

const THINGS: Record<string, string> = {
  int: "a whole number",
  float: "a number",
  str: "a text",
  list: "a list",
  tuple: "a tuple",
  dict: "a dictionary",
  set: "a set",
  bool: "True or False",
  NoneType: "None",
  function: "a function",
  method: "a method",
  builtin_function_or_method: "a function",
};
const thing = (type = ""): string => THINGS[type] ?? `a value of type '${type}'`;
const suggestion = (lastLine: string): string => {
  const [, name] = /Did you mean:? '([^']+)'/.exec(lastLine) ?? [];
  return name ? ` Did you mean '${name}'?` : "";
};

const NONE =
  "It is None: a function without 'return' gives None, and so do methods such as '.sort()' and '.append()'.";

const TYPE_RULES: Rule[] = [
  [
    /^can only concatenate str \(not "(\w+)"\) to str/,
    ([type]) =>
      `'+' cannot join a text and ${thing(type)}: write 'str(...)' around it, or use an f-string.`,
  ],
  [
    /^can only concatenate (list|tuple) \(not "(\w+)"\)/,
    ([to, type]) =>
      `'+' cannot join ${thing(to)} and ${
        thing(type)
      }: to add one value to a list, use '.append(value)'.`,
  ],
  [/^unsupported operand type\(s\) for (\S+): '(\w+)' and '(\w+)'/, ([sign, one, other]) => {
    if (one === "builtin_function_or_method" || other === "builtin_function_or_method") {
      return `'${sign}' gets a function instead of its result: are the brackets '()' missing?`;
    }
    if (one === "NoneType" || other === "NoneType") {
      return `'${sign}' cannot compute with None. ${NONE}`;
    }
    if (one === "str" || other === "str") {
      return `'${sign}' cannot compute with a text and ${
        thing(one === "str" ? other : one)
      }: 'input()' gives a text, which 'int(...)' makes a number.`;
    }
    return `'${sign}' cannot compute with ${thing(one)} and ${thing(other)}.`;
  }],
  [
    /^can't multiply sequence by non-int of type '(\w+)'/,
    ([type]) =>
      `A text or a list cannot be multiplied by ${
        thing(type)
      }: 'int(...)' makes a number of a text.`,
  ],
  [
    /^'(\S+)' not supported between instances of '(\w+)' and '(\w+)'/,
    ([sign, one, other]) =>
      [one, other].includes("str")
        ? `'${sign}' cannot compare ${thing(one)} with ${
          thing(other)
        }: 'input()' gives a text, which 'int(...)' makes a number.`
        : `'${sign}' cannot compare ${thing(one)} with ${thing(other)}.`,
  ],
  [
    /^'(\w+)' object is not callable/,
    ([type]) =>
      type === "str" || type === "int" || type === "list"
        ? `Brackets '()' follow ${
          thing(type)
        }, which is no function: is a '*' missing, or has a variable the name of a function?`
        : `${thing(type).replace(/^a/, "A")} cannot be called like a function.`,
  ],
  [
    /^'(\w+)' object is not subscriptable/,
    ([type]) =>
      type === "NoneType"
        ? `There is nothing to take a part of. ${NONE}`
        : type === "builtin_function_or_method" || type === "method" || type === "function"
        ? "A function is called with '()', not with '[]'."
        : `Square brackets '[]' cannot follow ${thing(type)}: it has no parts.`,
  ],
  [
    /^'(\w+)' object is not iterable/,
    ([type]) =>
      type === "int"
        ? "A number cannot be gone through: to count up to it, write 'range(number)'."
        : type === "NoneType"
        ? `There is nothing to go through. ${NONE}`
        : `${thing(type).replace(/^a/, "A")} cannot be gone through.`,
  ],
  [
    /^argument of type '(\w+)' is not (?:iterable|a container or iterable)/,
    ([type]) => `'in' cannot look into ${thing(type)}.`,
  ],
  [
    /^cannot unpack non-iterable (\w+) object/,
    ([type]) => `Several names stand before '=', but after it is ${thing(type)}.`,
  ],
  [
    /^'(\w+)' object does not support item assignment/,
    ([type]) => `The parts of ${thing(type)} cannot be changed: make a new one.`,
  ],
  [
    /^'(\w+)' object does(?: not|n't) support item deletion/,
    ([type]) => `The parts of ${thing(type)} cannot be deleted: make a new one.`,
  ],
  [
    /^(\w+) indices must be integers(?: or slices)?,? not '?(\w+)'?/,
    ([what, type]) =>
      type === "float"
        ? "A place has to be a whole number: divide with '//' instead of '/'."
        : type === "tuple"
        ? "A list in a list is reached by two pairs of brackets: 'values[i][j]'."
        : `A place in ${what === "string" ? "a text" : thing(what)} has to be a whole number, not ${
          thing(type)
        }.`,
  ],
  [
    /^'float' object cannot be interpreted as an integer/,
    "A whole number is needed here: divide with '//' instead of '/', or write 'int(...)'.",
  ],
  [
    /^'(\w+)' object cannot be interpreted as an integer/,
    ([type]) =>
      `A whole number is needed here, not ${thing(type)}: 'int(...)' makes a number of a text.`,
  ],
  [
    /^(\S+)\(\) missing (\d+) required positional arguments?: (.+)/,
    ([name, count, which]) =>
      `The call of '${name}' lacks ${
        count === "1" ? "an argument" : `${count} arguments`
      }: ${which}.`,
  ],
  [
    /^(\S+)\(\) takes (?:from \d+ to )?(\d+|no|exactly one) (?:positional )?arguments?(?: but | \()(\d+)/,
    ([name, , given], { text }) =>
      `The call of '${name}' has the wrong number of arguments: ${given} are given.${
        /\w+\.\w+\(/.test(text) ? " A method's first parameter has to be 'self'." : ""
      }`,
  ],
  [
    /^(\S+)\(\) got an unexpected keyword argument '(\w+)'/,
    ([name, key]) => `'${name}' has no parameter with the name '${key}'.`,
  ],
  [
    /^(\w+) expected at (?:least|most) (\d+) arguments?, got (\d+)/,
    ([name]) => `The call of '${name}' has the wrong number of arguments.`,
  ],
  [/^object of type '(\w+)' has no len\(\)/, ([type]) => `'len()' cannot measure ${thing(type)}.`],
  [
    /^(?:int|float)\(\) argument must be .*not '(\w+)'/,
    ([type]) =>
      type === "list"
        ? "A list cannot become one number: use 'map(int, values)' for all of its values."
        : `No number can be made of ${thing(type)}.`,
  ],
  [
    /unhashable type: '(\w+)'/,
    ([type]) => `${thing(type).replace(/^a/, "A")} cannot be a key or be in a set: use a tuple.`,
  ],
  [
    /^not all arguments converted during string formatting/,
    "'%' after a text fills in values: to compute a remainder, make a number of the text with 'int(...)'.",
  ],
  [
    /^sequence item \d+: expected str instance, (\w+) found/,
    () => "'.join()' joins texts only: write 'map(str, values)' for numbers.",
  ],
  [
    /^bad operand type for (?:unary )?(\S+): '(\w+)'/,
    ([what, type]) => `'${(what ?? "").replace(/[():]/g, "")}' does not work with ${thing(type)}.`,
  ],
  [/^descriptor|unbound method/, "A method is called on an object, not on its class."],
];

const VALUE_RULES: Rule[] = [
  [/^invalid literal for int\(\) with base 10: '(.*)'$/, ([text = ""]) => {
    if (text.trim() === "") return "'int()' got an empty text: the line that it reads is empty.";
    if (/^\s*[-+]?\d+(\s+[-+]?\d+)+\s*$/.test(text)) {
      return "The line has several numbers: read them with 'a, b = map(int, input().split())'.";
    }
    if (/^\s*[-+]?\d*\.\d+\s*$/.test(text)) {
      return `'${text}' is not a whole number: read it with 'float(...)'.`;
    }
    return `'int()' cannot make a whole number of the text '${text}'.`;
  }],
  [
    /^could not convert string to float: '(.*)'$/,
    ([text = ""]) =>
      /^\s*[-+.\d]+(\s+[-+.\d]+)+\s*$/.test(text)
        ? "The line has several numbers: read them with 'map(float, input().split())'."
        : `'float()' cannot make a number of the text '${text}'.`,
  ],
  [
    /^not enough values to unpack \(expected (?:at least )?(\d+), got (\d+)\)/,
    ([wanted, got]) =>
      `There are ${wanted} names before '=', but only ${got} ${
        got === "1" ? "value" : "values"
      } after it.`,
  ],
  [
    /^too many values to unpack \(expected (\d+)/,
    ([wanted]) => `There are ${wanted} names before '=', but more values after it.`,
  ],
  [
    /math domain error|expected a (?:nonnegative|positive|noninteger)/,
    "A function of 'math' got a number for which it has no result, such as the root of a negative one.",
  ],
  [/x not in list|is not in list/, "The value is not in the list: ask with 'in' before."],
  [/^substring not found/, "The text does not contain that part: ask with 'in' before."],
  [/^range\(\) arg 3 must not be zero/, "The step of 'range()' cannot be zero."],
  [
    /^max\(\)|^min\(\)|iterable argument is empty/,
    "'max()' and 'min()' need at least one value: the list is empty.",
  ],
  [/^I\/O operation on closed file/, "The file is closed already."],
  [/^Exceeds the limit/, "The number has more digits than Python turns into a text."],
];

const INDEX_RULES: Rule[] = [
  [/^pop from (?:an )?empty/, "'.pop()' needs at least one value: the list is empty."],
  [
    /^list assignment index out of range/,
    "The list has no such place yet: it grows by '.append(value)'.",
  ],
  [
    /^(list|string|tuple|range object|deque) index out of range/,
    ([what], { text }) =>
      `The ${
        what === "string" ? "text" : what
      } has no such place: the first is 0, the last is its length minus 1.${
        /sys\.argv/.test(text) ? " A program here gets no arguments." : ""
      }`,
  ],
];

/** With fewer calls at once, it is not the program's functions that are nested. */
const CALLS_OF_RECURSION = 50;

const OTHERS: Record<string, (error: PythonError, about: About) => string> = {
  ZeroDivisionError: () => "The program divides by zero.",
  RecursionError: ({ most, depth }) =>
    depth < CALLS_OF_RECURSION
      ? "Something is nested too deeply, as a list in a list in a list."
      : `The function '${
        most ?? "…"
      }' calls itself too deeply, ${depth} times: is the case missing that ends it?`,
  EOFError: () => "The program reads more lines than the input has: 'input()' found its end.",
  KeyError: ({ message }) =>
    `The dictionary has no key ${
      /^['"]/.test(message) ? message : `'${message}'`
    }: ask with 'in' before, or use '.get(key)'.`,
  UnboundLocalError: ({ message }) => {
    const [, name = "…"] = /variable '([^']+)'/.exec(message) ?? [];
    return `The function gives '${name}' a value, so it is a variable of the function, and here it has none yet: use a parameter, or 'global ${name}'.`;
  },
  NameError: ({ name = "", lastLine }, { has }) => {
    const known = OTHER_NAMES[name];
    if (known) return known;
    // Python proposes a module also where a variable of that name is meant, such as "numbers".
    const isModule = has(new RegExp(`\\b${name}\\s*\\.`));
    if (isModule && /forget to import|forgot to import/.test(lastLine)) {
      return `'${name}' is not there yet: write 'import ${name}' at the top.`;
    }
    const close = suggestion(lastLine);
    if (close) return `The name '${name}' is not defined.${close}`;
    const isLater = has(new RegExp(`^\\s*(?:def\\s+${name}\\b|${name}\\s*=[^=])`, "m"));
    return isLater
      ? `The name '${name}' gets its value only later, or only inside of a function.`
      : `The name '${name}' is not defined: is it misspelt, or are quotation marks missing?`;
  },
  AttributeError: ({ name = "", of = "", lastLine, message }) => {
    if (of === "NoneType") return `None has no '.${name}'. ${NONE}`;
    if (of === "module") {
      return `The module has no '${name}'.${
        suggestion(lastLine) || " Has your program the name of a module?"
      }`;
    }
    const known = MEMBERS[name];
    if (known && THINGS[of]) return `${thing(of).replace(/^a/, "A")} has no '.${name}'. ${known}`;
    return of && name
      ? `${thing(of).replace(/^a/, "A")} has no '.${name}'.${suggestion(lastLine)}`
      : `An attribute is missing: ${message}.`;
  },
  ModuleNotFoundError: ({ name = "" }) =>
    name === "pyodide_js"
      ? "A program here has no event loop: 'asyncio' cannot run it."
      : `There is no module '${name}' here: only the standard library of Python can be imported.`,
  ImportError: ({ message }) => `This import does not work here: ${message}.`,
  FileNotFoundError: () => "There is no such file: the input comes from 'input()'.",
  AssertionError: ({ message }) =>
    message ? `An 'assert' does not hold: "${message}".` : "An 'assert' does not hold.",
  OverflowError: () => "A number is too large for this computation.",
  KeyboardInterrupt: () => "The program was interrupted.",
  StopIteration: () => "'next()' found nothing more.",
  UnicodeDecodeError: () => "The input contains bytes that are no text.",
};

const TEXT_SHOWN = 200;

/** @returns one sentence on an exception that nothing caught */
export function explainError(
  error: PythonError,
  place: { text: string; line: number },
): string {
  const { type, message } = error;
  const about = aboutLine(place.text, place.line);
  const rules = { TypeError: TYPE_RULES, ValueError: VALUE_RULES, IndexError: INDEX_RULES }[type];
  const found = rules && explain(rules, message, about);
  if (found) return found;
  const other = Object.hasOwn(OTHERS, type) ? OTHERS[type] : undefined;
  if (other) return other(error, about);
  if (/can't start new thread/.test(message)) return "A program here has no threads.";
  if (/changed size during iteration/.test(message)) {
    return "A dictionary or set cannot grow or shrink while a loop goes through it: go through a copy, 'list(...)'.";
  }
  const what = message.length > TEXT_SHOWN ? `${message.slice(0, TEXT_SHOWN)}…` : message;
  const quote = what === "" ? "" : `, which says "${what}"`;
  return `An exception of type ${type} was raised and not caught${quote}.`;
}
