/** Runs programs of Python in Deno as the judge does, each in a worker with a fresh interpreter. */
import { readdir, readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { parse } from "yaml";
import * as z from "zod";
import {
  type CaseResult,
  type Diagnostic,
  DISK_MOST,
  type RunSettings,
  USUAL_SETTINGS,
  VERDICTS,
} from "../../server/languages/types.ts";
import { programOf } from "../../server/languages/program_files.ts";
import { caseResult } from "../../server/languages/verdict.ts";
import { pythonFacts, pythonFolder } from "./built_kits.ts";
import type { Kit } from "../../server/python/interpreter.ts";
import type { FromPython, ToPython } from "../../server/python/program.ts";

const program = z.strictObject({
  name: z.string(),
  program: z.string(),
  input: z.string().default(""),
  /** The output that is expected. */
  output: z.string().default(""),
  settings: z.strictObject({ memoryMb: z.int(), outputKb: z.int() }).partial().default({}),
  /** By default `passed`; in `crashing.yaml` `crashed`. */
  verdict: z.enum(VERDICTS).optional(),
  /** What it writes before it crashes. */
  got: z.string().optional(),
  /** The beginning of the sentence. Without it, there is none. */
  sentence: z.string().optional(),
  /** The beginning of a warning's sentence. */
  warning: z.string().optional(),
  line: z.int().optional(),
});
export type PythonProgram = z.infer<typeof program>;

/** Reads the programs of one kind: tests/python/README.md describes the fields. */
export async function readPython(kind: string): Promise<PythonProgram[]> {
  return z.array(program).parse(parse(await readFile(`tests/python/${kind}.yaml`, "utf8")));
}

export const pythonKinds = async (): Promise<string[]> =>
  (await readdir("tests/python")).filter((name) => name.endsWith(".yaml"))
    .map((name) => name.replace(".yaml", ""));

async function readKit(): Promise<Kit> {
  const folder = await pythonFolder();
  const { wasm, library, snapshot } = await pythonFacts();
  const read = async (name: string) => new Uint8Array(await readFile(`${folder}/${name}`));
  return {
    module: await WebAssembly.compile(await read(wasm.file)),
    library: await read(library.file),
    snapshot: await read(snapshot.file),
  };
}
let kit: Promise<Kit> | undefined;
/** The usual settings of a program of Python. */
export const PYTHON: RunSettings = { ...USUAL_SETTINGS, languages: ["python"] };

export class Python implements Disposable {
  readonly #worker: Worker;

  private constructor(folder: string) {
    this.#worker = new Worker(
      import.meta.resolve("../../server/python/judge/program_worker.ts"),
      { type: "module", name: `${pathToFileURL(folder)}/` },
    );
  }

  static async start(memory?: number): Promise<Python> {
    const python = new Python(await pythonFolder());
    await python.ask(
      { type: "load", kit: await (kit ??= readKit()), memory },
      ({ type }) => type === "loaded" || undefined,
    );
    return python;
  }

  ask<T>(request: ToPython, take: (message: FromPython) => T | undefined): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#worker.onmessage = ({ data }: MessageEvent<FromPython>) => {
        if (data.type === "failed") return reject(new Error(data.reason));
        const taken = take(data);
        if (taken !== undefined) resolve(taken);
      };
      this.#worker.postMessage(request);
    });
  }

  check(source: string, settings: Partial<RunSettings> = {}): Promise<Diagnostic[]> {
    return this.ask(
      { type: "check", program: programOf(source, { ...PYTHON, ...settings }) },
      (message) => message.type === "checked" ? message.diagnostics : undefined,
    );
  }

  [Symbol.dispose](): void {
    this.#worker.terminate();
  }
}

export async function runPython(
  one: PythonProgram,
  given: Pick<RunSettings, "fileName" | "files" | "calls"> = {},
): Promise<CaseResult> {
  const settings = { ...USUAL_SETTINGS, ...one.settings };
  using python = await Python.start(settings.memoryMb * 1024 * 1024);
  const text = { stdout: "", stderr: "" };
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  const end = await python.ask({
    type: "run",
    program: programOf(one.program, { ...PYTHON, ...given }),
    input: new TextEncoder().encode(one.input),
    limits: { output: settings.outputKb * 1024, disk: DISK_MOST },
    isInteractive: false,
  }, (message) => {
    if (message.type === "ended") return message.end;
    if (message.type !== "output") return undefined;
    text[message.stream] += decoders[message.stream].decode(message.bytes, { stream: true });
  });
  const printed = { output: text.stdout, errors: text.stderr };
  return caseResult({ ...printed, end, settings, expected: one.output });
}
