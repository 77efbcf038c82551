/** The worker that holds the compiler on the server: it takes up a thread while it compiles. */
import { Compiler } from "../compiler.ts";
import type { FromCompilerWorker, ToCompilerWorker } from "./worker_messages.ts";
import { unpack } from "../pack.ts";
import { USUAL_SETTINGS } from "../../languages/types.ts";

/** Compiled at the start, so that no student's program pays for what the first one costs. */
const FIRST = "#include <iostream>\nint main() { std::cout << 1; }\n";

let compiler: Compiler;

async function answer(request: ToCompilerWorker): Promise<FromCompilerWorker> {
  switch (request.type) {
    case "load": {
      const llvm = await WebAssembly.compile(await unzip(request.llvm));
      compiler = new Compiler(llvm, unpack(await unzip(request.sysroot)));
      compiler.compile(FIRST, USUAL_SETTINGS);
      return { type: "loaded" };
    }
    case "prepare":
      compiler.prepare(request.source, request.settings);
      return { type: "prepared" };
    case "compile": {
      const { wasm, diagnostics } = compiler.compile(request.source, request.settings);
      return { type: "compiled", diagnostics, wasm: wasm ?? null };
    }
    case "places":
      return { type: "places", places: compiler.places(request.wasm, request.stack) };
  }
}

const unzip = (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).bytes();

self.onmessage = async ({ data }: MessageEvent<ToCompilerWorker>) =>
  self.postMessage(await answer(data));
