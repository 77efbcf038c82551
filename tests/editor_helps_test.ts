/** What the editor offers while a program is typed, and the `#include` that a message asks for. */
import { deepStrictEqual as equals, ok } from "node:assert/strict";
import { CompletionContext } from "@codemirror/autocomplete";
import { cpp } from "@codemirror/lang-cpp";
import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { complete } from "../client/kit/editor/cpp-editor.ts";
import { includeLine, includeToAdd } from "../server/cpp/explanations/includes.ts";

/** Returns what is offered at the `|` of a program. */
function offer(marked: string, explicit = false) {
  const pos = marked.indexOf("|");
  const state = EditorState.create({ doc: marked.replace("|", ""), extensions: [cpp()] });
  // However busy the machine is.
  ensureSyntaxTree(state, state.doc.length, 60_000);
  return complete(new CompletionContext(state, pos, explicit));
}

/** Returns the labels offered there, or null. */
const offered = (marked: string, explicit?: boolean): string[] | null =>
  offer(marked, explicit)?.options.map(({ label }) => label) ?? null;

Deno.test("keywords, the library's names and the program's own are offered", () => {
  const all = offered("int main() { int counter = 0; co| }");
  for (const name of ["counter", "const", "cout", "count_if"]) ok(all?.includes(name), name);
  equals(all?.filter((name) => name === "counter").length, 1);
});

Deno.test("after a dot there are members, after std:: the library, in an include the headers", () => {
  const members = offered("struct P { int px; }; int main() { P p; p.pu|; }");
  ok(members?.includes("push_back") && members.includes("px"));
  ok(!members?.includes("printf"));
  const library = offered("int main() { std::ve| }");
  ok(library?.includes("vector") && !library.includes("while"));
  // A name of the library that the program uses keeps its header.
  const result = offer("int main() { std::map<int, int> m; ma| }");
  equals(result?.options.find(({ label }) => label === "map")?.detail, "<map>");
  ok(offered("#include <ve|")?.includes("vector"));
});

Deno.test("nothing is offered in comments, in texts, after one letter or after a number", () => {
  equals(offered("// the ve|"), null);
  equals(offered('auto s = "the ve|";'), null);
  equals(offered("int main() { v| }"), null);
  equals(offered("int main() { int x = 12| }"), null);
  ok(offered("int main() { v| }", true)?.includes("vector"));
});

Deno.test("an include is added below the last one of the program's beginning, once", () => {
  const added = (source: string, header = "vector") => {
    const { at, text } = includeLine(source, header);
    return source.slice(0, at) + text + source.slice(at);
  };
  equals(added("int main() {}\n"), "#include <vector>\nint main() {}\n");
  equals(
    added("// Sums.\n#include <iostream>\n\nint main() {}\n"),
    "// Sums.\n#include <iostream>\n#include <vector>\n\nint main() {}\n",
  );
  equals(
    added("#include <iostream>\nint x;\n#include <map>\n"),
    "#include <iostream>\n#include <vector>\nint x;\n#include <map>\n",
  );
  const asks = "To use std::vector, add #include <vector> at the top of the program.";
  equals(includeToAdd(asks, "#include <iostream>\n"), "vector");
  equals(includeToAdd(asks, "#include  <vector>\n"), null);
  equals(includeToAdd("The semicolon is missing.", ""), null);
});
