/** Servers as processes on one database, which can be killed and started again at the same address. */
import { systemClock } from "../../../server/kit/clock.ts";
import { connect } from "../../../server/kit/database.ts";
import { createTokens } from "../../../server/kit/tokens.ts";
import type { School } from "../../kit/people.ts";
import { freePort, type Program, start } from "../../kit/process.ts";
import { TEST_SECRET } from "../../kit/server.ts";

/** Short in CI; `FAULTS=long deno task test faults` takes its time. */
export const isLong = Deno.env.get("FAULTS") === "long";

export type ServerProcess = {
  url: string;
  port: number;
  /** Until it is ready. */
  start(): Promise<void>;
  /** Until it has ended. @returns its exit code */
  end(signal: Deno.Signal): Promise<number>;
  /** All it has written since it was last started. */
  said(): string;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function startServer(
  databaseUrl: string,
  vars: Record<string, string> = {},
  { flags = [] }: { flags?: string[] } = {},
): Promise<ServerProcess> {
  const port = Number(vars.PORT ?? freePort());
  const files = await Deno.makeTempDir({ prefix: "doubtless-files-" });
  let program: Program;
  const server: ServerProcess = {
    url: `http://127.0.0.1:${port}`,
    port,
    async start() {
      program = start("server/main.ts", {
        flags,
        env: {
          PORT: String(port),
          DATABASE_URL: databaseUrl,
          AUTH_SECRET: TEST_SECRET,
          FILES: files,
          LOG_LEVEL: "warn",
          // A few write as fast as they can.
          WRITE_PACE: "1000",
          ...vars,
        },
      });
      await program.says("Doubtless is ready");
    },
    end: (signal) => program.end(signal),
    said: () => program.said(),
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
      await Deno.remove(files, { recursive: true });
    },
  };
  await server.start();
  return server;
}

/** The database of servers elsewhere, for making people and for looking at what became of it. */
export async function openSchool(
  databaseUrl: string,
  { url }: { url: string },
): Promise<School & AsyncDisposable> {
  const database = connect(databaseUrl, { max: 3 });
  const tokens = await createTokens(TEST_SECRET, Date.now);
  return {
    url,
    parts: { clock: systemClock, database, tokens },
    [Symbol.asyncDispose]: () => database.close(),
  };
}

export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/** What it comes to, as soon as it does not fail any more. @throws its failure, after `ms` */
export async function eventually<T>(work: () => Promise<T>, ms = 30_000): Promise<T> {
  const end = Date.now() + ms;
  while (true) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
      await pause(100);
    }
  }
}
