/**
 * An embedded PostgreSQL under the data folder, used when DATABASE_URL is not set. pg_ctl starts it
 * in its own session, so that Ctrl-C reaches only the server, which can then stop everything in
 * order. After a hard kill of the server, the next start finds PostgreSQL running or recovers it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { openOne } from "../db/database.ts";
import { codeOf } from "../core/error_codes.ts";
import { SettingsError } from "../core/errors.ts";
import { freePort } from "./free_port.ts";
import {
  exists,
  type Home,
  homeOf,
  prepareHome,
  type Programs,
  type User,
} from "./postgres_home.ts";

export type EmbeddedPostgres = {
  url: string;
  /** The data's folder if it is not the requested one, which PostgreSQL's user may not enter. */
  elsewhere: string | null;
  stop(): Promise<void>;
};

const ROLE = "doubtless";
/** The exit code of `pg_ctl status` when nothing runs. */
const NOT_RUNNING = 3;
const CANNOT_CONNECT_NOW = "57P03";
/** How often a failed start is retried. */
const STARTS = 3;
const WAIT_MS = 200;
/** The longest recovery from the log. */
const RECOVERY_MS = 300_000;
/** PostgreSQL opens its port first. If nothing listens for so long, it does not run. */
const CLOSED_MS = 3000;

/** Starts or joins the cluster in `folder`, making a missing one. @param settings name → value */
export async function startEmbedded(
  folder: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  try {
    await Deno.mkdir(folder, { recursive: true });
    await prepareHome(folder);
    const home = await homeOf(folder);
    // Of two parallel starts, the second one finds the cluster of the first.
    using _mine = await lockOf(home.root);
    return await startIn(home, settings);
  } catch (error) {
    throw asSettings(error, folder);
  }
}

async function startIn(
  { programs, user, root, elsewhere }: Home,
  settings: Record<string, string>,
): Promise<EmbeddedPostgres> {
  const { pg_ctl } = programs;
  const cluster = `${root}/cluster`;
  const control = (...args: string[]) => run(pg_ctl, ["-D", cluster, ...args], user, root);

  if (!await exists(`${cluster}/PG_VERSION`)) await makeCluster(programs, user, root);
  const password = await Deno.readTextFile(`${root}/password`);
  const stop = async () => {
    const stopped = await control("-m", "fast", "-w", "stop");
    // It may have crashed before.
    if (stopped.code === 0 || (await control("status")).code === NOT_RUNNING) return;
    fail("PostgreSQL did not stop", stopped, root);
  };
  const urlOf = (port: number) => `postgres://${ROLE}:${password}@127.0.0.1:${port}/postgres`;

  for (let again = 0;; again++) {
    const runs = (await control("status")).code !== NOT_RUNNING;
    const port = await portOf(cluster);
    if (runs && port !== null) {
      const url = urlOf(port);
      if (await answers(url)) return { url, elsewhere, stop };
      // Its process id belongs to another process now. If a process of the dead server is left,
      // PostgreSQL finds it by the shared memory and refuses to start.
      if ((await control("status")).code !== NOT_RUNNING) {
        await Deno.remove(`${cluster}/postmaster.pid`).catch(() => {});
      }
    }
    const options = { listen_addresses: "127.0.0.1", unix_socket_directories: "", ...settings };
    const flags = Object.entries(options).map(([name, value]) => `-c ${name}='${value}'`);
    const free = Number(settings.port ?? freePort());
    const start = ["-l", `${root}/log`, "-o", `-p ${free} ${flags.join(" ")}`, "start"];
    const started = await control("-w", "-t", "60", ...start);
    if (started.code === 0) return { url: urlOf(free), elsewhere, stop };
    if (again === STARTS) fail("PostgreSQL did not start", started, root);
    // Processes of a killed server take a moment to end.
    await sleep(1000);
  }
}

/** Makes it beside its final place, so that an interrupted creation leaves no cluster. */
async function makeCluster({ initdb }: Programs, user: User, root: string): Promise<void> {
  const [unfinished, passwordFile] = [`${root}/cluster.unfinished`, `${root}/password`];
  await Deno.remove(unfinished, { recursive: true }).catch(() => {});
  await Deno.writeTextFile(passwordFile, crypto.randomUUID(), { mode: 0o600 });
  if (user.uid !== undefined) {
    for (const path of [root, passwordFile]) await Deno.chown(path, user.uid, user.gid);
  }
  const made = await run(
    initdb,
    [
      `--pgdata=${unfinished}`,
      `--username=${ROLE}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
    ],
    user,
    root,
  );
  if (made.code !== 0) fail("PostgreSQL could not make its data folder", made, root);
  await Deno.rename(unfinished, `${root}/cluster`);
}

/** The port from the running cluster's file; null when there is none. */
async function portOf(cluster: string): Promise<number | null> {
  try {
    const line = (await Deno.readTextFile(`${cluster}/postmaster.pid`)).split("\n")[3];
    return line ? Number(line) : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Whether a server answers at this address. It waits for one that is starting or recovering. */
async function answers(url: string): Promise<boolean> {
  for (let waited = 0;; waited += WAIT_MS) {
    const sql = openOne(url, { connect_timeout: 5 });
    try {
      await sql`select 1`;
      return true;
    } catch (error) {
      const code = codeOf(error);
      const isBusy = code === CANNOT_CONNECT_NOW && waited < RECOVERY_MS;
      const isClosed = code === "ECONNREFUSED";
      if (isClosed && waited >= CLOSED_MS) return false;
      if (!isBusy && !isClosed) throw error;
    } finally {
      await sql.end({ timeout: 1 });
    }
    await sleep(WAIT_MS);
  }
}

type ProcessEnd = { code: number; output: string };

async function run(program: string, args: string[], user: User, cwd: string): Promise<ProcessEnd> {
  const env = { LC_ALL: "C", TZ: "UTC" };
  const { code, stderr } = await new Deno.Command(program, {
    args,
    cwd,
    env,
    ...user,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  return { code, output: new TextDecoder().decode(stderr) };
}

/** @throws SettingsError with PostgreSQL's last log lines */
function fail(what: string, { code, output }: ProcessEnd, root: string): never {
  const why = lastFault(output) ?? lastFault(logOf(root));
  throw new SettingsError(`${what} (${why ?? `exit code ${code}`}); its log is ${root}/log.`);
}

const lastFault = (output: string): string | undefined =>
  [...output.matchAll(/(?:FATAL|PANIC|error): +(.+)$/gm)].at(-1)?.[1];

function logOf(root: string): string {
  try {
    using log = Deno.openSync(`${root}/log`);
    const end = new Uint8Array(2000);
    log.seekSync(Math.max(0, log.statSync().size - end.length), Deno.SeekMode.Start);
    return new TextDecoder().decode(end.subarray(0, log.readSync(end) ?? 0));
  } catch {
    return "";
  }
}

/** Reports a refusal of the system as a setting that cannot work. */
function asSettings(error: unknown, folder: string): unknown {
  const isSystems = error instanceof Error && "code" in error && /os error/.test(error.message);
  if (!isSystems) return error;
  const why = error.message.replace(/ \(os error.*/s, "");
  return new SettingsError(
    `The database cannot be kept in ${folder}: ${why}. Name a folder in DATA that may be written to.`,
  );
}

/** A file lock of this process. It is released when the process ends. */
async function lockOf(root: string): Promise<Disposable> {
  const file = await Deno.open(`${root}/starting`, { create: true, write: true });
  await file.lock(true);
  return file;
}
