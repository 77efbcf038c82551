/** How the judge and its processes speak, and how a process watches its processor time. */
import { cpuUsage, threadCpuUsage } from "node:process";
import type { FromProcess } from "./messages.ts";

/** Four bytes of length, then the content. A frame over `most` ends them: it is out of order. */
export async function* frames(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  most = Infinity,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader({ mode: "byob" });
  async function take(length: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const { value } = await reader.read(new Uint8Array(length), { min: length });
    return value?.length === length ? value : null;
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

const sum = ({ user, system }: { user: number; system: number }) => (user + system) / 1000;
/** Processor time of this process, in milliseconds. */
export const cpuMs = (): number => sum(cpuUsage());
/** Processor time of the thread that calls this. */
export const threadMs = (): number => sum(threadCpuUsage());

const WATCH_MS = 50;
/** A program that takes long is noticed within this time. */
const ALIVE_MS = 100;

/** Tells the judge now and then that this process is alive: on a busy machine, it waits long. */
export const beat = () => setInterval(() => tell({ type: "alive" }), ALIVE_MS);

/**
 * A worker that ends tells its own time. One that does not end is stopped when its process has taken
 * so much: the engine's other threads work for it, too, and on a busy machine they work longer.
 */
const ofProcess = (most: number): number => 1.5 * most + 500;

const MB = 1024 * 1024;
/** The memory of a worker besides its program's: its engine, compiled code, what was printed. */
const WORKER_MB = 128;

/** What a worker may take: milliseconds of its own processor time, and MB for its program. */
export type Most = { ms: number; memoryMb?: number };

/**
 * Watches over a worker from now on: calls `onOver` when it has taken too much.
 * @returns a function that ends it, and returns the processor time that the process took
 */
export function watch(most: Most, onOver: (what: "time" | "memory") => void): () => number {
  const { rss } = Deno.memoryUsage();
  const memory = rss + ((most.memoryMb ?? Infinity) + WORKER_MB) * MB;
  const start = cpuMs();
  const timer = setInterval(() => {
    if (cpuMs() - start > ofProcess(most.ms)) onOver("time");
    else if (Deno.memoryUsage().rss > memory) onOver("memory");
  }, WATCH_MS);
  return () => {
    clearInterval(timer);
    return cpuMs() - start;
  };
}
