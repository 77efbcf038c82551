/**
 * Takes the interpreter from its package, and gives its functions frames on the stack that it sees
 * (frames.ts). Its two scripts lose what makes code of a text or imports by a name, so that no
 * program can use them for that.
 */
import { readFile } from "node:fs/promises";
import { withFrames } from "./frames.ts";

const fromPackage = (name: string) => readFile(new URL(name, import.meta.resolve("pyodide")));

/** The package's scripts; both sides use them in this form. */
export const SCRIPTS = ["pyodide.mjs", "pyodide.asm.mjs"];

/** Returns a script of the package without `eval` and `import()`. */
export const tamed = (code: string): string =>
  code.replaceAll(/(?<![\w$.])(?:eval|import)\(/g, "tamed(")
    .replaceAll("import.meta.url", '"https://python.invalid/"')
    .replace(/\n\/\/# sourceMappingURL=.*/, "") +
  '\nfunction tamed() { throw new Error("This is not possible here."); }\n';

export type PythonFiles = {
  wasm: Uint8Array<ArrayBuffer>;
  library: Uint8Array<ArrayBuffer>;
  /** Name → text. */
  scripts: Map<string, string>;
};

export async function readPackage(): Promise<PythonFiles> {
  const bytes = async (name: string) => new Uint8Array(await fromPackage(name));
  const [wasm, library, ...scripts] = await Promise.all([
    bytes("pyodide.asm.wasm"),
    bytes("python_stdlib.zip"),
    ...SCRIPTS.map(async (name) => `${await fromPackage(name)}`),
  ]);
  if (!wasm || !library) throw new Error("The interpreter's package is incomplete.");
  return {
    wasm: withFrames(wasm),
    library,
    scripts: new Map(SCRIPTS.map((name, at) => [name, tamed(scripts[at] ?? "")])),
  };
}
