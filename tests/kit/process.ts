/** Runs the server, or another program of the project, as a real process. */
import { setTimeout as delay } from "node:timers/promises";
import { freePort as anyFreePort } from "../../server/kit/postgres/free_port.ts";
import { MEMORY_SETTINGS } from "./server_command.ts";
import { PATIENCE } from "./until.ts";

/** The ports that this isolate has given out; it gives out none twice. */
const given = new Set<number>();

/** Returns a port for a server, on which nobody listens, also while its server is stopped. */
export function freePort(): number {
  let port: number;
  do port = anyFreePort(); while (given.has(port));
  given.add(port);
  return port;
}

export type Program = {
  process: Deno.ChildProcess;
  /** Everything it has written so far, to both streams. */
  output(): string;
  /** Waits until it has written this. @throws Error when it ends before, or takes longer */
  says(text: string, ms?: number): Promise<void>;
  /** Sends the signal, and waits for the end. @returns the exit code */
  end(signal?: Deno.Signal): Promise<number>;
  [Symbol.asyncDispose](): Promise<void>;
};

type Options = {
  args?: string[];
  env?: Record<string, string>;
  /** Flags for Deno itself. */
  flags?: string[];
  /** Deno's permission flags. */
  allowed?: string[];
  /** The working directory; the present one by default. */
  cwd?: string;
};

/**
 * Runs one of the project's files with exactly these settings: the machine's environment variables
 * do not reach it.
 */
export function start(
  file: string,
  { args = [], flags = [], allowed = ["-A"], ...rest }: Options = {},
): Program {
  return startDeno(["run", ...allowed, "--no-check", ...flags, file, ...args], rest);
}

/** Runs a task, as the README names it. */
export function startTask(name: string, options: Pick<Options, "env" | "cwd"> = {}): Program {
  return startDeno(["task", "--quiet", name], options);
}

function startDeno(args: string[], { env = {}, cwd }: Pick<Options, "env" | "cwd">): Program {
  const inherited = ["PATH", "HOME", "DENO_DIR", "TMPDIR", "TEST_RUN"].flatMap((name) => {
    const value = Deno.env.get(name);
    return value === undefined ? [] : [[name, value]];
  });
  const process = new Deno.Command(Deno.execPath(), {
    args,
    cwd,
    clearEnv: true,
    env: {
      ...Object.fromEntries(inherited),
      ...MEMORY_SETTINGS,
      NO_COLOR: "1",
      HOST: "127.0.0.1",
      ...env,
    },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let output = "";
  let ended = false;
  const listeners = new Set<() => void>();
  const read = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      // Removes Deno's own message, which it writes when several start at once.
      output += text.replace(/^Blocking waiting for file lock.*\n/gm, "");
      for (const look of listeners) look();
    }
  };
  const finished = Promise.all([read(process.stdout), read(process.stderr)]);
  const status = process.status.then(async (status) => {
    await finished;
    ended = true;
    for (const look of listeners) look();
    return status;
  });
  return {
    process,
    output: () => output,
    says: (text, ms = PATIENCE) =>
      new Promise((done, fail) => {
        const settle = (settled: () => void) => {
          clearTimeout(timer);
          listeners.delete(look);
          settled();
        };
        const timer = setTimeout(
          () => settle(() => fail(new Error(`"${text}" not within ${ms} ms; output: ${output}`))),
          ms,
        );
        const look = () => {
          if (output.includes(text)) settle(done);
          else if (ended) {
            settle(() => fail(new Error(`ended before "${text}"; output: ${output}`)));
          }
        };
        listeners.add(look);
        look();
      }),
    async end(signal) {
      if (signal && !ended) process.kill(signal);
      return (await status).code;
    },
    async [Symbol.asyncDispose]() {
      if (!ended) process.kill("SIGKILL");
      await status;
    },
  };
}

/**
 * On Linux, ends every process that began with this text in its environment: first as Ctrl-C does, and
 * after 5 s for good. A process has its parent's environment also when it outlives the parent.
 */
export async function endMarked(mark: string): Promise<void> {
  const isMarked = (pid: string) => {
    try {
      return Deno.readTextFileSync(`/proc/${pid}/environ`).includes(mark);
    } catch {
      return false;
    }
  };
  if (Deno.build.os !== "linux") return;
  const left = () => [...Deno.readDirSync("/proc")].map(({ name }) => name).filter(isMarked);
  for (const signal of ["SIGINT", "SIGKILL"] as const) {
    for (const pid of left()) {
      try {
        Deno.kill(Number(pid), signal);
      } catch {
        // It has ended meanwhile.
      }
    }
    for (let tries = 0; left().length > 0 && tries < 50; tries++) await delay(100);
  }
}
