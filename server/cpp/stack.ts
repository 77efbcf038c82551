/** Reads the stacks of engines: which functions of a program were running. */

/** `at` is an offset in the WebAssembly file. The name is "" where the engine gives none. */
export type Frame = { name: string; at: number };

/** V8: `at add(int, int) (wasm://wasm/0a1b:wasm-function[12]:0x3f)`. */
const OF_V8 = /^\s*at (?:(.*) \()?\S*wasm-function\[\d+\]:0x([0-9a-f]+)\)?$/;
/** Firefox: `add(int, int)@http://… line 5 > WebAssembly.Module:wasm-function[12]:0x3f`. */
const OF_FIREFOX = /^(.*?)@.*wasm-function\[\d+\]:0x([0-9a-f]+)$/;

export function framesOf(stack: string): Frame[] {
  return stack.split("\n").flatMap((line) => {
    const [, name = "", at] = OF_V8.exec(line) ?? OF_FIREFOX.exec(line) ?? [];
    return at === undefined ? [] : [{ name: plainName(name), at: parseInt(at, 16) }];
  });
}

/** Returns a function's name without its parameters; "" for a lambda function, which has none. */
function plainName(name: string): string {
  const plain = name.replace(/^.*\.wasm\./, "").replaceAll("std::__2::", "std::")
    .replaceAll("(anonymous namespace)::", "").replace(/(?<!operator)\(.*$/, "");
  return /\$_\d|lambda/.test(plain) ? "" : plain;
}
