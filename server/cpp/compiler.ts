/** Compiles and links a program, and finds the lines of a crash. It runs in browsers and in Deno. */
import {
  compileArguments,
  linkArguments,
  symbolizeArguments,
  type TraceLevel,
  UNCHECKED,
} from "./arguments.ts";
import { CALLS_INCLUDES, callsText, type CallText, unfitSentence } from "./calls.ts";
import {
  HIDDEN_FILE,
  linesOf,
  readDiagnostics,
  readLinkErrors,
  readUnfitCalls,
  type UnfitCall,
} from "./explanations/diagnostics.ts";
import { explain } from "./explanations/explain.ts";
import { Dir, File } from "./files.ts";
import { bestIncludes, includesKey, leadingIncludes } from "./includes.ts";
import { THREADS } from "./explanations/headers.ts";
import { includesIn } from "./explanations/includes.ts";
import type { PackedFiles } from "./pack.ts";
import { framesOf } from "./stack.ts";
import { runTool, type ToolResult } from "./tool.ts";
import { sectionsOf } from "../languages/bytes.ts";
import { type ProgramFiles, programOf, tooLong } from "../languages/program_files.ts";
import {
  type Diagnostic,
  type GivenFile,
  PROGRAM_MOST,
  type RunSettings,
} from "../languages/types.ts";

/** How many precompiled includes a compiler keeps, at 10 to 40 MB each. */
const PRECOMPILED_KEPT = 3;
const FRAMES_MOST = 40;

/** An object file has all global zeros, so its limit is the program's memory and its code. */
const OBJECT_EXTRA_MB = 32;

/** The names of our own files: a program's has no plus. */
const OWN = { includes: "+includes.h", precompiled: "+includes.pch" };

/** So often is a program compiled again, without the calls that do not fit it. */
const TRIES_MOST = 6;

type CompileInput = {
  /** Null for a program as it was written. */
  tracing: TraceLevel;
  /** What is compiled after the file that is started; null where no case is a call. */
  after: string | null;
  needsMain: boolean;
};

export type Compilation =
  & { diagnostics: Diagnostic[] }
  & ({ ok: true; wasm: Uint8Array<ArrayBuffer> } | { ok: false; wasm?: undefined });

export type StackFrame = { function: string; file: string; line: number; column: number };

export class Compiler {
  readonly #base = new Dir();
  /** Key → precompiled includes; the least recently used one comes first. */
  readonly #precompiled = new Map<string, File>();

  constructor(readonly llvm: WebAssembly.Module, files: PackedFiles) {
    for (const [name, bytes] of files) this.#base.write(name, bytes, true);
    this.#base.write(UNCHECKED.path, UNCHECKED.content, true);
  }

  /** Names the includes of a program under these settings; null where it begins with none. */
  keyOf(source: string, settings: RunSettings): string | null {
    const { files, start } = programOf(source, settings);
    const { text = "" } = files.find(({ name }) => name === start) ?? {};
    return keyOfFile(settings.calls ? CALLS_INCLUDES + text : text, settings);
  }

  has(key: string): boolean {
    return this.#precompiled.has(key);
  }

  /** Takes includes that an earlier compiler of the same version precompiled. */
  cache(key: string, bytes: Uint8Array): void {
    this.#cache(key, new File(bytes, true));
  }

