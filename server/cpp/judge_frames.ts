/** How a process of the judge reads its standard input, answers, and counts its processor time. */
import { cpuUsage } from "node:process";
import type { FromProcess } from "./judge_messages.ts";

/** Reads frames: four bytes of length, then the content. */
export async function* frames(
  stream: ReadableStream<Uint8Array>,
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
    const body = head && await take(new DataView(head.buffer).getUint32(0));
    if (!body) return;
    yield body;
  }
}

export const parsed = <T>(frame: Uint8Array): T => JSON.parse(new TextDecoder().decode(frame));

/** Writes a line of JSON to standard output. */
export async function tell(message: FromProcess): Promise<void> {
  const bytes = new TextEncoder().encode(`${JSON.stringify(message)}\n`);
  for (let at = 0; at < bytes.length;) at += await Deno.stdout.write(bytes.subarray(at));
}

/** Processor time of this process, in milliseconds. */
export function cpuMs(): number {
  const { user, system } = cpuUsage();
  return (user + system) / 1000;
}
