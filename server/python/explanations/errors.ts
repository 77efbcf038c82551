/** Explains why a program of Python stopped: one sentence by which a beginner can mend it. */
import { byWord, say, type SentenceId } from "../../languages/sentences/say.ts";
import { explainBy, type Rule } from "../../languages/rules.ts";

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
const OTHER_NAMES = byWord({
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
});

const MEMBERS = byWord({
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
});

const THINGS = byWord({
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
});
const thing = (type = ""): string => say(THINGS.get(type) ?? "valueOfType", type);
const Thing = (type?: string): string => thing(type).replace(/^a/, "A");
const suggestion = (lastLine: string): string => {
  const [, name] = /Did you mean:? '([^']+)'/.exec(lastLine) ?? [];
  return name ? say("didYouMean", name) : "";
};

const NONE = say("itIsNone");
const WRONG_COUNT =
  /^(\S+)\(\) takes (?:from \d+ to )?(?:\d+|no|exactly one) (?:positional )?arguments?(?: but | \()(\d+)/;

/** The sentence says what has the type that the message names, at its beginning or later. */
const ofThing = (id: SentenceId) => ([type]: string[]) => say(id, thing(type));
const ofSubject = (id: SentenceId) => ([type]: string[]) => say(id, Thing(type));

const TYPE_RULES: Rule[] = [
  [/^can only concatenate str \(not "(\w+)"\) to str/, ofThing("joinText")],
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
  [/^can't multiply sequence by non-int of type '(\w+)'/, ofThing("multiplyText")],
  [
    /^'(\S+)' not supported between instances of '(\w+)' and '(\w+)'/,
    ([sign, one, other]) =>
      [one, other].includes("str")
        ? say("compareText", sign, thing(one), thing(other))
        : say("compareOthers", sign, thing(one), thing(other)),
  ],
  [/^'(str|int|list)' object is not callable/, ofThing("bracketsFollow")],
  [/^'(\w+)' object is not callable/, ofSubject("notCallable")],
  [/^'NoneType' object is not subscriptable/, () => say("noPartsOfNone", NONE)],
  [
    /^'(?:builtin_function_or_method|method|function)' object is not subscriptable/,
    "functionSquare",
  ],
  [/^'(\w+)' object is not subscriptable/, ofThing("noParts")],
  [/^'int' object is not iterable/, "loopNumber"],
  [/^'NoneType' object is not iterable/, () => say("loopNone", NONE)],
  [/^'(\w+)' object is not iterable/, ofSubject("loopOther")],
  [/^argument of type '(\w+)' is not (?:iterable|a container or iterable)/, ofThing("inOther")],
  [/^cannot unpack non-iterable (\w+) object/, ofThing("unpackOther")],
  [/^'(\w+)' object does not support item assignment/, ofThing("partsUnchanged")],
  [/^'(\w+)' object does(?: not|n't) support item deletion/, ofThing("partsUndeleted")],
  [/^\w+ indices must be integers(?: or slices)?,? not '?float\b/, "placeDivision"],
  [/^\w+ indices must be integers(?: or slices)?,? not '?tuple\b/, "placeTwo"],
  [
    /^(\w+) indices must be integers(?: or slices)?,? not '?(\w+)'?/,
    ([what, type]) => say("placeOther", thing(what === "string" ? "str" : what), thing(type)),
  ],
  [/^'float' object cannot be interpreted as an integer/, "wholeDivision"],
  [/^'(\w+)' object cannot be interpreted as an integer/, ofThing("wholeOther")],
  [/^(\S+)\(\) missing 1 required positional argument: (.+)/, "lacksArgument"],
  [/^(\S+)\(\) missing (\d+) required positional arguments: (.+)/, "lacksArguments"],
  [WRONG_COUNT, "wrongCountSelf", /\w+\.\w+\(/],
  [WRONG_COUNT, "wrongCountGiven"],
  [/^(\S+)\(\) got an unexpected keyword argument '(\w+)'/, "noParameter"],
  [/^(\w+) expected at (?:least|most) \d+ arguments?, got \d+/, "wrongCount"],
  [/^object of type '(\w+)' has no len\(\)/, ofThing("noLength")],
  [/^(?:int|float)\(\) argument must be .*not 'list'/, "listToNumber"],
  [/^(?:int|float)\(\) argument must be .*not '(\w+)'/, ofThing("noNumber")],
  [/unhashable type: '(\w+)'/, ofSubject("noKey")],
  [/^not all arguments converted during string formatting/, "percentText"],
  [/^sequence item \d+: expected str instance, \w+ found/, "joinTexts"],
  [
    /^bad operand type for (?:unary )?(\S+): '(\w+)'/,
    ([what, type]) => say("doesNotWork", (what ?? "").replace(/[():]/g, ""), thing(type)),
  ],
  [/^descriptor|unbound method/, "methodOnObject"],
];

const VALUE_RULES: Rule[] = [
  [/^invalid literal for int\(\) with base 10: '\s*'$/, "intEmpty"],
  [/^invalid literal for int\(\) with base 10: '\s*[-+]?\d+(?:\s+[-+]?\d+)+\s*'$/, "severalInts"],
  [/^invalid literal for int\(\) with base 10: '(\s*[-+]?\d*\.\d+\s*)'$/, "intOfFloat"],
  [/^invalid literal for int\(\) with base 10: '(.*)'$/, "intOfText"],
  [/^could not convert string to float: '\s*[-+.\d]+(?:\s+[-+.\d]+)+\s*'$/, "severalFloats"],
  [/^could not convert string to float: '(.*)'$/, "floatOfText"],
  [/^not enough values to unpack \(expected (?:at least )?(\d+), got 1\)/, "onlyOneValue"],
  [/^not enough values to unpack \(expected (?:at least )?(\d+), got (\d+)\)/, "fewerValues"],
  [/^too many values to unpack \(expected (\d+)/, "moreValues"],
  [/math domain error|expected a (?:nonnegative|positive|noninteger)/, "mathDomain"],
  [/x not in list|is not in list/, "notInList"],
  [/^substring not found/, "notInText"],
  [/^range\(\) arg 3 must not be zero/, "stepZero"],
  [/^max\(\)|^min\(\)|iterable argument is empty/, "maxOfNothing"],
  [/^I\/O operation on closed file/, "fileClosed"],
  [/^Exceeds the limit/, "tooManyDigits"],
];

const NO_PLACE = /^(list|string|tuple|range object|deque) index out of range/;
const ofKind = (id: SentenceId) => ([what]: string[]) => say(id, what === "string" ? "text" : what);

const INDEX_RULES: Rule[] = [
  [/^pop from (?:an )?empty/, "popOfEmpty"],
  [/^list assignment index out of range/, "noPlaceYet"],
  [NO_PLACE, ofKind("noPlaceArguments"), /sys\.argv/],
  [NO_PLACE, ofKind("noPlace")],
];

const RULES = new Map(
  Object.entries({ TypeError: TYPE_RULES, ValueError: VALUE_RULES, IndexError: INDEX_RULES }),
);

/** With fewer calls at once, it is not the program's functions that are nested. */
const CALLS_OF_RECURSION = 50;

const OTHERS: Record<string, (error: PythonError, program: string) => string> = {
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
  NameError: ({ name = "", lastLine }, program) => {
    const known = OTHER_NAMES.get(name);
    if (known) return say(known);
    // Python proposes a module also where a variable of that name is meant, such as "numbers".
    const isModule = new RegExp(`\\b${name}\\s*\\.`).test(program);
    if (isModule && /forget to import|forgot to import/.test(lastLine)) {
      return say("importModule", name);
    }
    const close = suggestion(lastLine);
    if (close) return say("noNameBut", name, close);
    const isLater = new RegExp(`^\\s*(?:def\\s+${name}\\b|${name}\\s*=[^=])`, "m").test(program);
    return isLater ? say("nameLater", name) : say("noName", name);
  },
  AttributeError: ({ name = "", of = "", lastLine, message }) => {
    if (of === "NoneType") return say("noneHasNo", name, NONE);
    if (of === "module") {
      return say("moduleHasNo", name, suggestion(lastLine) || say("moduleName"));
    }
    const known = MEMBERS.get(name);
    if (!of || !name) return say("attributeMissing", message);
    const more = known && THINGS.has(of) ? say(known) : suggestion(lastLine);
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
  const line = place.text.split("\n", place.line)[place.line - 1] ?? "";
  const found = explainBy(RULES.get(type) ?? [], { message, place: null, texts: [line] });
  if (found) return found;
  const other = Object.hasOwn(OTHERS, type) ? OTHERS[type] : undefined;
  if (other) return other(error, place.text);
  if (/can't start new thread/.test(message)) return say("pyNoThreads");
  if (/changed size during iteration/.test(message)) {
    return say("grewInLoop");
  }
  const what = message.length > TEXT_SHOWN ? `${message.slice(0, TEXT_SHOWN)}…` : message;
  return what === "" ? say("raised", type) : say("raisedSays", type, what);
}
