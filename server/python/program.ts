/** What a worker with an interpreter does: checks a program, or runs it once. */
import { callOf } from "../languages/calls.ts";
import { folderOf, type ProgramFiles } from "../languages/program_files.ts";
import { say } from "../languages/sentences/say.ts";
import type { ProgramMessage, RunRequest, Stream, Tell } from "../languages/program_messages.ts";
import { ProgramReport } from "../languages/program_report.ts";
import type { Diagnostic, ProgramEnd, SourceLine } from "../languages/types.ts";
import type { Trace } from "../languages/steps/trace.ts";
import { explainError, type PythonError } from "./explanations/errors.ts";
import { explainSyntax } from "./explanations/syntax.ts";
import { type Interpreter, type Kit, loadInterpreter, type Scripts } from "./interpreter.ts";
import { closeRealm } from "./realm.ts";

export type ToPython =
  /** Comes first, once. */
  | {
    type: "load";
    kit: Kit;
    /** The most bytes of memory beyond the interpreter's own. */
    memory?: number;
    seed?: number;
    stackKb?: number;
  }
  /** The memory of the interpreter, with which others load at once. */
  | { type: "snapshot" }
  /** Does not run it. */
  | { type: "check"; program: ProgramFiles }
  /** The worker runs one program, and nothing after it. That is stopped where it needs more input. */
  | RunRequest & {
    program: ProgramFiles;
    /** Its steps are told, for at most so many ms. */
    traceMs?: number;
  };

export type FromPython =
  | { type: "loaded" }
  | { type: "snapshot"; bytes: Uint8Array<ArrayBuffer> }
  | { type: "checked"; diagnostics: Diagnostic[] }
  | ProgramMessage<PythonEnd>;

export type PythonEnd = ProgramEnd & {
  /** Why not all steps are recorded, where the steps themselves do not say it. */
  traceLimit?: Trace["limit"];
  /** The interpreter itself broke down. In another one, the program may do well. */
  isBroken?: boolean;
};

/**
 * Returns what a worker does with its messages, in order.
 * @param scripts are loaded after the worker is closed
 * @param cpuMs the processor time of the worker's thread
 */
export function pythonWorker(
  scripts: () => Promise<Scripts>,
  tell: Tell<FromPython>,
  cpuMs?: () => number,
) {
  let interpreter: Interpreter | undefined;
  let program: RunningProgram | undefined;
  async function load({ kit, ...options }: ToPython & { type: "load" }): Promise<void> {
    closeRealm();
    const streams = {
      read: (most: number) => program?.read(most) ?? new Uint8Array(),
      write: (stream: Stream, bytes: Uint8Array) => program?.write(stream, bytes),
      onDisk: (bytes: number) => program?.onDisk(bytes),
    };
    interpreter = await loadInterpreter(await scripts(), kit, { ...options, streams });
    tell({ type: "loaded" });
  }
  async function answer(python: Interpreter, request: Exclude<ToPython, { type: "load" }>) {
    if (request.type === "snapshot") {
      const bytes = python.snapshot();
      return tell({ type: "snapshot", bytes }, [bytes.buffer]);
    }
    const { program: files } = request;
    if (request.type === "check") {
      const found: CheckerMessage[] = JSON.parse(await python.call("check", files));
      return tell({ type: "checked", diagnostics: diagnosticsOf(found, files) });
    }
    const start = cpuMs?.() ?? 0;
    program = new RunningProgram(python, request, (message, transfer) => {
      if (message.type === "ended" && cpuMs) message.cpuMs = cpuMs() - start;
      tell(message, transfer);
    });
    tell({ type: "started" });
    await program.run();
  }
  let queue = Promise.resolve();
  return (request: ToPython): void => {
    queue = queue.then(async () => {
      if (request.type === "load") await load(request);
      else if (interpreter) await answer(interpreter, request);
    }).catch((error) => tell({ type: "failed", reason: String(error) }));
  };
}

type CheckerMessage = Diagnostic & { type: string; file: string };

/** What is said of the student's own file, and the errors of given ones: nobody can change those. */
const diagnosticsOf = (found: CheckerMessage[], program: ProgramFiles): Diagnostic[] =>
  found.flatMap((one) => {
    const [own] = program.files;
    const { text } = folderOf(program).find(({ name }) => name === one.file) ?? {};
    if (text === undefined) return one.severity === "error" ? [HIDDEN] : [];
    if (one.file !== own.name && one.severity !== "error") return [];
    return [diagnosticOf(one, { text, isOwn: one.file === own.name })];
  });

const HIDDEN: Diagnostic = {
  severity: "error",
  message: "a hidden file of the question is not Python",
  explanation: say("hiddenNotPython"),
  line: 0,
  column: 1,
};

function diagnosticOf(
  { type, file, ...found }: CheckerMessage,
  { text, isOwn }: { text: string; isOwn: boolean },
): Diagnostic {
  const explanation = explainSyntax(found.message, found.line, text);
  return {
    ...found,
    message: `${type}: ${found.message}`,
    ...(explanation !== null && { explanation }),
    ...(!isOwn && { file }),
  };
}

/** As harness.py says it. */
const READS_AT_TOP = "the file itself reads input";

