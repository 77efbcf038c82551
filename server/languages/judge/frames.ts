/**
 * How the judge and its processes speak: frames of known length in both directions. And how a
 * process watches over its own processor time.
 */
import { cpuUsage } from "node:process";
import type { FromProcess } from "./messages.ts";

/**
 * Reads frames: four bytes of length, then the content. A longer frame than `most` bytes ends them:
 * the other side is out of order.
 */
export async function* frames(
  stream: ReadableStream<Uint8Array>,
  most = Infinity,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  let rest = new Uint8Array(0);
  async function take(wanted: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const whole = new Uint8Array(wanted);
    for (let at = 0; at < wanted;) {
      if (rest.length === 0) {
        const { value } = await reader.read();
        if (!value) return null;
        rest = new Uint8Array(value);
      }
      const part = rest.subarray(0, wanted - at);
      whole.set(part, at);
      at += part.length;
      rest = rest.subarray(part.length);
    }
    return whole;
  }
  for (;;) {
    const head = await take(4);
    const length = head && new DataView(head.buffer).getUint32(0);
    if (length === null || length > most) return;
    const body = await take(length);
    if (!body) return;
    yield body;
  }
}

export const parsed = <T>(frame: Uint8Array): T => JSON.parse(new TextDecoder().decode(frame));

/** Returns the four bytes that stand before a frame. */
export function lengthOf(length: number): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(4);
  new DataView(head.buffer).setUint32(0, length);
  return head;
}

/** Answers with a message, and the processor time of this process so far. */
export function tell(message: FromProcess): void {
  tellBytes(new TextEncoder().encode(JSON.stringify({ ...message, cpuMs: cpuMs() })));
}

export function tellBytes(bytes: Uint8Array): void {
  for (const part of [lengthOf(bytes.length), bytes]) {
    for (let at = 0; at < part.length;) at += Deno.stdout.writeSync(part.subarray(at));
  }
}

/** Processor time of this process, in milliseconds. */
export function cpuMs(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
}

const WATCH_MS = 50;
/** A program that takes long is noticed within this time. */
const ALIVE_MS = 100;

/**
 * Watches over a worker: calls `onOver` when this process has taken more than `most` milliseconds of
 * processor time from now, and tells the judge now and then that it is alive. On a busy machine,
 * that may take a hundred times as long.
 * @returns a function that ends it, and returns the processor time that it took
 */
export function watch(most: number, onOver: () => void): () => number {
  const start = cpuMs();
  let toldAt = performance.now();
  const timer = setInterval(() => {
    if (cpuMs() - start > most) return onOver();
    if (performance.now() - toldAt < ALIVE_MS) return;
    toldAt = performance.now();
    tell({ type: "alive" });
  }, WATCH_MS);
  return () => {
    clearInterval(timer);
    return cpuMs() - start;
  };
}
