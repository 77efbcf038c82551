/** A process of the judge, as the server sees it: messages in order, and killed when it is late. */
import { fileURLToPath } from "node:url";
import { frames, lengthOf, parsed } from "./frames.ts";
import type { CpuReport, FromProcess, Role } from "./messages.ts";
import { PROGRAM_MOST } from "../types.ts";

/**
 * A process that has been silent for so long is stuck. One that is at work says so twice a
 * second; on a busy machine it may wait long for its first ones.
 */
const SILENCE_MS = 180_000;
/** A process that says no more has ended by itself within this time. */
const ENDING_MS = 30_000;

export class JudgeChild {
  isAlive = true;
  /** Its processor time so far, as it last told: in milliseconds. */
  cpuMs = 0;
  /** Gets the processor time that it has taken since it was told last, in milliseconds. */
  onSpent: ((ms: number) => void) | undefined;
  /** Resolves when the process has ended: whether something from outside has ended it. */
  readonly ended: Promise<{ wasKilled: boolean }>;
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #frames: AsyncGenerator<Uint8Array<ArrayBuffer>>;
  /** Whether it says no more, because it is ending by itself. */
  #isEnding = false;
  /** The end of what it has written to standard error. */
  #errors = "";

  /**
   * @param niceness from 0 to 19: how far other processes come first
   * @param memoryMb of the program that it runs
   */
  constructor(role: Role, niceness: number, memoryMb?: number) {
    this.#child = new Deno.Command(fileURLToPath(new URL("./judge.sh", import.meta.url)), {
      args: [role, `${niceness}`, ...memoryMb === undefined ? [] : [`${memoryMb}`]],
      clearEnv: true,
      env: { PATH: "/usr/local/bin:/usr/bin:/bin", DENO_NO_UPDATE_CHECK: "1" },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#frames = frames(this.#child.stdout, PROGRAM_MOST);
    const errors = this.#keepErrors(this.#child.stderr);
    this.ended = Promise.all([this.#child.status, errors]).then(([{ signal }]) => {
      this.isAlive = false;
      return { wasKilled: signal === "SIGKILL" };
    });
  }

  get errors(): string {
    return this.#errors;
  }

  kill(): void {
    this.isAlive = false;
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
  }

  /** Ends it unless it is ending by itself. @returns whether something outside has ended it */
  async end(): Promise<{ wasKilled: boolean }> {
    if (!this.#isEnding) this.kill();
    const timer = setTimeout(() => this.kill(), ENDING_MS);
    return await this.ended.finally(() => clearTimeout(timer));
  }

  /** Returns its next message; null when it has ended, or was ended because it is stuck. */
  async next(): Promise<FromProcess | null> {
    for (let frame; (frame = await this.nextBytes());) {
      try {
        const message = parsed<CpuReport>(frame);
        const more = message.cpuMs - this.cpuMs;
        this.cpuMs = message.cpuMs;
        this.onSpent?.(more);
        if (message.type !== "alive") return message;
      } catch {
        // It is out of order.
        this.kill();
        return null;
      }
    }
    return null;
  }

  /** Returns its next frame as it is; null as `next` does. */
  async nextBytes(): Promise<Uint8Array<ArrayBuffer> | null> {
    const { value, done } = await this.#inTime(this.#frames.next()) ?? {};
    if (!done && value) return value;
    if (!done) this.kill();
    this.isAlive = false;
    this.#isEnding = done === true;
    return null;
  }

  /** Waits for the process; ends one that is stuck. Null when it has ended. */
  async #inTime<T>(work: Promise<T>): Promise<T | null> {
    const timer = setTimeout(() => this.kill(), SILENCE_MS);
    try {
      return await work;
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Sends a frame. A process that has ended takes nothing, and says nothing more. */
  async send(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#write(lengthOf(bytes.length));
    await this.#write(bytes);
  }

  async #write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const written = await this.#inTime(this.#writer.write(bytes).then(() => true));
    if (!written) this.isAlive = false;
  }

  async sendJson(value: unknown): Promise<void> {
    await this.send(new TextEncoder().encode(JSON.stringify(value)));
  }

  /** Sends a file piece by piece: it must not take up the server's memory. */
  async sendFile(path: string): Promise<void> {
    using file = await Deno.open(path);
    const { size } = await file.stat();
    await this.#write(lengthOf(size));
    const buffer = new Uint8Array(256 * 1024);
    for (let count; this.isAlive && (count = await file.read(buffer)) !== null;) {
      await this.#write(buffer.slice(0, count));
    }
  }

  async #keepErrors(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    try {
      for await (const text of stream.pipeThrough(new TextDecoderStream())) {
        this.#errors = (this.#errors + text).slice(-2000);
      }
    } catch {
      // It was killed.
    }
  }
}
