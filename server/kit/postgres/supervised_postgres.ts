/** Keeps the embedded PostgreSQL for one server, and starts it again when it has died. */
import { type EmbeddedPostgres, startEmbedded } from "./embedded_postgres.ts";
import { SettingsError } from "../core/errors.ts";
import type { Log } from "../core/log.ts";
import { codeOf } from "../core/error_codes.ts";
import { type Hold, holdDatabase, holderOf } from "../db/migrate.ts";

const LOOK_MS = 1000;

type Options = {
  /** This server's address, for another one's operator who finds the database in use. */
  server: string;
  log: Log;
};

/** @throws SettingsError when another server uses it, or it cannot be started */
export async function openSupervisedPostgres(
  data: string,
  { server, log }: Options,
): Promise<EmbeddedPostgres> {
  const folder = `${data}/postgres`;
  let embedded = await startEmbedded(folder);
  let hold = await holdOf(embedded, { data, server });
  const { port } = new URL(embedded.url);
  let isDown = false;
  let looking: Promise<void> | null = null;

  /** A start that fails, for example on a full disk, is tried again by the next look. */
  async function look(): Promise<void> {
    if (!isDown && await listens(Number(port))) return;
    isDown = true;
    try {
      embedded = await startEmbedded(folder, { port });
      await hold.release();
      hold = await holdOf(embedded, { data, server });
      isDown = false;
      log.warn({}, "the database had died and was started again");
    } catch (error) {
      log.error({ error }, "the database has died and could not be started again");
    }
  }

  const timer = setInterval(() => {
    looking ??= look().finally(() => looking = null);
  }, LOOK_MS);
  return {
    url: embedded.url,
    elsewhere: embedded.elsewhere,
    async stop() {
      clearInterval(timer);
      await looking;
      // Released only after PostgreSQL has stopped, so that a server that starts meanwhile sees
      // that the database is in use.
      await embedded.stop().finally(hold.release);
    },
  };
}

async function holdOf(
  { url }: EmbeddedPostgres,
  { data, server }: { data: string; server: string },
): Promise<Hold> {
  try {
    const hold = await holdDatabase(url, server);
    if (hold) return hold;
    const other = await holderOf(url);
    throw new SettingsError(
      `Another Doubtless is running on ${data}${other ? `, at ${other}` : ""}: stop it first.`,
    );
  } catch (error) {
    if (error instanceof SettingsError || codeOf(error) === undefined) throw error;
    throw new SettingsError(
      `The database in ${data} was stopped while this started: start it again.`,
    );
  }
}

/** Whether PostgreSQL answers. Its port closes as soon as it dies. */
async function listens(port: number): Promise<boolean> {
  try {
    (await Deno.connect({ hostname: "127.0.0.1", port })).close();
    return true;
  } catch (error) {
    return !(error instanceof Deno.errors.ConnectionRefused);
  }
}
