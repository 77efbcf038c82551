/** Starts all parts of the server in order, and stops them in reverse order. */
import { getRequestListener } from "@hono/node-server";
import { DEMO_ACCOUNTS, DEMO_PASSWORD, fillEmpty } from "../db/seed.ts";
import { createApp, topics } from "./app.ts";
import { warnOfPasswords } from "./admission/queries.ts";
import { identify } from "./auth/queries.ts";
import { createJudge, type Judge } from "./languages/judge/judge.ts";
import { clientAddressFinder } from "./kit/core/client_address.ts";
import { type Clock, systemClock } from "./kit/core/clock.ts";
import { connect, type Database, openNamed } from "./kit/db/database.ts";
import { operatorSentence, report, type Undo, undoAll } from "./kit/process/exit_messages.ts";
import { type Env, readEnv, secretOf } from "./kit/core/env.ts";
import { createHasher, type Hasher } from "./kit/security/hash.ts";
import { createLimits } from "./kit/limits/limits.ts";
import { type HttpServer, openHttp } from "./kit/http/http_server.ts";
import type { Health } from "./kit/http/operator.ts";
import { createLog, type Log } from "./kit/core/log.ts";
import { countWaitingMail, logSender, smtpSender } from "./kit/mail/mail.ts";
import { startMailWorker } from "./kit/mail/postman.ts";
import type { PushSender } from "./kit/mail/push.ts";
import { createMetrics } from "./kit/core/metrics.ts";
import { countJobs } from "./kit/db/jobs.ts";
import { migrate } from "./kit/db/migrate.ts";
import { originCheck, ownUrl, urlsOnNetwork } from "./kit/http/origins.ts";
import { openSupervisedPostgres } from "./kit/postgres/supervised_postgres.ts";
import type { Parts } from "./kit/core/parts.ts";
import { createImageDecoder } from "./kit/files/images.ts";
import { createRenderer, type Renderer } from "./kit/content/render.ts";
import { openStore } from "./kit/files/s3.ts";
import { createQueues } from "./kit/limits/queues.ts";
import { checkFileStore } from "./kit/process/file_store_check.ts";
import { createProvider } from "./kit/security/oidc.ts";
import { createTokens } from "./kit/security/tokens.ts";
import { createVisits } from "./kit/security/visits.ts";
import { transact } from "./live/outbox.ts";
import { lastEvent, type Relay, startRelay } from "./live/relay.ts";
import { openSockets, type Sockets } from "./live/sockets/sockets.ts";
import type { Follower } from "./notifications/commands.ts";
import { quietUntil } from "./notifications/policy.ts";
import { noteMail } from "./people/commands.ts";
import { createJudging } from "./runs/judging/commands.ts";
import { startNotifications, startUpkeep } from "./upkeep.ts";

export type RunningServer = {
  url: string;
  /** The addresses for other machines of the same network. */
  alsoAt: string[];
  parts: Parts;
  relay: Relay;
  /** The folder of the embedded database's data, if it is not the data folder. */
  elsewhere: string | null;
  /** @param drainMs how long to serve requests while reporting "not ready" */
  stop(drainMs?: number): Promise<void>;
};

type Options = {
  clock?: Clock;
  log?: Log;
  hasher?: Hasher;
  /** Renders texts in place of the server's own threads. */
  render?: Renderer;
  /** Runs programs in place of the sandbox. */
  judge?: Judge;
  /** False: nobody gets notifications. For tests of other things. */
  notifies?: boolean;
  /** Sends pushes in place of the push services. */
  pushes?: PushSender;
  /** Fills the database before the server answers requests. */
  fill?: (database: Database) => Promise<void>;
  /** Milliseconds that a stop waits for running requests. */
  grace?: number;
};

/** Longer than a proxy takes to notice: it checks readiness every second. */
const DRAIN_MS = 3000;
const GRACE_MS = 10_000;

/** The context of each step of the start. A step adds its undo function to `stops`. */
type Start = { env: Env; clock: Clock; log: Log; stops: Undo[] };

/**
 * Starts the parts in order: HTTP (which answers 503 meanwhile), files, database, migrations, mail,
 * threads, sockets and relay, upkeep, application. A stop undoes them in reverse order.
 * @throws SettingsError in a sentence that says what to do
 */
