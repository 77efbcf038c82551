/** Hands a program's output on to the page in bounded portions, so that a flood never stalls it. */
import type { Stream } from "./engine.ts";

const EVERY = 50;

export class OutputFeed {
  readonly #show: (stream: Stream, text: string) => void;
  #left: number;
  readonly #decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  readonly #pending: { stream: Stream; text: string }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param most the most characters that are shown */
  constructor(show: (stream: Stream, text: string) => void, most: number) {
    this.#show = show;
    this.#left = most;
  }

  add(stream: Stream, bytes: Uint8Array): void {
    if (this.#left === 0) return;
    const text = this.#decoders[stream].decode(bytes, { stream: true }).slice(0, this.#left);
    this.#left -= text.length;
    const last = this.#pending.at(-1);
    if (last?.stream === stream) last.text += text;
    else this.#pending.push({ stream, text });
    this.#timer ??= setTimeout(() => this.flush(), EVERY);
  }

  /** Shows what has not been shown yet. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { stream, text } of this.#pending.splice(0)) this.#show(stream, text);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#pending.length = 0;
  }
}
