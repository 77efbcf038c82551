/** A failed start and a stop in one sentence; a stack trace only for our own faults. */
import { codeOf, isLost, textOf } from "../core/error_codes.ts";
import { SettingsError } from "../core/errors.ts";
import type { Log } from "../core/log.ts";
import { within } from "../core/within.ts";

export type Undo = () => Promise<unknown> | unknown;

/** Tells the operator. A text that cannot be written is dropped. */
export function report(text: string, to: (text: string) => void = console.log): void {
  try {
    to(text);
  } catch {
    // For example with a full disk under the log.
  }
}

/** The longest time that a healthy part needs to stop, in ms. */
const PATIENCE_MS = 30_000;

/** Undoes all in reverse order, even if one fails. @throws SettingsError naming those */
export async function undoAll(
  undos: Undo[],
  { log, patienceMs = PATIENCE_MS }: { log: Log; patienceMs?: number },
): Promise<void> {
  const sentences: string[] = [];
  for (const undo of undos.splice(0).reverse()) {
    try {
      await within(
        patienceMs,
        Promise.resolve(undo()),
        () => new SettingsError("One part did not end in time."),
      );
    } catch (error) {
      log.error({ error }, "a part could not be stopped");
      sentences.push(operatorSentence(error) ?? "A part could not be stopped, as the log says.");
    }
  }
  if (sentences.length > 0) throw new SettingsError([...new Set(sentences)].join(" "));
}

/** A sentence for the operator about a failure that is not our fault, or null. */
export function operatorSentence(error: unknown): string | null {
  if (error instanceof SettingsError) return error.message;
  if (!(error instanceof Error)) return null;
  const isSystems = /\(os error \d+\)/.test(error.message);
  // The rest names the file.
  if (isSystems) {
    return `The system refused it: ${error.message.replace(/ ?\(os error \d+\)/, "")}.`;
  }
  if (isLost(error)) return "The database was away.";
  const code = codeOf(error);
  // PostgreSQL's own codes: its message is meant for the operator.
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code)) return null;
  return `The database refused it: ${textOf(error)} (${code}).`;
}

/** Runs a task of the operator. A failure that is not our fault ends it with one sentence. */
export async function runTask(task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    const sentence = operatorSentence(error);
    if (sentence === null) throw error;
    report(`\n  ${sentence}\n`, console.error);
    Deno.exit(1);
  }
}
