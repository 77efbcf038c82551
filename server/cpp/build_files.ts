/** The files of the C++ kit. They are stored compressed only: whole they have 93 MB more. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import {
  cachedKit,
  factsIn,
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

/** Returns the facts of the kit. The first call on a machine makes it, which takes some seconds. */
export async function kitFacts(options: { isBest?: boolean } = {}): Promise<KitFacts> {
  return await factsIn(await cachedKit(cppKit, options));
}

/** Returns the kit itself, for code that compiles where no client is built: the tests. */
export async function readKit(): Promise<
  { version: string; llvm: Uint8Array<ArrayBuffer>; sysroot: Uint8Array<ArrayBuffer> }
> {
  const folder = await cachedKit(cppKit, {});
  const { version, llvm, sysroot } = await factsIn<KitFacts>(folder);
  const read = async ({ file }: KitFile) =>
    new Uint8Array(await promisify(gunzip)(await readFile(join(folder, `${file}.gz`))));
  return { version, llvm: await read(llvm), sysroot: await read(sysroot) };
}
