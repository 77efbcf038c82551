/** A process of the judge, as the server sees it: messages in order, and killed when it is late. */
import { fileURLToPath } from "node:url";
import type { FromProcess } from "./judge_messages.ts";

export class JudgeChild {
  isAlive = true;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #messages: AsyncGenerator<FromProcess>;
  /** The end of what it has written to standard error. */
  #errors = "";

  constructor(role: "compiler" | "runner") {
    this.#child = new Deno.Command(fileURLToPath(new URL("./judge.sh", import.meta.url)), {
      args: [role],
      clearEnv: true,
      env: { PATH: "/usr/local/bin:/usr/bin:/bin", DENO_NO_UPDATE_CHECK: "1" },
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#writer = this.#child.stdin.getWriter();
    this.#messages = messages(this.#child.stdout);
    const errors = this.#keepErrors(this.#child.stderr);
    this.ended = Promise.all([this.#child.status, errors]).then(() => {
      this.isAlive = false;
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

  /** Returns its next message; null when it has ended, or was killed because it is late. */
  async next(ms: number): Promise<FromProcess | null> {
    const timer = setTimeout(() => this.kill(), Math.max(0, ms));
    try {
      const { value, done } = await this.#messages.next();
      if (!done) return value;
    } catch {
      // It was killed, or what it says cannot be read.
    } finally {
      clearTimeout(timer);
    }
    this.kill();
    return null;
  }

  /** Sends a frame. A process that has ended takes nothing, and says nothing more. */
  async send(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    try {
      await this.#writer.write(lengthOf(bytes.length));
      await this.#writer.write(bytes);
    } catch {
      this.kill();
    }
  }

  async sendJson(value: unknown): Promise<void> {
    await this.send(new TextEncoder().encode(JSON.stringify(value)));
  }

  /** Sends a file piece by piece: it must not take up the server's memory. */
  async sendFile(path: string): Promise<void> {
    using file = await Deno.open(path);
    const { size } = await file.stat();
    await this.#writer.write(lengthOf(size));
    const buffer = new Uint8Array(256 * 1024);
    for (let count; (count = await file.read(buffer)) !== null;) {
      await this.#writer.write(buffer.slice(0, count));
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

function lengthOf(length: number): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(4);
  new DataView(head.buffer).setUint32(0, length);
  return head;
}

/** The most characters of one message; more means that the process is out of order. */
const MESSAGE_MOST = 32 * 1024 * 1024;

async function* messages(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<FromProcess> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    rest += text;
    if (rest.length > MESSAGE_MOST) return;
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line) as FromProcess;
  }
}
