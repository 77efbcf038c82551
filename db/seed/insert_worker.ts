/** The thread that inserts the demo class. The 60 MB that it loads are freed when it ends. */
import { connect } from "../../server/kit/db/database.ts";
import { operatorSentence } from "../../server/kit/process/exit_messages.ts";
import { insertDemoClass, type Options } from "./insert.ts";

export type Job = Options & { databaseUrl: string };
/**
 * Whether the class was inserted, or the failure. `isSentence`: the failure is a sentence for the
 * operator.
 */
export type SeedResult = { isInserted: boolean } | { failure: string; isSentence: boolean };

const thread = self as unknown as Worker;

thread.onmessage = async ({ data }: MessageEvent<Job>) => thread.postMessage(await insert(data));

async function insert({ databaseUrl, ...options }: Job): Promise<SeedResult> {
  const { db, close } = connect(databaseUrl, { max: 1 });
  try {
    return { isInserted: await insertDemoClass(db, options) };
  } catch (error) {
    const sentence = operatorSentence(error);
    return { failure: sentence ?? Deno.inspect(error), isSentence: sentence !== null };
  } finally {
    await close();
  }
}
