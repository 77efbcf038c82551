/**
 * Environment variables with which a server needs little memory. `deno task start` and the image
 * set the same.
 */
export const MEMORY_SETTINGS = {
  MALLOC_ARENA_MAX: "2",
  MALLOC_MMAP_THRESHOLD_: "131072",
  DENO_V8_FLAGS: "--max-semi-space-size=4,--heap-growing-percent=100",
};
