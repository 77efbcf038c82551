/** Runs one tool of the compiler package (they are one WebAssembly module) on files in memory. */
import type { Dir } from "./files.ts";
import { wasi } from "./wasi/wasi.ts";

/** A tool that says more than this is ended. */
const TEXT_MOST = 2_000_000;

export type ToolResult = {
  code: number;
  stdout: string;
  stderr: string;
  /** Why the tool did not come to its end by itself. */
  fault: "nested" | "memory" | "talkative" | "large" | "broken" | null;
};

class Talkative extends Error {}
class Large extends Error {}

/** @param diskMost the most bytes that it may write */
export function runTool(
  llvm: WebAssembly.Module,
  args: string[],
  root: Dir,
  diskMost = Infinity,
): ToolResult {
  const text = { stdout: "", stderr: "" };
  const listen = (stream: "stdout" | "stderr") => {
    const decoder = new TextDecoder();
    return (bytes: Uint8Array<ArrayBuffer>) => {
      text[stream] += decoder.decode(bytes, { stream: true });
      if (text[stream].length > TEXT_MOST) throw new Talkative();
    };
  };
  let code: number | undefined;
  const host = wasi({
    args,
    root,
    stdin: () => null,
    stdout: listen("stdout"),
    stderr: listen("stderr"),
    diskMost,
    onDiskFull: () => {
      throw new Large();
    },
    onExit: (exitCode) => code = exitCode,
  });
  const instance = new WebAssembly.Instance(llvm, { wasi_snapshot_preview1: host.imports });
  host.attach(instance);
  try {
    (instance.exports._start as () => void)();
  } catch (error) {
    if (code === undefined) return { code: 70, ...text, fault: faultOf(error, text.stderr) };
  }
  return { code: code ?? 0, ...text, fault: null };
}

function faultOf(error: unknown, stderr: string): ToolResult["fault"] {
  if (error instanceof Talkative) return "talkative";
  if (error instanceof Large) return "large";
  if (/out of memory|bad_alloc|allocation failed/i.test(stderr)) return "memory";
  const message = String((error as Error | null)?.message ?? error);
  // A tool whose own stack is used up accesses what is beyond its memory.
  const isNested = /call stack|recursion|stack size|stack overflow|out of bounds/i.test(message);
  return isNested ? "nested" : "broken";
}
