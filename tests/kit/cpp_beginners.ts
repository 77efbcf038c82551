/**
 * The programs in tests/cpp/beginners: what the compiler says of each, and the sentence that has to
 * stand first. tests/cpp/README.md describes the fields.
 */
import { readdir, readFile } from "node:fs/promises";
import { parse } from "yaml";
import * as z from "zod";
import { linesOf, readDiagnostics } from "../../server/cpp/explanations/diagnostics.ts";
import { explain } from "../../server/cpp/explanations/explain.ts";
import type { Diagnostic } from "../../server/languages/types.ts";

const beginner = z.strictObject({
  name: z.string(),
  program: z.string(),
  says: z.string(),
  line: z.int(),
  sentence: z.string(),
});
export type Beginner = z.infer<typeof beginner>;

const folder = new URL("../cpp/beginners/", import.meta.url);

export async function readBeginners(): Promise<Beginner[]> {
  const files = (await readdir(folder)).sort();
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), "utf8")));
  return texts.flatMap((text) => z.array(beginner).parse(parse(text)));
}

/** What our side makes of the recorded messages. */
export function explainRecorded(
  { program, says }: Pick<Beginner, "program" | "says">,
): Diagnostic[] {
  const stderr = says.trimEnd().split("\n").map((line) => `main.cpp:${line}`).join("\n");
  const lines = linesOf({ files: [{ name: "main.cpp", text: program }] });
  return explain(readDiagnostics(stderr, lines), lines);
}

/** What a reader sees of messages, without the marked places in the editor. */
export const seen = (diagnostics: Diagnostic[]): string[] =>
  diagnostics.map(({ severity, line, message, explanation }) =>
    `${line}: ${severity}: ${message}${explanation === undefined ? "" : ` (${explanation})`}`
  );