  /**
   * Precompiles the includes of a program. Returns null where it begins with none, where they are
   * there already, and where they do not compile.
   */
  precompile(source: string, settings: RunSettings): Uint8Array<ArrayBuffer> | null {
    const key = this.keyOf(source, settings);
    if (key === null) return null;
    const had = this.#precompiled.get(key);
    if (had) {
      this.#cache(key, had);
      return null;
    }
    const root = this.#base.overlay();
    root.write(OWN.includes, key);
    const { includes: input, precompiled: output } = OWN;
    const { code } = this.#run(
      compileArguments(settings, { input, output, isHeader: true, isHiding: isHiding(settings) }),
      root,
    );
    const bytes = code === 0 ? root.read(OWN.precompiled) ?? null : null;
    if (bytes) this.cache(key, bytes);
    return bytes;
  }

  /** Precompiles the includes of a program if none are there that it can use. */
  prepare(source: string, settings: RunSettings): void {
    if (this.#usable(this.keyOf(source, settings)) === null) this.precompile(source, settings);
  }

  /** The precompiled includes that have most of a file's own. */
  #usable(key: string | null): string | null {
    return bestIncludes(this.#precompiled.keys(), key);
  }

  /**
   * Compiles with precompiled includes: each file of the program that is a unit of its own. A call
   * that does not fit the program says so when it is made.
   * @param tracing null for a program as it was written
   */
  compile(source: string, settings: RunSettings, tracing: TraceLevel = null): Compilation {
    const program = programOf(source, settings);
    const lines = linesOf(program);
    const refused = tracing ? null : refusalOf(source, settings);
    if (refused) return { ok: false, diagnostics: explain([refused], lines) };
    const { calls } = settings;
    if (!calls) return this.#compile(source, settings, { tracing, after: null, needsMain: true });
    const needsMain = calls.includes(null);
    let texts = calls.map((call): CallText | null => call === null ? null : { call });
    for (let tries = 1;; tries++) {
      const after = callsText(texts);
      const made = this.#compile(source, settings, { tracing, after, needsMain });
      if (made.unfit.length === 0 || tries === TRIES_MOST) return made;
      if (tries === 1) {
        const alone = this.#compile(source, settings, { tracing, after: "", needsMain: false });
        if (!alone.ok) return alone;
      }
      texts = texts.map((text, place) => text && withoutUnfit(text, place, made.unfit));
    }
  }

  #compile(
    source: string,
    settings: RunSettings,
    { tracing, after, needsMain }: CompileInput,
  ): Compilation & { unfit: UnfitCall[] } {
    const program = programOf(source, settings);
    const lines = linesOf(program);
    this.prepare(source, settings);
    const root = this.#base.overlay();
    for (const { name, text, hidden } of program.files) {
      const whole = name === program.start && after !== null ? text + after : text;
      root.write(name, hidden ? `#line 1 "${HIDDEN_FILE}"\n${whole}` : whole);
    }
    const units = unitsOf(program).map((file, at) => ({ file, output: `+${at}.o` }));
    const ran = units.map((unit) =>
      this.#compileUnit(unit, {
        root,
        settings,
        tracing,
        hasCalls: after !== null && unit.file.name === program.start,
      })
    );
    let diagnostics = ran.flatMap(({ stderr }) => readDiagnostics(stderr, lines));
    const objects = units.map(({ output }) => output);
    const linked = ran.some(({ code }) => code !== 0) ? null : this.#run(
      linkArguments(settings, { objects, isTraced: tracing !== null }),
      root,
      PROGRAM_MOST,
    );
    const wasm = linked?.code === 0 ? root.read("main.wasm") : undefined;
    if (linked) diagnostics.push(...readLinkErrors(linked.stderr, lines));
    if (wasm && needsMain && lacksMain(wasm)) diagnostics.push(error("undefined symbol: main"));
    if (wasm && objects.some((one) => startsThread(root, one))) {
      diagnostics.push(error("threads cannot be started here", lineOf(source, THREADS)));
    }
    if (program.start !== program.files[0].name) diagnostics = withOneMain(diagnostics);
    const isLarge = ran.some(({ fault }) => fault === "large");
    const fault = isLarge
      ? error("maximum memory too small: the global variables do not fit")
      : ran.map(faultOf).find((one) => one !== null) ?? (linked && faultOf(linked));
    const isUsable = wasm !== undefined && !diagnostics.some(isError);
    // An error that says nothing of itself must not end in silence.
    if (fault || (!isUsable && !diagnostics.some(isError))) {
      diagnostics.push(fault ?? error("the compiler ended with an error of its own"));
    }
    const unfit = ran.flatMap(({ stderr }) => readUnfitCalls(stderr));
    const rest = { diagnostics: explain(diagnostics, lines), unfit };
    return isUsable ? { ok: true, wasm, ...rest } : { ok: false, ...rest };
  }

  #compileUnit(
    { file, output }: { file: GivenFile; output: string },
    { root, settings, tracing, hasCalls }: {
      root: Dir;
      settings: RunSettings;
      tracing: TraceLevel;
      hasCalls: boolean;
    },
  ): ToolResult {
    const text = hasCalls ? CALLS_INCLUDES + file.text : file.text;
    const key = this.#usable(keyOfFile(text, settings));
    const includes = this.#precompiled.get(key ?? "");
    if (key !== null && includes) {
      this.#cache(key, includes);
      root.entries.set(OWN.precompiled, includes);
      root.write(OWN.includes, key);
    }
    const precompiled = includes ? OWN.precompiled : null;
    const objectMost = (settings.memoryMb + OBJECT_EXTRA_MB) * 1024 * 1024;
    const args = compileArguments(settings, {
      input: file.name,
      output,
      precompiled,
      tracing,
      hasCalls,
      isHiding: isHiding(settings),
    });
    return this.#run(args, root, objectMost);
  }

  /** Returns the places that the engine's stack of a crash names, the innermost first. */
  places(wasm: Uint8Array, stack: string): StackFrame[] {
    const start = codeStart(wasm);
    const frames = framesOf(stack).slice(0, FRAMES_MOST);
    if (frames.length === 0) return [];
    const root = new Dir();
    root.write("main.wasm", wasm);
    const { stdout } = this.#run(symbolizeArguments(frames.map(({ at }) => at - start)), root);
    if (!stdout.startsWith("[")) return [];
    return (JSON.parse(stdout) as SymbolizerReply[]).flatMap(({ Symbol = [] }, index) =>
      Symbol.filter(({ FileName }) => FileName !== "").map(({ FunctionName, ...place }) => ({
        // Line tables name inlined functions only; the engine names the others.
        function: FunctionName || (frames[index]?.name ?? ""),
        file: place.FileName,
        line: place.Line,
        column: place.Column,
      }))
    );
  }

  #run(args: string[], root: Dir, diskMost?: number): ToolResult {
    return runTool(this.llvm, args, root, diskMost);
  }

  #cache(key: string, file: File): void {
    this.#precompiled.delete(key);
    const [oldest] = this.#precompiled.keys();
    if (this.#precompiled.size >= PRECOMPILED_KEPT && oldest) this.#precompiled.delete(oldest);
    this.#precompiled.set(key, file);
  }
}

