/** What a worker that runs a program tells of it, in all languages and on both sides. */
import type { StepRecord } from "./steps/read.ts";

export type Stream = "stdout" | "stderr";

/** Asks a worker to run a program once. Each language says what the program is. */
export interface RunRequest {
  type: "run";
  input: Uint8Array<ArrayBuffer>;
  /** In bytes: of its outputs together, and of its files together. */
  limits: { output: number; disk: number };
  /** More input may come. */
  isInteractive: boolean;
}

export type ProgramMessage<End> =
  /** The program begins: its time counts from here. */
  | { type: "started" }
  | { type: "output"; stream: Stream; bytes: Uint8Array<ArrayBuffer> }
  | { type: "step"; record: StepRecord }
  /** It is suspended until it gets input. */
  | { type: "asks" }
  /** The newest `ProgramEnd.stuck`: the program may never end. */
  | { type: "stuck"; sentence: string | null }
  | { type: "failed"; reason: string }
  /** `cpuMs` is its own processor time, where there is a clock for that. */
  | { type: "ended"; end: End; cpuMs?: number };

export type Tell<Message> = (message: Message, transfer?: Transferable[]) => void;
