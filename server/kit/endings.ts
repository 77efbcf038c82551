/** How a start that fails and a stop are told: in a sentence, and a trace only for a fault of ours. */
import { codeOf, isLost } from "./database.ts";
import { SettingsError } from "./errors.ts";
import type { Log } from "./log.ts";

export type Undo = () => Promise<unknown> | unknown;

/** Tells the operator; where that cannot be written, the work goes on. */
export function say(text: string, to: (text: string) => void = console.log): void {
  try {
    to(text);
  } catch {
    // A full disk under the log.
  }
}

/** Longer than any part takes that is well. */
const PATIENCE_MS = 30_000;

/**
 * Undoes what was done, the last first, all of it whatever fails.
 * @throws SettingsError that says what could not be done
 */
export async function undoAll(
  undos: Undo[],
  { log, patienceMs = PATIENCE_MS }: { log: Log; patienceMs?: number },
): Promise<void> {
  const sentences: string[] = [];
  for (const undo of undos.splice(0).reverse()) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, fail) => {
      timer = setTimeout(
        () => fail(new SettingsError("One part did not end in time.")),
        patienceMs,
      );
    });
    try {
      await Promise.race([undo(), late]);
    } catch (error) {
      log.error({ error }, "a part could not be stopped");
      sentences.push(sentenceOf(error) ?? "A part could not be stopped, as the log says.");
    } finally {
      clearTimeout(timer);
    }
  }
  if (sentences.length > 0) throw new SettingsError([...new Set(sentences)].join(" "));
}

/** What to tell the operator of a failure that is not a fault of the program, or null. */
export function sentenceOf(error: unknown): string | null {
  if (error instanceof SettingsError) return error.message;
  if (!(error instanceof Error)) return null;
  const isSystems = /\(os error \d+\)/.test(error.message);
  if (isSystems) return `The system refused it: ${error.message.replace(/ ?\(os error.*/s, "")}.`;
  if (isLost(error)) return "The database was away.";
  const code = codeOf(error);
  // PostgreSQL's own codes: what it says of them is for the operator.
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code)) return null;
  const root = rootOf(error);
  return `The database refused it: ${root.message} (${code}).`;
}

function rootOf(error: Error): Error {
  return error.cause instanceof Error ? rootOf(error.cause) : error;
}
