/** Starts a real server on a real PostgreSQL, in one call; its clock can be set. */
import { readEnv } from "../../server/kit/core/env.ts";
import { createRenderer, type Renderer } from "../../server/kit/content/render.ts";
import { createHasher, type Hasher } from "../../server/kit/security/hash.ts";
import type { Log } from "../../server/kit/core/log.ts";
import { type RunningServer, startServer } from "../../server/main.ts";
import type { PushSender } from "../../server/kit/mail/push.ts";
import type { Judge } from "../../server/languages/judge/judge.ts";
import { newDatabase } from "./postgres.ts";
import { takesNone } from "./no_judge.ts";

export type TestServer = RunningServer & {
  databaseUrl: string;
  /** The server's log. */
  logged: { level: string; what: object; msg: string }[];
  /** Stops the clock at this time; null lets it run again. */
  setClock(now: string | null): void;
  /** Lets the clock run on from noon in Kolkata, so that no midnight passes while a test runs. */
  startAtNoon(): void;
  [Symbol.asyncDispose](): Promise<void>;
};

/** For tests in which one person writes as fast as a whole class. */
export const PACE = { WRITE_PACE: "1000" };

export const TEST_SECRET = "a secret that only the tests know, 32 bytes and more";

const hasher = createHasher();
/**
 * The threads that render for all servers of an isolate: each has to load its code, which costs as
 * much as the rest of a short test. They start with the first text, and last until the isolate ends.
 */
const render: Renderer = { ...createRenderer(), stop: () => {} };

/** No push leaves the machine. */
const noPushes: PushSender = { send: () => Promise.resolve("failed") };

/**
 * @param vars environment variables; DATABASE_URL connects a second server to the first one's
 *   database
 * @param hasher replaces the shared one, which accepts as many passwords at once as the number of
 *   cores allows
 * @param notifies whether people are told of what concerns them, a moment after each event
 * @param pushes sends pushes; by default they stay in the queue
 * @param judge runs the programs that wait; by default they stay in the queue
 */
export async function testServer(
  vars: Record<string, string> = {},
  { judge = takesNone, pushes = noPushes, notifies = false, ...threads }: {
    notifies?: boolean;
    hasher?: Hasher;
    render?: Renderer;
    judge?: Judge;
    pushes?: PushSender;
  } = {},
): Promise<TestServer> {
  const database = vars.DATABASE_URL ? null : await newDatabase();
  const databaseUrl = vars.DATABASE_URL ?? database?.url ?? "";
  const files = vars.FILES ?? await Deno.makeTempDir({ prefix: "doubtless-files-" });
  const env = readEnv({
    PORT: "0",
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: TEST_SECRET,
    FILES: files,
    WEBHOOK_HOSTS: "localhost,hooks.school.test",
    ...vars,
  });
  let set: string | null = null;
  /** Milliseconds by which the clock is ahead of the real one. */
  let ahead = 0;
  const logged: TestServer["logged"] = [];
  const note = (level: string) => (what: object, msg: string) => logged.push({ level, what, msg });
  const log = {
    debug: note("debug"),
    info: note("info"),
    warn: note("warn"),
    error: note("error"),
  };
  const running = await startServer(env, {
    clock: () => set ?? new Date(Date.now() + ahead).toISOString(),
    log: log as Log,
    ...{ hasher, render, ...threads },
    judge,
    pushes,
    notifies,
  });
  return {
    ...running,
    databaseUrl,
    logged,
    setClock: (now) => set = now,
    startAtNoon() {
      const noon = new Date().toISOString().replace(/T.*/, "T06:30:00.000Z");
      ahead = Date.parse(noon) - Date.now();
    },
    async [Symbol.asyncDispose]() {
      await running.stop();
      await database?.drop();
      if (!vars.FILES) await Deno.remove(files, { recursive: true });
    },
  };
}
