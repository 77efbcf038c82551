/** Makes the files of the Python kit. */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  hashOf,
  type KitFile,
  type KitMaker,
  versionOf,
  writeFileOf,
} from "../languages/kit_files.ts";
import { readPackage } from "./build.ts";
import type { FromPython, ToPython } from "./program.ts";

export type PythonFacts = {
  /** The hash of its files. */
  version: string;
  wasm: KitFile;
  library: KitFile;
  /** The memory of a loaded interpreter. Only the server has it: a browser makes its own. */
  snapshot: { file: string };
};

const sources = new URL(".", import.meta.url);
/** The code that decides what the files contain. */
const BUILT_WITH = [
  "build.ts",
  "build_files.ts",
  "frames.ts",
  "harness.py",
  "interpreter.ts",
  "realm.ts",
  "steps/kinds.py",
  "steps/tracer.py",
  "steps/values.py",
  "../languages/bytes.ts",
  "../languages/kit_files.ts",
];

export const pythonKit: KitMaker = {
  name: "python",
  async fingerprint() {
    const manifest = new URL("package.json", import.meta.resolve("pyodide"));
    return await hashOf(await readFile(manifest), sources, BUILT_WITH);
  },
  async make(folder, quality): Promise<PythonFacts> {
    const { wasm: code, library: content, scripts } = await readPackage();
    const common = { quality, isAlsoWhole: true };
    const [wasm, library] = await Promise.all([
      writeFileOf(folder, { ...common, name: "python", extension: "wasm", content: code }),
      writeFileOf(folder, { ...common, name: "library", extension: "pack", content }),
    ]);
    for (const [name, text] of scripts) await writeFile(join(folder, name), text);
    const memory = await makeSnapshot(folder, code, content);
    const hash = createHash("sha256").update(memory).digest("hex").slice(0, 16);
    const snapshot = { file: `memory.${hash}.bin` };
    await writeFile(join(folder, snapshot.file), memory);
    return { version: versionOf(wasm, library), wasm, library, snapshot };
  },
};

/** Loads an interpreter from the folder's scripts, and returns its memory. */
async function makeSnapshot(
  folder: string,
  wasm: Uint8Array<ArrayBuffer>,
  library: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  const module = await WebAssembly.compile(wasm);
  const worker = new Worker(new URL("judge/program_worker.ts", import.meta.url), {
    type: "module",
    name: `${pathToFileURL(folder)}/`,
  });
  const snapshot = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
  worker.onmessage = ({ data }: MessageEvent<FromPython>) => {
    if (data.type === "snapshot") snapshot.resolve(data.bytes);
    if (data.type === "failed") snapshot.reject(new Error(data.reason));
  };
  const load: ToPython = { type: "load", kit: { module, library, snapshot: null } };
  const ask: ToPython = { type: "snapshot" };
  for (const request of [load, ask]) worker.postMessage(request);
  return await snapshot.promise.finally(() => worker.terminate());
}
