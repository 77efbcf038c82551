/**
 * Takes away what the host gives to a worker: the network, storage, messages, other workers, files.
 * Python can reach JavaScript's objects, and then finds nothing there but the language itself.
 */

/** What stays: the language, and what the interpreter needs of the host. None of it leads outside. */
const KEPT = new Set(
  ("globalThis Infinity NaN undefined Object Function Array Number parseFloat parseInt Boolean String " +
    "Symbol Date Promise RegExp Error AggregateError EvalError RangeError ReferenceError SyntaxError " +
    "TypeError URIError JSON Math Intl ArrayBuffer SharedArrayBuffer Atomics DataView Map Set WeakMap " +
    "WeakSet WeakRef BigInt Proxy Reflect Iterator FinalizationRegistry Int8Array Uint8Array " +
    "Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array BigInt64Array BigUint64Array " +
    "Float16Array Float32Array Float64Array SuppressedError DisposableStack AsyncDisposableStack " +
    "decodeURI decodeURIComponent encodeURI encodeURIComponent isFinite isNaN WebAssembly TextDecoder " +
    "TextEncoder URL DOMException AbortController AbortSignal Event EventTarget WorkerGlobalScope self " +
    "performance crypto setTimeout clearTimeout queueMicrotask")
    .split(" "),
);

/** The constructors by which any function leads to one that makes code of a text. */
const CODE_MAKERS = [
  () => {},
  async () => {},
  function* () {},
  async function* () {},
].map((one) => Object.getPrototypeOf(one));

/** Call it once, before the interpreter is loaded. */
export function closeRealm(): void {
  for (
    let at: object | null = globalThis;
    at !== null && at !== Object.prototype;
    at = Object.getPrototypeOf(at)
  ) {
    for (const name of Reflect.ownKeys(at)) {
      if (name === "constructor" || typeof name === "symbol" || KEPT.has(name)) continue;
      const isGone = Reflect.deleteProperty(at, name) ||
        Reflect.defineProperty(at, name, { value: undefined });
      // Some of a browser's constants cannot be deleted.
      const isConstant = typeof Reflect.getOwnPropertyDescriptor(at, name)?.value === "number";
      if (!isGone && !isConstant) throw new Error(`The worker cannot be closed: ${name} stays.`);
    }
  }
  for (const maker of CODE_MAKERS) {
    Object.defineProperty(maker, "constructor", { value: undefined });
  }
  // The interpreter and its libraries write to it.
  const nothing = () => {};
  Object.assign(globalThis, {
    console: { log: nothing, info: nothing, warn: nothing, error: nothing, debug: nothing },
  });
}
