/** Explains why a program of Python stopped: one sentence by which a beginner can mend it. */
import { say, type SentenceId } from "../../languages/sentences/say.ts";
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
const OTHER_NAMES: Record<string, SentenceId> = {
  true: "pyTrue",
  false: "pyFalse",
  null: "pyNull",
  NULL: "pyNull",
  nullptr: "pyNull",
  none: "pyNone",
  cout: "pyPrint",
  endl: "pyEndl",
  printf: "pyPrint",
  console: "pyPrint",
  System: "pyPrint",
  cin: "pyInput",
  scanf: "pyInput",
  getline: "pyInput",
  raw_input: "pyRawInput",
  xrange: "pyXrange",
  unicode: "pyUnicode",
  string: "pyString",
  vector: "pyVector",
  this: "pyThis",
  std: "pyStd",
  sqrt: "pySqrt",
  pi: "pyPi",
  floor: "pyFloor",
  ceil: "pyCeil",
  sin: "pySin",
  randint: "pyRandint",
};

const MEMBERS: Record<string, SentenceId> = {
  push: "pyAppend",
  push_back: "pyAppend",
  add: "pyAppend",
  size: "pyLength",
  length: "pyLength",
  len: "pyLength",
  empty: "pyEmpty",
  contains: "pyContains",
  substr: "pySlice",
  substring: "pySlice",
  toUpperCase: "pyUpper",
  toLowerCase: "pyLower",
  tolower: "pyLower",
  toupper: "pyUpper",
  trim: "pyStrip",
  charAt: "pyCharAt",
  at: "pyAt",
  has_key: "pyHasKey",
  iteritems: "pyItems",
  find: "pyFind",
};

const THINGS: Record<string, SentenceId> = {
  int: "wholeNumber",
  float: "aNumber",
  str: "aText",
  list: "aList",
  tuple: "aTuple",
  dict: "aDictionary",
  set: "aSet",
  bool: "trueOrFalse",
  NoneType: "none",
  function: "aFunction",
  method: "aMethod",
  builtin_function_or_method: "aFunction",
};
const thing = (type = ""): string => say(THINGS[type] ?? "valueOfType", type);
const Thing = (type?: string): string => thing(type).replace(/^a/, "A");
const suggestion = (lastLine: string): string => {
  const [, name] = /Did you mean:? '([^']+)'/.exec(lastLine) ?? [];
  return name ? say("didYouMean", name) : "";
};

const NONE = say("itIsNone");

