/**
 * Makes the C++ kit from the compiler's package: the compiler, and one file with the headers, the
 * libraries and our runtime, which that very compiler compiles. The same package and the same
 * runtime give the same bytes, whatever machine they are made on.
 */
import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { extract } from "tar-stream";
import { CALLS_HEADER, compileArguments, STEPS_HEADER } from "./arguments.ts";
import { Cursor, sectionsOf } from "../languages/bytes.ts";
import { Dir } from "./files.ts";
import { likeGnu, RANDOM_HEADER } from "./gnu_headers.ts";
import { pack, type PackedFiles } from "./pack.ts";
import { runTool } from "./tool.ts";

const fromPackage = (name: string) => readFile(new URL(name, import.meta.resolve("@yowasp/clang")));
const fromRuntime = (name: string) => readFile(new URL(`runtime/${name}`, import.meta.url));

const RUNTIME = ["exceptions", "library", "memory", "checks", "input", "steps"];
const HEADERS = ["block.h", "report.h"];
/** The compiler's memory in pages of 64 KB: 512 MB. The whole standard library needs 200 MB. */
const COMPILER_PAGES = 8192;

const WANTED = [
  /^include\/c\+\+\/v1\/(?!__cxx03\/)(?!.*\.modulemap$)/,
  /^include\/wasm32-wasip1\/(?!.*__cxx03)/,
  /^include\/(__std(def|arg)_|__float_|std(def|arg|int|align|bool|noreturn|atomic|ckdint)\.h|float\.h|limits\.h|inttypes\.h|iso646\.h|tgmath\.h|unwind\.h|__stddef|__stdarg)/,
  /^lib\/wasm32-wasip1\/(crt1-command\.o|libc\+\+\.a|libc\+\+abi\.a|libc\.a|libc-printscan-long-double\.a|libsetjmp\.a|libwasi-emulated-(signal|process-clocks|getpid)\.a|libm\.a)$/,
  /^lib\/wasm32-unknown-wasip1\/libclang_rt\.builtins\.a$/,
];

/** The kit's two files, as they are before compression. */
export type Kit = { llvm: Uint8Array<ArrayBuffer>; sysroot: Uint8Array<ArrayBuffer> };

export async function makeKit(): Promise<Kit> {
  const [llvm, resources] = await Promise.all(
    ["llvm.core.wasm", "llvm-resources.tar"].map(fromPackage),
  );
  if (!llvm || !resources) throw new Error("The compiler's package is incomplete.");
  const files = await wantedFiles(resources);
  files.set("usr/include/bits/stdc++.h", await fromRuntime("stdc++.h"));
  files.set(STEPS_HEADER.slice(1), await fromRuntime("steps.h"));
  files.set(CALLS_HEADER.slice(1), await fromRuntime("calls.h"));
  files.set(RANDOM_HEADER.slice(1), await fromRuntime("random.h"));
  likeGnu(files);
  limitMemory(llvm, COMPILER_PAGES);
  const module = await WebAssembly.compile(llvm);
  for (const name of RUNTIME) {
    files.set(`usr/lib/sandbox/${name}.o`, await compileRuntime(module, files, name));
  }
  return { llvm, sysroot: pack(files) };
}

async function compileRuntime(module: WebAssembly.Module, files: PackedFiles, name: string) {
  const root = new Dir();
  for (const [path, bytes] of files) root.write(path, bytes, true);
  for (const header of HEADERS) root.write(header, await fromRuntime(header));
  root.write("runtime.cpp", await fromRuntime(`${name}.cpp`));
  const args = compileArguments({ standard: "c++20", optimise: 2 }, {
    input: "runtime.cpp",
    output: "runtime.o",
    isWatched: false,
  });
  const { stderr } = runTool(module, args, root);
  const object = root.read("runtime.o");
  if (!object || stderr !== "") throw new Error(`runtime/${name}.cpp does not compile: ${stderr}`);
  return object;
}

async function wantedFiles(tar: Uint8Array): Promise<PackedFiles> {
  const files: PackedFiles = new Map();
  const entries = extract();
  entries.end(tar);
  for await (const entry of entries) {
    const { name, type } = entry.header;
    const path = name.replace(/^\.\//, "").replace(/^usr\//, "");
    const bytes = await buffer(entry);
    if (type === "file" && WANTED.some((wanted) => wanted.test(path))) {
      files.set(`usr/${path}`, bytes);
    }
  }
  return files;
}

const MEMORY_SECTION = 5;

/** Lowers a module's most pages of memory: a program could make the compiler take 4 GB. */
function limitMemory(wasm: Uint8Array, pages: number): void {
  const memory = sectionsOf(wasm).get(MEMORY_SECTION) ?? new Uint8Array();
  const cursor = new Cursor(memory);
  const [count, hasMost, _least] = [cursor.number(), cursor.byte(), cursor.number()];
  if (count !== 1 || hasMost !== 1) {
    throw new Error("The compiler's memory has no limit that could be lowered.");
  }
  // Written with as many bytes as the number before, so that nothing moves.
  const most = cursor.rest();
  for (const at of most.keys()) {
    most[at] = (pages >> 7 * at) & 127 | (at + 1 === most.length ? 0 : 128);
  }
}