/** Why a call does not fit a program; null where the program itself failed. */
function unfitSentence({ type, message, name = "", of, frames }: PythonError): string | null {
  if (type === "EOFError" && message === READS_AT_TOP) {
    return say("caseReadsInput");
  }
  if (frames.length > 0) return null;
  switch (type) {
    case "NameError":
      return say("caseNoName", name);
    case "AttributeError":
      return say("caseNoMember", of, name);
    case "SyntaxError":
      return say("caseNotPython", message);
    case "TypeError":
      return say("caseDoesNotFit", message);
    default:
      return null;
  }
}

/** What the harness reports. */
type HarnessReport =
  & { areStepsLost: boolean }
  & (
    | { ending: "finished" }
    | { ending: "exit"; code: number }
    | { ending: "error"; error: PythonError }
  );

class RunningProgram {
  readonly #python: Interpreter;
  readonly #request: ToPython & { type: "run" };
  readonly #tell: Tell<FromPython>;
  readonly #report: ProgramReport;
  readonly #started = performance.now();
  readonly #call: string | undefined;
  /** Of a call, it only says which one it is. */
  readonly #input: Uint8Array;
  #inputAt = 0;
  #outputLeft: number;
  #disk = 0;
  #traceLimit: Trace["limit"] = null;
  #isEnded = false;

  constructor(python: Interpreter, request: ToPython & { type: "run" }, tell: Tell<FromPython>) {
    this.#python = python;
    this.#request = request;
    this.#call = callOf(request.program, new TextDecoder().decode(request.input.subarray(0, 20)));
    this.#input = this.#call === undefined ? request.input : new Uint8Array();
    this.#tell = tell;
    this.#outputLeft = request.limits.output;
    this.#report = new ProgramReport(tell);
  }

  async run(): Promise<void> {
    try {
      const { traceMs } = this.#request;
      const program = { ...this.#request.program, call: this.#call };
      const found: HarnessReport = JSON.parse(
        await (traceMs === undefined
          ? this.#python.call("run", program)
          : this.#python.trace(program, (bytes) => this.#step(bytes, traceMs))),
      );
      if (found.areStepsLost) this.#traceLimit = "lost";
      if (found.ending === "error") return this.#crashed(found.error);
      this.#end({ ending: "finished", exitCode: found.ending === "exit" ? found.code : 0 });
    } catch (error) {
      this.#broke(error);
    }
  }

  #crashed(error: PythonError): void {
    const isMemory = error.type === "MemoryError";
    const { files: [own, ...given] } = this.#request.program;
    const at = error.frames.findLast(({ file }) => file === own.name) ?? error.frames.at(-1);
    const { text } = given.find(({ name }) => name === at?.file) ?? own;
    const place: SourceLine = {
      line: at?.line ?? null,
      ...(at && at.file !== own.name && { file: at.file }),
    };
    const crash = {
      // That it has used up its memory is said in the same way in all languages.
      sentence: isMemory ? null : (this.#call !== undefined && unfitSentence(error)) ||
        explainError(error, { text, line: at?.line ?? 0 }),
      ...place,
      isMemory,
    };
    this.#end({ ending: "crashed", crash });
  }

  /** The interpreter itself has ended. */
  #broke(error: unknown): void {
    const message = String((error as Error | null)?.message ?? error);
    const [, code] = /\bexit\((\d+)\)/.exec(message) ?? [];
    if (code !== undefined) return this.#end({ ending: "finished", exitCode: Number(code) });
    const sentence = /call stack|recursion/i.test(message)
      ? say("nestedOrRecursive")
      : say("interpreterBroke");
    this.#end({ ending: "crashed", crash: { sentence, line: null }, isBroken: true });
  }

  /** Tells the end once. The receiver ends the worker: a program may catch what is thrown. */
  #end(end: Pick<PythonEnd, "ending"> & Partial<PythonEnd>): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#report.flush();
    this.#tell({
      type: "ended",
      end: {
        exitCode: null,
        stuck: null,
        warning: null,
        crash: null,
        memory: this.#python.memory(),
        ms: performance.now() - this.#started,
        traceLimit: this.#traceLimit,
        ...end,
      },
    });
  }

  #stop(ending: ProgramEnd["ending"]): never {
    this.#end({ ending });
    throw new Error(ending);
  }

  #step(bytes: Uint8Array<ArrayBuffer>, traceMs: number): void {
    if (this.#isEnded) return;
    const mayGoOn = this.#report.step(bytes, this.#inputAt);
    const isLate = performance.now() - this.#started > traceMs;
    if (mayGoOn && !isLate) return;
    if (mayGoOn) this.#traceLimit = "time";
    this.#stop("step limit");
  }

  read(most: number): Uint8Array {
    const { isInteractive, traceMs } = this.#request;
    const input = this.#input;
    if (isInteractive && this.#inputAt >= input.length) this.#stop("needs input");
    // Its steps show how far it has read: it gets no line before it asks for that.
    const lineEnd = traceMs === undefined ? 0 : input.indexOf(10, this.#inputAt) + 1;
    const end = Math.min(this.#inputAt + most, lineEnd || input.length);
    const part = input.subarray(this.#inputAt, end);
    this.#inputAt += part.length;
    return part;
  }

  write(stream: Stream, bytes: Uint8Array): void {
    if (this.#isEnded) return;
    const part = bytes.slice(0, this.#outputLeft);
    this.#outputLeft -= part.length;
    if (part.length > 0) this.#report.print(part, stream);
    if (part.length < bytes.length) this.#stop("output limit");
  }

  onDisk(bytes: number): void {
    this.#disk += bytes;
    if (this.#disk > this.#request.limits.disk) this.#stop("disk limit");
  }
}