export async function startServer(env: Env, options: Options = {}): Promise<RunningServer> {
  const { clock = systemClock, grace = GRACE_MS } = options;
  const textIn = env.logFormat === "text" ? env.classTz : null;
  const log = options.log ?? createLog(env.logLevel, { textIn });
  const start: Start = { env, clock, log, stops: [] };
  let isStopping = false;
  // First, because it reads settings that may be missing.
  const files = openStore(env.files);
  const http = await openHttp(env);
  start.stops.push(http.close);
  const stop = async (drainMs = 0) => {
    isStopping = true;
    if (drainMs > 0) await new Promise((drained) => setTimeout(drained, drainMs));
    using _ending = http.endConnections(grace);
    await undoAll(start.stops, { log });
  };
  try {
    const url = ownUrl(env, http.port);
    await checkFileStore(env, { store: files, log });
    const { database, elsewhere } = await openDatabase(start, url);
    await migrate(database);
    await options.fill?.(database);

    const tokens = createTokens(await secretOf(env), () => Date.parse(clock()));
    const mail = startMail(start, { database, tokens });
    const { hasher = createHasher(), render = createRenderer({ log }) } = options;
    start.stops.push(render.stop);
    const allowsOrigin = originCheck(env, http.port);
    const limits = createLimits(database.sql, env.writePace);
    const queues = createQueues();
    const live = await startLive(start, {
      ...{ http, database, tokens, limits, allowsOrigin },
    });
    const judging = createJudging(env.judge ? options.judge ?? createJudge() : null);
    start.stops.push(judging.stop);
    const parts: Parts = {
      env,
      database,
      clock,
      log,
      tokens,
      files,
      render,
      hasher,
      provider: env.oidc && createProvider(env.oidc, log),
      limits,
      queues,
      visits: createVisits(),
      pictures: createImageDecoder(queues.picture),
      postman: mail.postman,
      judging,
      live: live.relay,
    };
    mail.noteIn(parts);
    await warnOfPasswords(parts);
    judging.start(parts);
    start.stops.push(...startUpkeep(parts, live.sockets));
    if (options.notifies !== false) {
      const { follower, stops } = await startNotifications(parts, options.pushes);
      start.stops.push(...stops);
      live.followedBy(follower);
    }

    const health = healthOf(parts, { ...live, isStopping: () => isStopping });
    const app = createApp(parts, { allowsOrigin, health });
    // The application itself reads the rest of a request that was answered before its end.
    http.answerWith(getRequestListener(app.fetch, { autoCleanupIncoming: false }));
    const alsoAt = urlsOnNetwork(env, http.port);
    return { url, alsoAt, parts, relay: live.relay, elsewhere, stop };
  } catch (error) {
    // The operator learns why the start failed, not what failed after that.
    await stop().catch(() => {});
    throw error;
  }
}

/** @param server this server's address, which is recorded with the embedded database */
async function openDatabase({ env, log, stops }: Start, server: string) {
  if (env.databaseUrl) {
    const database = await openNamed(env.databaseUrl);
    stops.push(database.close);
    return { database, elsewhere: null };
  }
  const { url, stop, elsewhere } = await openSupervisedPostgres(env.data, { server, log });
  stops.push(stop);
  const database = connect(url);
  stops.push(database.close);
  return { database, elsewhere };
}

/**
 * Mail may be sent before the parts exist, and its outcome cannot be recorded until then: a refused
 * mail will be retried, and for a sent one nothing is recorded.
 */
function startMail(
  { env, clock, log, stops }: Start,
  { database, tokens }: Pick<Parts, "database" | "tokens">,
) {
  let parts: Parts | null = null;
  const postman = startMailWorker({
    db: database.db,
    clock,
    log,
    tokens,
    leavesAt: ({ quiet = null }) => quietUntil({ now: clock(), zone: env.classTz }, quiet),
    sender: env.smtpUrl ? smtpSender(env.smtpUrl, env.mailFrom) : logSender(console.log),
    async onSettled(address, refused) {
      if (!parts) throw new Error("the server is still starting");
      await transact(parts, (act) => noteMail(act, address, refused));
    },
  });
  stops.push(postman.stop);
  return { postman, noteIn: (all: Parts) => parts = all };
}