/** A call without `using namespace std`, if a name was found twice, or else with why it does not fit. */
function withoutUnfit(text: CallText, place: number, unfit: readonly UnfitCall[]): CallText {
  const one = unfit.find((one) => one.place === place);
  if (!one || text.unfit !== undefined) return text;
  return !text.isPlain && one.message.includes("ambiguous")
    ? { ...text, isPlain: true }
    : { ...text, unfit: unfitSentence(one) };
}

const isError = ({ severity }: Diagnostic) => severity === "error";
const error = (message: string, line = 1): Diagnostic => ({
  severity: "error",
  message,
  line,
  column: 1,
});

const isHiding = ({ files }: RunSettings): boolean => files?.some(({ hidden }) => hidden) ?? false;

/** Precompiled includes fit only where they were compiled in the same way. */
function keyOfFile(text: string, settings: RunSettings): string | null {
  const includes = leadingIncludes(text);
  return includes === ""
    ? null
    : includesKey({ ...settings, isHiding: isHiding(settings) }, includes);
}

/** What is compiled by itself: the file with `main`, and each .cpp that no other file includes. */
function unitsOf({ files, start }: ProgramFiles): GivenFile[] {
  const isIncluded = (name: string) =>
    files.some((one) => one.name !== name && includesIn(one.text).includes(name));
  return files.filter(({ name }) => name === start || (name.endsWith(".cpp") && !isIncluded(name)));
}

/** A second main is the student's. The linker also names what the compiler makes of it. */
const withOneMain = (diagnostics: Diagnostic[]): Diagnostic[] =>
  diagnostics.filter(({ message }) => !/^duplicate symbol: __\w*main/.test(message)).map((one) =>
    /^(?:redefinition of 'main'|duplicate symbol: main)\b/.test(one.message)
      ? { ...one, message: "the question has main already" }
      : one
  );