const TYPE_RULES: Rule[] = [
  [
    /^can only concatenate str \(not "(\w+)"\) to str/,
    ([type]) => say("joinText", thing(type)),
  ],
  [
    /^can only concatenate (list|tuple) \(not "(\w+)"\)/,
    ([to, type]) => say("joinList", thing(to), thing(type)),
  ],
  [/^unsupported operand type\(s\) for (\S+): '(\w+)' and '(\w+)'/, ([sign, one, other]) => {
    if (one === "builtin_function_or_method" || other === "builtin_function_or_method") {
      return say("functionForResult", sign);
    }
    if (one === "NoneType" || other === "NoneType") {
      return say("computeNone", sign, NONE);
    }
    if (one === "str" || other === "str") {
      return say("computeText", sign, thing(one === "str" ? other : one));
    }
    return say("computeOthers", sign, thing(one), thing(other));
  }],
  [
    /^can't multiply sequence by non-int of type '(\w+)'/,
    ([type]) => say("multiplyText", thing(type)),
  ],
  [
    /^'(\S+)' not supported between instances of '(\w+)' and '(\w+)'/,
    ([sign, one, other]) =>
      [one, other].includes("str")
        ? say("compareText", sign, thing(one), thing(other))
        : say("compareOthers", sign, thing(one), thing(other)),
  ],
  [
    /^'(\w+)' object is not callable/,
    ([type]) =>
      type === "str" || type === "int" || type === "list"
        ? say("bracketsFollow", thing(type))
        : say("notCallable", Thing(type)),
  ],
  [
    /^'(\w+)' object is not subscriptable/,
    ([type]) =>
      type === "NoneType"
        ? say("noPartsOfNone", NONE)
        : type === "builtin_function_or_method" || type === "method" || type === "function"
        ? say("functionSquare")
        : say("noParts", thing(type)),
  ],
  [
    /^'(\w+)' object is not iterable/,
    ([type]) =>
      type === "int"
        ? say("loopNumber")
        : type === "NoneType"
        ? say("loopNone", NONE)
        : say("loopOther", Thing(type)),
  ],
  [
    /^argument of type '(\w+)' is not (?:iterable|a container or iterable)/,
    ([type]) => say("inOther", thing(type)),
  ],
  [
    /^cannot unpack non-iterable (\w+) object/,
    ([type]) => say("unpackOther", thing(type)),
  ],
  [
    /^'(\w+)' object does not support item assignment/,
    ([type]) => say("partsUnchanged", thing(type)),
  ],
  [
    /^'(\w+)' object does(?: not|n't) support item deletion/,
    ([type]) => say("partsUndeleted", thing(type)),
  ],
  [
    /^(\w+) indices must be integers(?: or slices)?,? not '?(\w+)'?/,
    ([what, type]) =>
      type === "float"
        ? say("placeDivision")
        : type === "tuple"
        ? say("placeTwo")
        : say("placeOther", thing(what === "string" ? "str" : what), thing(type)),
  ],
  [
    /^'float' object cannot be interpreted as an integer/,
    "wholeDivision",
  ],
  [
    /^'(\w+)' object cannot be interpreted as an integer/,
    ([type]) => say("wholeOther", thing(type)),
  ],
  [
    /^(\S+)\(\) missing (\d+) required positional arguments?: (.+)/,
    ([name, count, which]) =>
      count === "1" ? say("lacksArgument", name, which) : say("lacksArguments", name, count, which),
  ],
  [
    /^(\S+)\(\) takes (?:from \d+ to )?(\d+|no|exactly one) (?:positional )?arguments?(?: but | \()(\d+)/,
    ([name, , given], { text }) =>
      /\w+\.\w+\(/.test(text)
        ? say("wrongCountSelf", name, given)
        : say("wrongCountGiven", name, given),
  ],
  [
    /^(\S+)\(\) got an unexpected keyword argument '(\w+)'/,
    ([name, key]) => say("noParameter", name, key),
  ],
  [
    /^(\w+) expected at (?:least|most) (\d+) arguments?, got (\d+)/,
    ([name]) => say("wrongCount", name),
  ],
  [/^object of type '(\w+)' has no len\(\)/, ([type]) => say("noLength", thing(type))],
  [
    /^(?:int|float)\(\) argument must be .*not '(\w+)'/,
    ([type]) => type === "list" ? say("listToNumber") : say("noNumber", thing(type)),
  ],
  [
    /unhashable type: '(\w+)'/,
    ([type]) => say("noKey", Thing(type)),
  ],
  [
    /^not all arguments converted during string formatting/,
    "percentText",
  ],
  [
    /^sequence item \d+: expected str instance, (\w+) found/,
    () => say("joinTexts"),
  ],
  [
    /^bad operand type for (?:unary )?(\S+): '(\w+)'/,
    ([what, type]) => say("doesNotWork", (what ?? "").replace(/[():]/g, ""), thing(type)),
  ],
  [/^descriptor|unbound method/, "methodOnObject"],
];

const VALUE_RULES: Rule[] = [
  [/^invalid literal for int\(\) with base 10: '(.*)'$/, ([text = ""]) => {
    if (text.trim() === "") return say("intEmpty");
    if (/^\s*[-+]?\d+(\s+[-+]?\d+)+\s*$/.test(text)) {
      return say("severalInts");
    }
    if (/^\s*[-+]?\d*\.\d+\s*$/.test(text)) {
      return say("intOfFloat", text);
    }
    return say("intOfText", text);
  }],
  [
    /^could not convert string to float: '(.*)'$/,
    ([text = ""]) =>
      /^\s*[-+.\d]+(\s+[-+.\d]+)+\s*$/.test(text) ? say("severalFloats") : say("floatOfText", text),
  ],
  [
    /^not enough values to unpack \(expected (?:at least )?(\d+), got (\d+)\)/,
    ([wanted, got]) => got === "1" ? say("onlyOneValue", wanted) : say("fewerValues", wanted, got),
  ],
  [
    /^too many values to unpack \(expected (\d+)/,
    ([wanted]) => say("moreValues", wanted),
  ],
  [
    /math domain error|expected a (?:nonnegative|positive|noninteger)/,
    "mathDomain",
  ],
  [/x not in list|is not in list/, "notInList"],
  [/^substring not found/, "notInText"],
  [/^range\(\) arg 3 must not be zero/, "stepZero"],
  [
    /^max\(\)|^min\(\)|iterable argument is empty/,
    "maxOfNothing",
  ],
  [/^I\/O operation on closed file/, "fileClosed"],
  [/^Exceeds the limit/, "tooManyDigits"],
];

const INDEX_RULES: Rule[] = [
  [/^pop from (?:an )?empty/, "popOfEmpty"],
  [
    /^list assignment index out of range/,
    "noPlaceYet",
  ],
  [
    /^(list|string|tuple|range object|deque) index out of range/,
    ([what], { text }) => {
      const kind = what === "string" ? "text" : what;
      return /sys\.argv/.test(text) ? say("noPlaceArguments", kind) : say("noPlace", kind);
    },
  ],
];

/** With fewer calls at once, it is not the program's functions that are nested. */
const CALLS_OF_RECURSION = 50;

const OTHERS: Record<string, (error: PythonError, about: About) => string> = {
  ZeroDivisionError: () => say("dividesByZero"),
  RecursionError: ({ most, depth }) =>
    depth < CALLS_OF_RECURSION ? say("nestedLists") : say("recursionTooDeep", most ?? "…", depth),
  EOFError: () => say("inputEnded"),
  KeyError: ({ message }) =>
    say("noDictionaryKey", /^['"]/.test(message) ? message : "'" + message + "'"),
  UnboundLocalError: ({ message }) => {
    const [, name = "…"] = /variable '([^']+)'/.exec(message) ?? [];
    return say("unboundLocal", name);
  },
  NameError: ({ name = "", lastLine }, { has }) => {
    const known = OTHER_NAMES[name];
    if (known) return say(known);
    // Python proposes a module also where a variable of that name is meant, such as "numbers".
    const isModule = has(new RegExp(`\\b${name}\\s*\\.`));
    if (isModule && /forget to import|forgot to import/.test(lastLine)) {
      return say("importModule", name);
    }
    const close = suggestion(lastLine);
    if (close) return say("noNameBut", name, close);
    const isLater = has(new RegExp(`^\\s*(?:def\\s+${name}\\b|${name}\\s*=[^=])`, "m"));
    return isLater ? say("nameLater", name) : say("noName", name);
  },
  AttributeError: ({ name = "", of = "", lastLine, message }) => {
    if (of === "NoneType") return say("noneHasNo", name, NONE);
    if (of === "module") {
      return say("moduleHasNo", name, suggestion(lastLine) || say("moduleName"));
    }
    const known = MEMBERS[name];
    if (!of || !name) return say("attributeMissing", message);
    const more = known && THINGS[of] ? say(known) : suggestion(lastLine);
    return more ? say("hasNoBut", Thing(of), name, more) : say("hasNo", Thing(of), name);
  },
  ModuleNotFoundError: ({ name = "" }) =>
    name === "pyodide_js" ? say("noEventLoop") : say("noModule", name),
  ImportError: ({ message }) => say("importFails", message),
  FileNotFoundError: () => say("noFile"),
  AssertionError: ({ message }) => message ? say("assertSays", message) : say("assertFails"),
  OverflowError: () => say("tooLargeToCompute"),
  KeyboardInterrupt: () => say("interrupted"),
  StopIteration: () => say("nextNothing"),
  UnicodeDecodeError: () => say("bytesNoText"),
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
  if (/can't start new thread/.test(message)) return say("pyNoThreads");
  if (/changed size during iteration/.test(message)) {
    return say("grewInLoop");
  }
  const what = message.length > TEXT_SHOWN ? `${message.slice(0, TEXT_SHOWN)}…` : message;
  return what === "" ? say("raised", type) : say("raisedSays", type, what);
}
