/**
 * Servers as processes on one database, which can be killed and started again at the same address.
 */
import { systemClock } from "../../../server/kit/core/clock.ts";
import { connect } from "../../../server/kit/db/database.ts";
import { createTokens } from "../../../server/kit/security/tokens.ts";
import type { School } from "../../kit/people.ts";
import { freePort, type Program, start } from "../../kit/process.ts";
import { TEST_SECRET } from "../../kit/server.ts";
import { PATIENCE } from "../../kit/until.ts";

export type ServerProcess = {
  url: string;
  port: number;
  /** Returns when the server is ready. */
  start(): Promise<void>;
  /** Returns when the process has ended. @returns its exit code */
  end(signal: Deno.Signal): Promise<number>;
  /** All output since the last start. */
  output(): string;
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
          // In the tests, few people write as fast as they can.
          WRITE_PACE: "1000",
          ...vars,
        },
      });
      await program.says("Doubtless is ready");
    },
    end: (signal) => program.end(signal),
    output: () => program.output(),
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
      await Deno.remove(files, { recursive: true });
    },
  };
  await server.start();
  return server;
}

/**
 * Connects to the database of servers in other processes, to create people and to check the data.
 */
export function openSchool(
  databaseUrl: string,
  { url }: { url: string },
): School & AsyncDisposable {
  const database = connect(databaseUrl, { max: 3 });
  const tokens = createTokens(TEST_SECRET, Date.now);
  return {
    url,
    parts: { clock: systemClock, database, tokens },
    [Symbol.asyncDispose]: () => database.close(),
  };
}

export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/**
 * Repeats the work until it does not fail, and returns its result. @throws the last failure, after
 * `ms`
 */
export async function eventually<T>(work: () => Promise<T>, ms = PATIENCE): Promise<T> {
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
