/** Opens the configured database for a task of the operator. */
import { openNamed } from "../server/kit/db/database.ts";
import { startEmbedded } from "../server/kit/postgres/embedded_postgres.ts";
import { holdDatabase } from "../server/kit/db/migrate.ts";
import type { Env } from "../server/kit/core/env.ts";

export type OpenedDatabase = {
  url: string;
  /** Whether a server uses it: only known of an embedded one. */
  isInUse: boolean;
  /** Stops an embedded one, unless a server uses it. */
  close(): Promise<void>;
};

/** @throws SettingsError when it cannot be used */
export async function openConfigured(env: Env): Promise<OpenedDatabase> {
  if (env.databaseUrl) {
    await (await openNamed(env.databaseUrl)).close();
    return { url: env.databaseUrl, isInUse: false, close: () => Promise.resolve() };
  }
  const embedded = await startEmbedded(`${env.data}/postgres`);
  const hold = await holdDatabase(embedded.url);
  return {
    url: embedded.url,
    isInUse: hold === null,
    async close() {
      // Released only after PostgreSQL has stopped, so that no server that starts meanwhile uses it.
      if (hold) await embedded.stop().finally(hold.release);
    },
  };
}
