/** Starts a measured server as a process, so that its CPU time and memory can be measured. */
import { MEMORY_SETTINGS } from "../../kit/server_command.ts";

export type Process = {
  url: string;
  pid: number;
  /** Milliseconds of CPU time since its start, in user and system mode. */
  cpu(): number;
  /** Megabytes of resident memory now. */
  memory(): number;
  [Symbol.asyncDispose](): Promise<void>;
};

const TICKS_A_SECOND = 100;
const SECRET = "a secret that only the benchmarks know, 32 bytes and more";

/**
 * Starts Doubtless on a database, with the permissions of `deno task start`.
 * @param folder another checkout of it, to compare with
 */
export function startDoubtless(
  databaseUrl: string,
  vars: Record<string, string> = {},
  folder?: string,
): Promise<Process> {
  const allowed = ["net", "env", "sys", "ffi", "read", "write", "run"].map((to) => `--allow-${to}`);
  return start([...allowed, "server/main.ts"], {
    PORT: "0",
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: SECRET,
    LOG_LEVEL: "warn",
    // In a benchmark, one person writes as much as a class.
    WRITE_PACE: "1000",
    ...MEMORY_SETTINGS,
    ...vars,
  }, folder);
}

/** Starts one of the bare servers in this folder. */
export function startBare(file: string, vars: Record<string, string>): Promise<Process> {
  return start(["-A", new URL(file, import.meta.url).pathname], vars);
}

/** Starts a process, and waits until it prints its address. */
async function start(
  args: string[],
  env: Record<string, string>,
  cwd?: string,
): Promise<Process> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", ...args],
    env,
    cwd,
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const { pid } = child;
  const [listening, ended] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
  (async () => {
    let said = "";
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      said += text;
      const url = said.match(/ready: (http:\S+)/)?.[1];
      if (url) listening.resolve(url);
    }
    listening.reject(new Error(`${args.at(-1)} ended before it listened: ${said}`));
    ended.resolve();
  })();
  return {
    url: await listening.promise,
    pid,
    cpu() {
      // The name, in parentheses, may contain spaces; utime and stime are the 14th and 15th field.
      const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).split(") ")[1]?.split(" ") ?? [];
      return (Number(fields[11]) + Number(fields[12])) * 1000 / TICKS_A_SECOND;
    },
    memory() {
      const status = Deno.readTextFileSync(`/proc/${pid}/status`);
      return Number(status.match(/VmRSS:\s+(\d+) kB/)?.[1]) / 1024;
    },
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await ended.promise;
      await child.status;
    },
  };
}

export { SECRET };
