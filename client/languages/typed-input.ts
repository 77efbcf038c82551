/** Input that is typed while a program runs. */
import { joined } from "../../server/languages/bytes.ts";
import type { Stream } from "../../server/languages/program_messages.ts";
import type { ProgramResult, ProgramRun, Runner } from "./engine.ts";

/** The most bytes that are typed into one run. */
const TYPED_MOST = 1024 * 1024;

export class TypedInput {
  readonly #onAsks: () => void;
  readonly #lines: Uint8Array<ArrayBuffer>[] = [];
  #give: ((bytes: Uint8Array<ArrayBuffer> | null) => void) | null = null;
  #bytes = 0;
  #isEnded = false;

  constructor(onAsks: () => void) {
    this.#onAsks = onAsks;
  }

  /** Adds a line with its newline. Beyond a bound, the input ends. */
  add(line: string): void {
    const bytes = new TextEncoder().encode(line);
    this.#bytes += bytes.length;
    if (this.#bytes > TYPED_MOST) return this.end();
    if (this.#isEnded) return;
    if (this.#give) this.#answer(bytes);
    else this.#lines.push(bytes);
  }

  end(): void {
    this.#isEnded = true;
    this.#answer(null);
  }

  #answer(bytes: Uint8Array<ArrayBuffer> | null): void {
    const give = this.#give;
    this.#give = null;
    give?.(bytes);
  }

  /** Calls `give` with the next line, at once if it has been typed already; null is the end. */
  #ask(give: (bytes: Uint8Array<ArrayBuffer> | null) => void): void {
    const typed = this.#lines.shift() ?? (this.#isEnded ? null : undefined);
    if (typed !== undefined) return give(typed);
    this.#give = give;
    this.#onAsks();
  }

  /**
   * Runs a program with this input. An engine that cannot suspend it stops it where it needs input;
   * then it is run again from the start with one line more, and what was shown is not shown again.
   */
  async run(program: Runner, run: ProgramRun): Promise<ProgramResult> {
    let input = run.input;
    let isInteractive = true;
    const shown = { stdout: 0, stderr: 0 };
    for (;;) {
      const printed = { stdout: 0, stderr: 0 };
      const onOutput = (stream: Stream, bytes: Uint8Array<ArrayBuffer>) => {
        const known = Math.max(0, shown[stream] - printed[stream]);
        printed[stream] += bytes.length;
        if (known < bytes.length) run.onOutput(stream, bytes.slice(known));
        shown[stream] = Math.max(shown[stream], printed[stream]);
      };
      const onAsks = () => this.#ask((bytes) => program.give(bytes));
      const result = await program.run({ ...run, input, isInteractive, onOutput, onAsks });
      if (result.end.ending !== "needs input") return result;
      const next = await new Promise<Uint8Array<ArrayBuffer> | null>((give) => {
        this.#ask(give);
      });
      if (next === null) isInteractive = false;
      else input = joined([input, next]);
    }
  }
}
