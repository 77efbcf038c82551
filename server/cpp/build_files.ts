/** The files of the C++ kit. They are stored compressed only: whole they have 93 MB more. */
import { readdir, readFile } from "node:fs/promises";
import {
  hashOf,
  type KitFile,
  type KitMaker,
  versionOf,
  writeFileOf,
} from "../languages/kit_files.ts";
import { makeKit } from "./build.ts";

export type KitFacts = {
  /** The hash of its files. */
  version: string;
  llvm: KitFile;
  sysroot: KitFile;
};

const sources = new URL(".", import.meta.url);
/** The code that decides what the files contain. */
const BUILT_WITH = [
  "arguments.ts",
  "build.ts",
  "build_files.ts",
  "gnu_headers.ts",
  "pack.ts",
  "../languages/bytes.ts",
  "../languages/kit_files.ts",
];

export const cppKit: KitMaker = {
  name: "cpp",
  /** The compiler's package, the runtime, and the code that builds. */
  async fingerprint() {
    const manifest = new URL("../package.json", import.meta.resolve("@yowasp/clang"));
    const runtime = (await readdir(new URL("runtime", sources))).map((name) => `runtime/${name}`);
    return await hashOf(await readFile(manifest), sources, [...BUILT_WITH, ...runtime.sort()]);
  },
  async make(folder, quality): Promise<KitFacts> {
    const kit = await makeKit();
    const [llvm, sysroot] = await Promise.all([
      writeFileOf(folder, { name: "llvm", extension: "wasm", content: kit.llvm, quality }),
      writeFileOf(folder, { name: "sysroot", extension: "pack", content: kit.sysroot, quality }),
    ]);
    return { version: versionOf(llvm, sysroot), llvm, sysroot };
  },
};
