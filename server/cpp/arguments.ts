/** The command lines of the compiler (`clang -cc1`), the linker (`wasm-ld`) and the symbolizer. */
import type { JudgeSettings } from "../languages/types.ts";

/** Undefined behaviour that a program notices while it runs: runtime/checks.cpp reports it. */
const CHECKS = [
  "signed-integer-overflow",
  "integer-divide-by-zero",
  "shift-exponent",
  "array-bounds",
  "null",
  "return",
  "unreachable",
  "vla-bound",
  "float-cast-overflow",
  "bool",
  "enum",
];
/** After these, a program goes on with the number that it would also have natively. */
const RECOVERS = [
  "signed-integer-overflow",
  "shift-exponent",
  "float-cast-overflow",
  "bool",
  "enum",
];

/** Files of the standard library are not checked, only the student's own. */
export const UNCHECKED = { path: "usr/lib/sandbox/unchecked.txt", content: "src:/usr/*\n" };

const TARGET = [
  ...["-triple", "wasm32-unknown-wasip1", "-target-cpu", "generic"],
  ...["exception-handling", "multivalue", "reference-types"].flatMap((feature) => [
    "-target-feature",
    `+${feature}`,
  ]),
  ...["-mrelocation-model", "static", "-mframe-pointer=none", "-mconstructor-aliases"],
  ...["-fvisibility=hidden", "-ffp-contract=off", "-fgnuc-version=4.2.1", "-fdeprecated-macro"],
];
/** Exceptions as WebAssembly's own, in the form that all of today's browsers understand. */
const EXCEPTIONS = [
  ...["-fcxx-exceptions", "-fexceptions", "-exception-model=wasm"],
  ...["-wasm-enable-eh", "-wasm-enable-sjlj", "-wasm-use-legacy-eh=true"].flatMap((option) => [
    "-mllvm",
    option,
  ]),
];
const INCLUDES = [
  ...["-resource-dir", "/usr", "-isysroot", "/usr"],
  ...["wasm32-wasip1/c++/v1", "c++/v1", ".", "wasm32-wasip1"].flatMap((folder) => [
    "-internal-isystem",
    folder === "." ? "/usr/include" : `/usr/include/${folder}`,
  ]),
  ...["SIGNAL", "PROCESS_CLOCKS", "GETPID"].map((name) => `-D_WASI_EMULATED_${name}`),
  "-D_GNU_SOURCE",
];
/** They end a bomb for the compiler. A browser worker's stack holds some 180 nested templates. */
const LIMITS = [
  ...["-ferror-limit", "20", "-fbracket-depth", "256"],
  ...["-fconstexpr-steps=100000", "-ftemplate-depth=128"],
];
/**
 * Which warnings there are: those of -Wall and -Wextra, without parameters that are not used. Two
 * more find mistakes that beginners make: a sum that is never set to 0, and a text alone as a
 * condition. A quote that is not closed does not compile in any case: as a warning, it would stand
 * behind the errors that follow from it. See also `isHarmless` in explain.ts.
 */
const MESSAGES = [
  ...["-Wall", "-Wextra", "-Wno-unused-parameter", "-Wimplicit-fallthrough"],
  ...["-Wconditional-uninitialized", "-Wstring-conversion", "-Werror=invalid-pp-token"],
  ...["-fno-caret-diagnostics", "-fdiagnostics-print-source-range-info"],
];
const WATCHED = [
  `-fsanitize=${CHECKS.join(",")}`,
  `-fsanitize-recover=${RECOVERS.join(",")}`,
  `-fsanitize-ignorelist=/${UNCHECKED.path}`,
  "-D_LIBCPP_HARDENING_MODE=_LIBCPP_HARDENING_MODE_DEBUG",
  // Line tables, so that a crash can name its line.
  ...["-debug-info-kind=line-tables-only", "-dwarf-version=4", "-fdebug-compilation-dir=/"],
];

/** A program whose cases are calls includes it before its own first line. */
export const CALLS_HEADER = "/usr/include/sandbox/calls.h";
/** A program that is traced includes it before its own first line. */
export const STEPS_HEADER = "/usr/include/sandbox/steps.h";
/** A traced program has the student's line numbers, but another text: so there are no warnings. */
const TRACED = ["-include", STEPS_HEADER, "-w"];
/** Calls runtime/steps.cpp before each store, so that it knows which variables are set. */
const STORES = ["-fsanitize-coverage-type=1", "-fsanitize-coverage-trace-stores"];