type LiveOptions = Pick<Parts, "database" | "tokens" | "limits"> & {
  http: HttpServer;
  allowsOrigin: (origin: string | undefined) => boolean;
};

async function startLive(
  { env, clock, log, stops }: Start,
  { http, database, tokens, limits, allowsOrigin }: LiveOptions,
) {
  const { db } = database;
  const addressFrom = clientAddressFinder(env.trustedProxies);
  const sockets = openSockets(http.server, {
    personOf: async (token) => (await tokens.readSession(token)).sub,
    identify: (token) => identify({ db, tokens, now: clock() }, token),
    addressOf: ({ socket, headers }) =>
      addressFrom(socket.remoteAddress, String(headers["x-forwarded-for"] ?? "")).address,
    topics,
    db,
    limits,
    allowsOrigin,
    relay: () => relay,
    heartbeatMs: env.heartbeatMs,
    // Loaded only when it is used: the Redis client takes 10 MB.
    cluster: env.redisUrl
      ? { redisUrl: env.redisUrl, ...await import("./live/sockets/cluster.ts") }
      : null,
    log,
  });
  http.allowUpgrades();
  let follower: Follower | null = null;
  const relay = await startRelay({
    database,
    log,
    deliver(events) {
      sockets.deliver(events);
      follower?.notify(events);
    },
  });
  stops.push(relay.stop, sockets.close);
  return { sockets, relay, followedBy: (one: Follower) => follower = one };
}

type HealthParts = { sockets: Sockets; relay: Relay; isStopping: () => boolean };

function healthOf({ database, clock }: Parts, { sockets, relay, isStopping }: HealthParts): Health {
  const { db } = database;
  const metrics = createMetrics({
    sockets: sockets.count,
    delivered: relay.head,
    following: relay.following,
    pool: database.pool,
    async stored() {
      const [head, mails, programs] = await Promise.all([
        lastEvent(db),
        countWaitingMail(db, clock()),
        countJobs(db),
      ]);
      return { head, mails, programs };
    },
  });
  return {
    metrics,
    database: () => database.sql`select 1`,
    following: relay.following,
    stopping: isStopping,
  };
}

async function main(): Promise<void> {
  let running: RunningServer | null = null;
  let stopping = false;
  const end = async (code: number, drainMs = 0) => {
    try {
      await running?.stop(drainMs);
    } catch (error) {
      report(`  ${operatorSentence(error) ?? error}`, console.error);
      code = 1;
    }
    if (code === 0) report("  Stopped.");
    Deno.exit(code);
  };
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    report("\n  Stopping…");
    // A start that is under way is stopped when it is done. With PUBLIC_URL there is a proxy in
    // front, which has to stop sending requests here first.
    if (running) await end(0, running.parts.env.publicUrl ? DRAIN_MS : 0);
  };
  Deno.addSignalListener("SIGINT", stop);
  Deno.addSignalListener("SIGTERM", stop);
  try {
    const env = readEnv(Deno.env.toObject());
    let filled = false;
    running = await startServer(env, {
      fill: async (database) => {
        if (env.demo) filled = await fillEmpty(database, { zone: env.classTz });
      },
    });
    if (stopping) await end(0);
    report(`\n  Doubtless is ready: ${running.url}\n`);
    for (const url of running.alsoAt) report(`  On this network: ${url}`);
    if (running.elsewhere) {
      report(
        `  The database is in ${running.elsewhere}: its user, postgres, may not enter ${env.data}.`,
      );
    }
    if (filled) report("  A demo class has been made.");
    if (env.demo) {
      report(`  Demo accounts, password ${DEMO_PASSWORD}:`);
      for (const account of DEMO_ACCOUNTS) report(`    ${account}`);
      report("");
    }
  } catch (error) {
    const sentence = operatorSentence(error);
    // Ctrl-C also reaches PostgreSQL's programs, which then fail.
    if (stopping) await end(0);
    if (sentence === null) throw error;
    report(`\n  ${sentence}\n`, console.error);
    Deno.exit(1);
  }
}

if (import.meta.main) await main();
