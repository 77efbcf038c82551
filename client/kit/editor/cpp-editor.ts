/** What the editor offers for C++: words, library names with their headers, and own names. */
import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
} from "@codemirror/autocomplete";
import { cpp as grammar } from "@codemirror/lang-cpp";
import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import type { EditorState, Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { namesWithHeaders } from "../../../server/cpp/explanations/headers.ts";
import { includeLine, includesIn } from "../../../server/cpp/explanations/includes.ts";
import { completionFrom } from "./completion.ts";

const KEYWORDS =
  "auto bool break case catch char class const constexpr continue default delete do double else " +
  "enum explicit false float for if include int long namespace new nullptr operator override private " +
  "protected public return short signed sizeof static struct switch template this throw true try " +
  "typedef typename union unsigned using virtual void while";
const MEMBERS =
  "at back begin c_str clear contains count emplace emplace_back empty end erase find first front " +
  "insert length pop pop_back push push_back rbegin rend reserve resize second size substr top";
/** Names that are macros, or of C: they need no `std::`. */
const WITHOUT_STD = /^(?:[A-Z][A-Z\d_]+|assert|is[a-z]+|to(?:lower|upper)|str[a-z]+|mem[a-z]+)$/;
const OF_C = /^c(?:assert|ctype|math|stdio|stdlib|string|time|stdint|limits)$/;
/** So many characters of a program are searched for its names. */
const SEARCHED_MOST = 50_000;
/** After so many letters the names are offered; Ctrl + Space offers them at once. */
const LETTERS = 2;
const OWN_NAME = /^(?:Identifier|TypeIdentifier|FieldIdentifier|NamespaceIdentifier)$/;
const PLAIN_TEXT = /Comment|String|Char|Raw/;

const headers = [...new Set(namesWithHeaders.values())].sort();
const keywords: Completion[] = KEYWORDS.split(" ").map((label) => ({ label, type: "keyword" }));
const members: Completion[] = MEMBERS.split(" ").map((label) => ({ label, type: "method" }));

/** Inserts a name of the library, with the `std::` and the `#include` that it needs. */
const applyLibraryName =
  (header: string, prefix: string) =>
  (view: EditorView, { label }: Completion, from: number, to: number): void => {
    const source = view.state.doc.toString();
    const insertion = insertCompletionText(view.state, prefix + label, from, to);
    if (includesIn(source).includes(header)) return view.dispatch(insertion);
    const { at, text } = includeLine(source, header);
    view.dispatch(insertion, { changes: { from: at, insert: text }, sequential: false });
  };

function libraryNames(source: string, isAfterStd: boolean): Completion[] {
  const isUsing = /\busing\s+namespace\s+std\b/.test(source);
  return Array.from(namesWithHeaders, ([label, header]) => {
    const prefix = isAfterStd || isUsing || OF_C.test(header) || WITHOUT_STD.test(label)
      ? ""
      : "std::";
    return {
      label,
      type: "function",
      detail: `<${header}>`,
      apply: applyLibraryName(header, prefix),
    };
  });
}

const isAfterStd = (state: EditorState, at: number): boolean =>
  state.sliceDoc(Math.max(0, at - 5), at) === "std::";

/** A slow device may not have parsed yet what was typed last. It gets so many ms more. */
const PARSE_MOST = 100;

/** Returns the names that stand in the program, except the one that is typed now. */
function ownNames(
  state: EditorState,
  tree: ReturnType<typeof syntaxTree>,
  typedAt: number,
): Completion[] {
  const names = new Set<string>();
  tree.iterate({
    from: 0,
    to: Math.min(state.doc.length, SEARCHED_MOST),
    enter({ name, from, to }) {
      if (!OWN_NAME.test(name) || from === typedAt || isAfterStd(state, from)) return;
      names.add(state.sliceDoc(from, to));
    },
  });
  return Array.from(names, (label) => ({ label, type: "variable", boost: 1 }));
}

export function complete(context: CompletionContext): CompletionResult | null {
  const { state, pos, explicit } = context;
  const header = context.matchBefore(/^\s*#\s*include\s*<[\w./]*/);
  if (header !== null) {
    const from = header.from + header.text.indexOf("<") + 1;
    return { from, options: headers.map((label) => ({ label, type: "namespace" })) };
  }
  const tree = ensureSyntaxTree(state, state.doc.length, PARSE_MOST) ?? syntaxTree(state);
  if (PLAIN_TEXT.test(tree.resolveInner(pos, -1).name)) return null;
  const word = context.matchBefore(/[A-Za-z_]\w*/);
  if (word === null || word.to - word.from < LETTERS) {
    if (!explicit) return null;
  }
  const from = word?.from ?? pos;
  const before = state.sliceDoc(Math.max(0, from - 2), from);
  const own = ownNames(state, tree, from);
  if (/(?:\.|->)$/.test(before)) return answer(from, [...own, ...members]);
  const source = state.doc.toString();
  if (isAfterStd(state, from)) return answer(from, libraryNames(source, true));
  if (before === "::") return answer(from, own);
  return answer(from, [...own, ...keywords, ...libraryNames(source, false)]);
}

/** A name that the program has itself is not offered a second time. */
function answer(from: number, all: Completion[]): CompletionResult {
  const byName = new Map(all.toReversed().map((one) => [one.label, one]));
  return { from, options: [...byName.values()], validFor: /^\w*$/ };
}

export const cpp: Extension = [grammar(), completionFrom(complete)];
