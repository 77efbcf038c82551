/** Whether this browser can run the compiler. */

/**
 * A module whose one function has a `try` and a `catch_all`: the form of exceptions that the
 * compiler and the programs use.
 */
const WITH_EXCEPTIONS = new Uint8Array(
  // deno-fmt-ignore
  [
    0, 97, 115, 109, 1, 0, 0, 0, // magic number, version
    1, 4, 1, 96, 0, 0, // the type of a function without parameters and results
    3, 2, 1, 0, // one function of that type
    10, 8, 1, 6, 0, 6, 64, 25, 11, 11, // its body: try, catch_all, end, end
  ],
);

/** In GB; browsers that tell it round it to a power of two, and tell at most some. */
const MEMORY_LEAST = 4;

/** Returns a sentence on why programs cannot run in this browser; null if they can. */
export function unsupported(): string | null {
  if (typeof WebAssembly !== "object" || typeof Worker !== "function") {
    return "This browser cannot run WebAssembly.";
  }
  if (!WebAssembly.validate(WITH_EXCEPTIONS)) {
    return "This browser is too old to run C++: it does not know WebAssembly's exceptions.";
  }
  const { deviceMemory } = navigator as Navigator & { deviceMemory?: number };
  if (deviceMemory !== undefined && deviceMemory < MEMORY_LEAST) {
    return `This device has about ${deviceMemory} GB of memory. Running C++ here needs ${MEMORY_LEAST} GB.`;
  }
  return null;
}
