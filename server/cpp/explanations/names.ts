/** Names that are unknown, misspelt, ambiguous, or defined twice; headers and namespaces. */
import { say } from "../../languages/sentences/say.ts";
import { isNetworking, isProcess, namesWithHeaders } from "./headers.ts";
import { habitOf, isWord } from "./habits.ts";
import { includesIn } from "./includes.ts";
import { FOR_WITHOUT_SEMICOLONS, lineBefore, type MessageContext, type Rule } from "./rule.ts";

export const NAMES: Rule[] = [
  [/^use of undeclared identifier 'std'/, "stdUnknown"],
  [
    /^(?:unknown type name|no template named) '(c(?:out|in|err|log))'/,
    "outsideFunctions",
    /^\s*‸?(?:std::)?c(?:out|in|err|log)\s*(?:<<|>>)/,
  ],
  [/^expected unqualified-id/, "outsideFunctions", /‸(for|while|if|else|do|switch|return|break)\b/],
  [
    /^(?:no template named|unknown type name) 'main'|^a type specifier is required for all declarations/,
    "mainNeedsType",
    /‸main\b/,
  ],
  [/^unknown type name '(\w+)'/, "parameterNeedsType", /^\s*\w[\w<>:*&\s]*\([^()]*‸\w+\s*[,)]/],
  [/^use of undeclared identifier '\w+'/, "hashMissing", /^\s*include\b/],
  [
    /^(?:use of undeclared identifier|unknown type name|no template named) '(\w+)'(?:; did you mean '([\w:]+)')?/,
    ([name = "", suggestion = ""], place) => unknownName(name, suggestion, place),
  ],
  [
    /^no (?:member|type|template) named '(\w+)' in namespace 'std'/,
    ([name = ""]) => missingHeader(name),
  ],
  [/^no member named '(\w+)' in '(.+)'/, "noMember"],
  [
    /^implicit instantiation of undefined template 'std::(?:__2::)?(\w+)/,
    ([name = ""]) => missingHeader(name),
  ],
  [/^reference to '(\w+)' is ambiguous/, "ambiguousName"],
  [/^'((?:conio|graphics|dos|bios|alloc)\.h)' file not found/, "turboHeader"],
  [/^'((?:windows|tchar|direct)\.h)' file not found/, "windowsHeader"],
  [
    /^'(iostream|fstream|iomanip|vector|string|map|set|list|stack|queue|deque|algorithm|sstream)\.(?:h|hpp)' file not found/,
    "oldHeader",
  ],
  [/^'studio\.h' file not found/, "stdioHeader"],
  [/^'(.+)' file not found/, "headerMaybeIostream", /<\s*i\w*o?\w*s\w*m\s*>/i],
  [/^'(.+)' file not found/, "noHeader"],
  [/^invalid preprocessing directive/, "badDirective"],
  [/^expected "FILENAME" or <FILENAME>/, "headerBrackets"],
  [/^expected '>'/, "headerUnclosed", /#\s*include/],
  [/^extra tokens at end of #include/, "afterHeader"],
  [
    /^(?:expected identifier or '\{'|using declaration requires a qualified name)/,
    "usingOrder",
    /namespace\s+‸?using/,
  ],
  [/^using directive refers to implicitly-defined namespace/, "includeFirst"],
  [/^expected namespace name/, "noNamespace"],
  [/^redefinition of '(\w+)'/, "forCommasNamed", FOR_WITHOUT_SEMICOLONS],
  [
    /^redefinition of '(.+?)'/,
    ([name = ""], { notes }) => {
      const before = notes.find(({ message }) => message.startsWith("previous definition"));
      return before ? say("definedTwiceAt", name, before.line) : say("definedTwice", name);
    },
  ],
  [
    /^a type specifier is required for all declarations/,
    "returnTypeMissing",
    /^\s*‸\w+\s*\([^()]*\)\s*\{?\s*$/,
  ],
  [/^a type specifier is required for all declarations/, "typeMissing"],
  [
    /^(?:unused variable|unused parameter|variable|private field) '(\w+)'(?: \[| set but not used| is not used|$)/,
    "neverRead",
  ],
  [/^unused function '(\w+)'/, "neverCalled"],
];

function unknownName(name: string, suggestion: string, place: MessageContext): string {
  const elsewhere = declaredElsewhere(name, place);
  if (elsewhere !== null) return elsewhere;
  if (isNetworking(name)) {
    return say("noNetwork");
  }
  if (isProcess(name)) return say("noProcesses", name);
  const small = name.toLowerCase();
  if (small !== name && isWord(small)) {
    return say("smallLetters", small, name);
  }
  const header = namesWithHeaders.get(name);
  if (suggestion === `std::${name}` || (header && isIncluded(header, place))) {
    return say("inStd", name);
  }
  if (header) return missingHeader(name);
  const habit = habitOf(name);
  if (habit !== null) return habit;
  return isLikely(suggestion, place)
    ? say("undeclaredMeant", name, suggestion)
    : say("undeclared", name);
}

/** Headers that bring the names of others along. */
const isIncluded = (header: string, { lines }: MessageContext): boolean =>
  includesIn(lines.join("\n")).some((name) => name === header || name === "bits/stdc++.h");

/** The compiler also suggests names that only its own library knows, such as rotl for roll. */
function isLikely(suggestion: string, { notes }: MessageContext): boolean {
  return suggestion !== "" &&
    (isWord(suggestion) || namesWithHeaders.has(suggestion.replace(/^std::/, "")) ||
      notes.some(({ message }) => message === `'${suggestion}' declared here`));
}

/** A name that is declared, but in another block, another class, or further below. */
function declaredElsewhere(name: string, place: MessageContext): string | null {
  if (new RegExp(`‸${name}\\s*\\(`).test(place.marked)) return calledTooEarly(name, place);
  const loop = lineBefore(place, new RegExp(`\\bfor\\s*\\(\\s*[\\w:]+\\s+${name}\\b`));
  if (loop !== null) {
    return say("onlyInFor", name, loop);
  }
  const line = lineBefore(place, declarationOf(name));
  return line === null ? null : say("onlyInBlock", name, line);
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
      return say("calledTooEarly", name, found);
    }
  }
  return null;
}

function missingHeader(name: string): string {
  const header = namesWithHeaders.get(name);
  return header ? say("addHeader", name, header) : say("notInStd", name);
}
