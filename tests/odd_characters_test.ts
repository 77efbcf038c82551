/** Characters of a document in a program: they are named, and become plain ones outside of texts. */
import { strictEqual as is } from "node:assert/strict";
import {
  plainCharacters,
  withoutMarks,
  withPlainCharacters,
} from "../server/languages/odd_characters.ts";
import { explainOddNamed } from "../server/languages/odd_sentences.ts";

Deno.test("odd characters become plain ones, but not in texts and comments", () => {
  const cpp = withPlainCharacters(
    "int n = 10 – 3；\u200b // “kept” – here\ncout << “n’s – “ << ‘\\n’；\n" +
      'string name = "Zoë ’s “book”\u00a0";\n',
    "cpp",
  );
  is(
    cpp,
    "int n = 10 - 3; // “kept” – here\ncout << \"n’s – \" << '\\n';\n" +
      'string name = "Zoë ’s “book”\u00a0";\n',
  );
  const python = "print（“Bye” – 1）  # ‘kept’\n'''“\n–'''\nif a ≤ b:\n";
  is(
    withPlainCharacters(python, "python"),
    "print(\"Bye\" - 1)  # ‘kept’\n'''“\n–'''\nif a <= b:\n",
  );
  is(
    plainCharacters("x = “a”", { line: 1, language: "python" })?.offer,
    "Replace by straight quotes",
  );
  is(
    plainCharacters("x = 1；", { line: 1, language: "cpp" })?.offer,
    "Replace by plain characters",
  );
  is(plainCharacters('x = "“"', { line: 1, language: "python" }), null);
});

Deno.test("what nobody sees is taken out of a pasted program, and named where it stays", () => {
  is(withoutMarks('\ufeffif x:\n\u00a0\u00a0print("\u00a0")'), 'if x:\n  print("\u00a0")');
  is(
    explainOddNamed("unexpected character <U+200B>"),
    "Here stands a zero-width space (U+200B), which nobody sees: remove it.",
  );
  is(explainOddNamed("unexpected character <U+0041>"), null);
});
