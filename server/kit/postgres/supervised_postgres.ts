/** Keeps the embedded PostgreSQL for one server, and restarts it unless it dies too often. */
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbedded } from "./embedded_postgres.ts";
import { SettingsError } from "../core/errors.ts";
import type { Log } from "../core/log.ts";
import { codeOf } from "../core/error_codes.ts";
import { type Hold, holdDatabase, holderOf } from "../db/migrate.ts";

export type SupervisedPostgres = {
  url: string;
  /** The data's folder, if it is not the requested one. */
  elsewhere: string | null;
  /** Resolves when it cannot be kept running, with a message for the operator. */
  failed: Promise<SettingsError>;
  stop(): Promise<void>;
};

const LOOK_MS = 1000;
const DEATHS = { most: 5, withinMs: 10 * 60_000 };
const FULL_DISK_MS = 5000;
/** PostgreSQL's write-ahead log grows by files of 16 MB. */
const ROOM_BYTES = 20 * 1024 * 1024;

type Options = {
  /** This server's address, for another one's operator who finds the database in use. */
  server: string;
  log: Log;
};

/** @throws SettingsError when another server uses it, or it cannot be started */
export async function openSupervisedPostgres(
  data: string,
  { server, log }: Options,
): Promise<SupervisedPostgres> {
  const folder = `${data}/postgres`;
  let embedded = await startEmbedded(folder);
  let hold = await holdOf(embedded, { data, server });
  const { port } = new URL(embedded.url);
  const failed = Promise.withResolvers<SettingsError>();
  let deaths: number[] = [];
  let stopped = false;
  let looking: Promise<void> | null = null;

  async function restart(): Promise<void> {
    embedded = await startEmbedded(folder, { port });
    await hold.release();
    hold = await holdOf(embedded, { data, server });
  }

  async function look(): Promise<void> {
    if (await listens(Number(port))) return;
    while (!stopped) {
      const now = Date.now();
      deaths = [...deaths.filter((at) => at > now - DEATHS.withinMs), now];
      if (deaths.length > DEATHS.most) {
        clearInterval(timer);
        return failed.resolve(
          new SettingsError(
            `The database died ${deaths.length} times within ten minutes, and is not started again; its log is ${
              join(embedded.root, "log")
            }.`,
          ),
        );
      }
      try {
        await restart();
        return log.warn({ times: deaths.length }, "the database had died and was started again");
      } catch (error) {
        if (await hasRoom(embedded.root)) {
          log.error({ error, times: deaths.length }, "the database could not be started again");
          continue;
        }
        // A full disk is not PostgreSQL's fault, and needs room, not a restart: it does not count.
        deaths.pop();
        log.error({ folder: embedded.root }, "the disk is full: the database waits for room");
        await new Promise((waited) => setTimeout(waited, FULL_DISK_MS));
      }
    }
  }

  const timer = setInterval(() => {
    looking ??= look()
      .catch((error) => log.error({ error }, "the check of the database failed"))
      .finally(() => looking = null);
  }, LOOK_MS);
  return {
    url: embedded.url,
    elsewhere: embedded.isElsewhere ? embedded.root : null,
    failed: failed.promise,
    async stop() {
      stopped = true;
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

async function hasRoom(root: string): Promise<boolean> {
  const path = `${root}/room`;
  try {
    await Deno.writeFile(path, new Uint8Array(ROOM_BYTES));
    return true;
  } catch {
    return false;
  } finally {
    await Deno.remove(path).catch(() => {});
  }
}
