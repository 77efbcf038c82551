/** A real server on a real PostgreSQL, in one call; its clock can be set. */
import { readEnv } from "../../server/kit/env.ts";
import type { Hasher } from "../../server/kit/hash.ts";
import type { Log } from "../../server/kit/log.ts";
import { type Running, startServer } from "../../server/main.ts";
import { newDatabase } from "./postgres.ts";

export type TestServer = Running & {
  databaseUrl: string;
  /** What the server logged. */
  logged: { level: string; what: object; msg: string }[];
  /** Sets the clock; null lets it run again. */
  setClock(now: string | null): void;
  [Symbol.asyncDispose](): Promise<void>;
};

/** For tests in which one person writes as fast as a whole class. */
export const PACE = { WRITE_PACE: "1000" };

export const TEST_SECRET = "a secret that only the tests know, 32 bytes and more";

/**
 * @param vars environment variables; DATABASE_URL joins a second server to a first one's database
 * @param hasher instead of one that takes as many passwords at once as there are cores for
 */
export async function testServer(
  vars: Record<string, string> = {},
  { hasher }: { hasher?: Hasher } = {},
): Promise<TestServer> {
  const database = vars.DATABASE_URL ? null : await newDatabase();
  const databaseUrl = vars.DATABASE_URL ?? database?.url ?? "";
  const files = vars.FILES ?? await Deno.makeTempDir({ prefix: "doubtless-files-" });
  const env = readEnv({
    PORT: "0",
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: TEST_SECRET,
    FILES: files,
    ...vars,
  });
  let set: string | null = null;
  const logged: TestServer["logged"] = [];
  const note = (level: string) => (what: object, msg: string) => logged.push({ level, what, msg });
  const log = {
    debug: note("debug"),
    info: note("info"),
    warn: note("warn"),
    error: note("error"),
  };
  const running = await startServer(env, {
    clock: () => set ?? new Date().toISOString(),
    log: log as Log,
    hasher,
  });
  return {
    ...running,
    databaseUrl,
    logged,
    setClock: (now) => set = now,
    async [Symbol.asyncDispose]() {
      await running.stop();
      await database?.drop();
      if (!vars.FILES) await Deno.remove(files, { recursive: true });
    },
  };
}