/** A directive that takes in a file as data. A line may be continued, and have comments. */
const EMBED = /(?:^|\n)\s*(?:\/\*[^]*?\*\/\s*)*(?:#|%:)\s*(?:\/\*[^]*?\*\/\s*)*embed\b/;

/** Refuses what the compiler is not even asked. */
function refusalOf(source: string, settings: RunSettings): Diagnostic | null {
  const tooMuch = tooLong(source);
  if (tooMuch) return error(tooMuch);
  const lines = source.split("\n");
  const line = lines.findIndex((text) => text.includes("\0"));
  if (line !== -1) {
    return error("the program contains a character that is not text (NUL)", line + 1);
  }
  if (isHiding(settings) && EMBED.test(source.replace(/\\[ \t]*\r?\n/g, ""))) {
    const before = source.slice(0, source.search(/embed/));
    return error("#embed is not possible here", before.split("\n").length);
  }
  const long = longExpression(source);
  return long === null ? null : error(FAULTS.nested, source.slice(0, long).split("\n").length);
}

/**
 * The most operators of one expression. Each is nested in the next one, and the compiler's time
 * grows with the square of their number: it takes 2 s for 1000, and ten times as long for 4000.
 */
const OPERATORS_MOST = 1000;
/**
 * Texts, characters and comments; what separates expressions; operators. A text that is not closed
 * ends at its line: to look for its end again and again would take time that grows with the square.
 */
const TOKEN =
  /R"([^()\\\s]{0,16})\([^]*?(?:\)\1"|$)|(?<quote>["'])(?:\\[^]|(?!\k<quote>)[^\\\n])*(?:\k<quote>|\\?$|(?=\n))|\/\/.*|\/\*[^]*?(?:\*\/|$)|(?<end>[,;{}])|(?<operator>[-+*/%&|^<>=!?~]+)/g;

/** Returns where an expression with too many operators begins, or null. */
function longExpression(source: string): number | null {
  let [begin, operators] = [0, 0];
  for (const { index, groups } of source.matchAll(TOKEN)) {
    if (groups?.end) operators = 0;
    if (!groups?.operator) continue;
    operators += 1;
    if (operators === 1) begin = index;
    if (operators > OPERATORS_MOST) return begin;
  }
  return null;
}

const FAULTS: Record<NonNullable<ToolResult["fault"]>, string> = {
  nested: "the program is nested too deeply for the compiler",
  memory: "the compiler needs too much memory for the program",
  talkative: "the compiler has too much to say about the program",
  large: `the compiled program is larger than ${PROGRAM_MOST / 1024 / 1024} MB`,
  broken: "the compiler stopped at the program: an error of the compiler itself",
};

function faultOf({ fault }: ToolResult): Diagnostic | null {
  return fault ? error(FAULTS[fault]) : null;
}

/** The object file names all functions of other files that the program calls. */
function startsThread(root: Dir, name: string): boolean {
  const object = root.find(name);
  return object instanceof File &&
    indexOfText(object.bytes(), "pthread_create") !== -1;
}

/** Returns the first line with this text that is no #include, or 1. */
function lineOf(source: string, text: RegExp): number {
  const lines = source.split("\n");
  return Math.max(0, lines.findIndex((line) => text.test(line) && !/^\s*#/.test(line))) + 1;
}

/** The linker puts a function that stops into the place of a missing `main`. */
function lacksMain(wasm: Uint8Array): boolean {
  const marker = "undefined_weak:";
  const text = new TextDecoder();
  for (let at = 0; (at = indexOfText(wasm, marker, at)) !== -1; at += marker.length) {
    const start = at + marker.length;
    if (/^\w*main/.test(text.decode(wasm.subarray(start, start + 32)))) return true;
  }
  return false;
}

function indexOfText(bytes: Uint8Array, text: string, from = 0): number {
  const wanted = new TextEncoder().encode(text);
  const first = wanted[0] ?? 0;
  for (let at = bytes.indexOf(first, from); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  return -1;
}

type SymbolizerReply = {
  Symbol?: { FunctionName: string; FileName: string; Line: number; Column: number }[];
};

const CODE_SECTION = 10;

/** Returns where the content of the code section begins: debug information counts from there. */
const codeStart = (wasm: Uint8Array): number =>
  (sectionsOf(wasm).get(CODE_SECTION)?.byteOffset ?? 0) - wasm.byteOffset;