/** Made by steps/instrument.ts. "without stores": the compiler cannot watch every program's. */
export type TraceLevel = "with stores" | "without stores" | null;

type Input = {
  input: string;
  output: string;
  /** The file is a header that is to be precompiled. */
  isHeader?: boolean;
  precompiled?: string | null;
  /** False for the toolchain's own runtime: it has no checks and no line tables. */
  isWatched?: boolean;
  tracing?: TraceLevel;
  hasCalls?: boolean;
  /** There are hidden files: no message proposes their names, and no assembler reads them. */
  isHiding?: boolean;
};
const HIDING = ["-fno-spell-checking", "-fno-gnu-inline-asm"];

export function compileArguments(
  { standard, optimise }: { standard: string; optimise: 0 | 1 | 2 },
  input: Input,
): string[] {
  const { output, isHeader = false, precompiled = null, isWatched = true, tracing = null } = input;
  return [
    ...["clang", "-cc1", isHeader ? "-emit-pch" : "-emit-obj"],
    ...["-disable-free", "-clear-ast-before-backend", "-main-file-name", input.input],
    ...TARGET,
    ...EXCEPTIONS,
    ...INCLUDES,
    // The dialect that the compilers of most courses have by default.
    `-std=${standard.replace("c++", "gnu++")}`,
    `-O${optimise}`,
    ...LIMITS,
    ...MESSAGES,
    ...(isWatched ? WATCHED : []),
    // Each call of a function that the program does not have is an error.
    ...(input.hasCalls ? ["-include", CALLS_HEADER, "-ferror-limit", "60"] : []),
    ...(input.isHiding ? HIDING : []),
    ...(tracing ? TRACED : []),
    ...(tracing === "with stores" ? STORES : []),
    ...(isHeader || precompiled ? ["-fno-pch-timestamp"] : []),
    ...(isHeader ? ["-fpch-instantiate-templates"] : []),
    ...(precompiled ? ["-include-pch", precompiled] : []),
    ...["-o", output, "-x", isHeader ? "c++-header" : "c++", input.input],
  ];
}

/** The bytes of the stack that a program's large local variables are on. */
const STACK = 8 * 1024 * 1024;
/** `std::ios_base::clear`: runtime/input.cpp stands before it. */
const CLEAR = "_ZNSt3__28ios_base5clearEj";
/** Without the first before "c", a program that prints or reads a `long double` is ended by `abort`. */
const LIBRARIES = ["c++", "c++abi", "c-printscan-long-double", "c", "setjmp"];
const EMULATED = ["signal", "process-clocks", "getpid"];

/** What runtime/steps.cpp has in the place of the library's functions. */
const OF_STEPS = ["malloc", "calloc", "realloc", "free", "posix_memalign", "aligned_alloc"];

export function linkArguments(
  { memoryMb }: Pick<JudgeSettings, "memoryMb">,
  { objects, isTraced = false }: { objects: readonly string[]; isTraced?: boolean },
): string[] {
  return [
    ...["wasm-ld", "-m", "wasm32", "/usr/lib/wasm32-wasip1/crt1-command.o"],
    "/usr/lib/sandbox/exceptions.o",
    ...[
      ...objects,
      ...["library", "memory", "checks", "input"].map((name) => `/usr/lib/sandbox/${name}.o`),
    ],
    ...(isTraced ? ["/usr/lib/sandbox/steps.o", ...OF_STEPS.map((name) => `--wrap=${name}`)] : []),
    "-L/usr/lib/wasm32-wasip1",
    ...LIBRARIES.map((name) => `-l${name}`),
    ...EMULATED.map((name) => `-lwasi-emulated-${name}`),
    "/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a",
    ...["--wrap=__main_void", `--wrap=${CLEAR}`, "--export=__stack_pointer"],
    ...["-z", `stack-size=${STACK}`, `--max-memory=${memoryMb * 1024 * 1024}`],
    ...["-O0", "-o", "main.wasm"],
  ];
}

export const symbolizeArguments = (offsets: number[]): string[] => [
  ...["symbolizer", "--obj=main.wasm", "--output-style=JSON"],
  ...offsets.map((offset) => `0x${offset.toString(16)}`),
];
