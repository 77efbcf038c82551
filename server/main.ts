/** Starts everything, in order, and stops it in the opposite one. Nothing else starts anything. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createApp } from "./app.ts";
import { identify } from "./auth/queries.ts";
import { endLapsedClaims as endLapsedDoubtClaims } from "./doubts/commands.ts";
import { type Clock, systemClock } from "./kit/clock.ts";
import { connect, type Database, openNamed } from "./kit/database.ts";
import { startEmbedded } from "./kit/embedded.ts";
import { type Env, readEnv, secretOf } from "./kit/env.ts";
import { SettingsError } from "./kit/errors.ts";
import { type FileStore, folderStore } from "./kit/files.ts";
import { createHasher, type Hasher } from "./kit/hash.ts";
import { createLimits } from "./kit/limits.ts";
import { createLog, type Log } from "./kit/log.ts";
import { printingSender, smtpSender, startPostman, waitingMail } from "./kit/mail.ts";
import { createMetrics } from "./kit/metrics.ts";
import { holdDatabase, migrate } from "./kit/migrate.ts";
import type { Parts } from "./kit/parts.ts";
import { createRenderer } from "./kit/render.ts";
import { s3Store } from "./kit/s3.ts";
import { createSearches } from "./kit/searching.ts";
import { createTokens } from "./kit/tokens.ts";
import { createWriting } from "./kit/writing.ts";
import { transact } from "./live/outbox.ts";
import { lastEvent, type Relay, startRelay } from "./live/relay.ts";
import { tidy } from "./live/retention.ts";
import { openSockets } from "./live/sockets.ts";
import { endLapsedClaims as endLapsedReviewClaims } from "./reviews/commands.ts";
import { whoMayWatch } from "./threads/queries.ts";

export type Running = {
  url: string;
  parts: Parts;
  relay: Relay;
  /** @param drainMs how long it goes on serving while it says that it is not ready any more */
  stop(drainMs?: number): Promise<void>;
};

type Options = {
  clock?: Clock;
  log?: Log;
  hasher?: Hasher;
  /** What is to be in the database before anybody is answered. */
  fill?: (database: Database) => Promise<void>;
  /** Milliseconds that a stop waits for requests that are under way. */
  grace?: number;
};

const SWEEP_MS = 5000;
const TIDY_MS = 10 * 60_000;
/** Longer than a proxy takes to notice: it looks every second. */
const DRAIN_MS = 3000;
const GRACE_MS = 10_000;
/**
 * A connection that asks for nothing is kept longer than proxies and programs keep theirs (Caddy 2
 * minutes, Deno and Go 90 s): whoever closes it first never meets a request on its way, and a POST
 * that meets the end of its connection fails.
 */
const KEEP_ALIVE_MS = 150_000;

/** @throws SettingsError in a sentence that says what to do */
export async function startServer(env: Env, options: Options = {}): Promise<Running> {
  const { clock = systemClock, log = createLog(env.logLevel), grace = GRACE_MS } = options;
  const stops: (() => Promise<void> | void)[] = [];
  let stopping = false;
  let unused = new Set<Socket>();
  let cutOff = () => {};
  const stop = async (drainMs = 0) => {
    stopping = true;
    if (drainMs > 0) await new Promise((drained) => setTimeout(drained, drainMs));
    const closeUnused = () => unused.forEach((socket) => socket.destroy());
    closeUnused();
    const again = setInterval(closeUnused, 1000);
    const late = setTimeout(cutOff, grace);
    for (const undo of stops.reverse()) await undo();
    stops.length = 0;
    clearInterval(again);
    clearTimeout(late);
  };
  try {
    let answer: RequestListener = notReady;
    // Before the sockets, which answer what is theirs and pass on the rest.
    const http = createServer((request, response) => answer(request, response));
    http.keepAliveTimeout = KEEP_ALIVE_MS;
    unused = followUnused(http);
    const port = await listen(http, env);
    const url = env.publicUrl ??
      `http://${env.host.includes(":") ? `[${env.host}]` : env.host}:${port}`;
    stops.push(() => new Promise((done) => http.close(() => done())));
    cutOff = () => http.closeAllConnections();

    const database = await openDatabase(env, stops);
    await migrate(database);
    await options.fill?.(database);
    const tokens = await createTokens(await secretOf(env), () => Date.parse(clock()));
    const sender = env.smtpUrl
      ? smtpSender(env.smtpUrl, env.mailFrom)
      : printingSender(console.log);
    const postman = startPostman({ db: database.db, clock, log, tokens, sender });
    stops.push(postman.stop);

    const render = createRenderer();
    const { hasher = createHasher() } = options;
    stops.push(render.stop, hasher.stop);

    const allowsOrigin = originCheck(env, port);
    const sockets = openSockets(http, {
      identify: (token) => identify({ db: database.db, tokens, now: clock() }, token),
      whoMayWatch: (doubtId) => whoMayWatch(database.db, doubtId),
      allowsOrigin,
      relay: () => relay,
      redisUrl: env.redisUrl,
      log,
    });
    // Not before somebody answers an upgrade: whoever listens for it takes it over.
    http.on("upgrade", ({ socket }) => unused.delete(socket));
    // First of all listeners, since socket.io answers some requests without the application.
    http.prependListener("request", (_request, response) => harden(response));
    const relay = await startRelay({ database, log, deliver: sockets.deliver });
    stops.push(relay.stop, sockets.close);

    const parts: Parts = {
      env,
      database,
      clock,
      log,
      tokens,
      recognised: new Map(),
      hasher,
      limits: createLimits(),
      writing: createWriting(env.writePace),
      searches: createSearches(),
      files: fileStore(env),
      render,
      postman,
      live: relay,
    };
    stops.push(
      repeat(SWEEP_MS, log, () => transact({ parts, me: null, work: endLapsedDoubtClaims })),
      repeat(SWEEP_MS, log, () => transact({ parts, me: null, work: endLapsedReviewClaims })),
      repeat(TIDY_MS, log, () => tidy(database.db, clock())),
    );

    const metrics = createMetrics({
      sockets: sockets.count,
      delivered: relay.head,
      following: relay.following,
      pool: database.pool,
      async stored() {
        const { db } = database;
        const [head, mails] = await Promise.all([lastEvent(db), waitingMail(db, clock())]);
        return { head, mails };
      },
    });
    const health = {
      metrics,
      database: () => database.sql`select 1`,
      following: relay.following,
      stopping: () => stopping,
    };
    const app = createApp(parts, { allowsOrigin, health });
    answer = getRequestListener(app.fetch);
    return { url, parts, relay, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Until all is there: another server may still be migrating. */
const notReady: RequestListener = (_request, response) => {
  harden(response);
  response.writeHead(503, { "content-type": "application/json", "retry-after": "1" });
  response.end(JSON.stringify({ msg: "The server is starting.", code: "starting" }));
};

/** For replies that are not the application's, which sets headers of its own. */
function harden(response: ServerResponse): void {
  response.setHeader("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  response.setHeader("x-content-type-options", "nosniff");
  response.setHeader("x-frame-options", "DENY");
}

function fileStore({ files }: Env): FileStore {
  return files.startsWith("s3://") ? s3Store(files, Deno.env.toObject()) : folderStore(files);
}

/** Does it again and again, one at a time, until the function that this returns is called. */
function repeat(ms: number, log: Log, work: () => Promise<unknown>): () => Promise<void> {
  let under: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    under ??= work()
      .catch((error) => log.warn({ error }, "a round of upkeep failed"))
      .finally(() => under = null);
  }, ms);
  return async () => {
    clearInterval(timer);
    await under;
  };
}

/**
 * The connections that have asked for nothing yet. Browsers and proxies open some ahead, and the end
 * of the HTTP server would wait for them.
 */
function followUnused(http: ReturnType<typeof createServer>): Set<Socket> {
  const unused = new Set<Socket>();
  http.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  http.on("request", ({ socket }: IncomingMessage) => unused.delete(socket));
  return unused;
}

function listen(http: ReturnType<typeof createServer>, { port, host }: Env): Promise<number> {
  return new Promise((done, fail) => {
    http.once("error", (error: NodeJS.ErrnoException) => {
      fail(
        error.code === "EADDRINUSE"
          ? new SettingsError(`Port ${port} is in use: stop what listens there, or set PORT.`)
          : new SettingsError(`Cannot listen on ${host}:${port}: ${error.message}.`),
      );
    });
    http.listen(port, host, () => done((http.address() as AddressInfo).port));
  });
}

async function openDatabase(env: Env, stops: (() => Promise<void> | void)[]): Promise<Database> {
  if (env.databaseUrl) {
    const database = await openNamed(env.databaseUrl);
    stops.push(database.close);
    return database;
  }
  const embedded = await startEmbedded(`${env.data}/postgres`);
  const hold = await holdDatabase(embedded.url);
  if (!hold) throw new SettingsError(`Another Doubtless is running on ${env.data}: stop it first.`);
  stops.push(embedded.stop, hold.release);
  const database = connect(embedded.url);
  stops.push(database.close);
  return database;
}

/** A page from elsewhere may neither call nor open a socket; programs send no origin. */
function originCheck({ publicUrl, host }: Env, port: number) {
  const own = publicUrl
    ? [publicUrl]
    : [host, "127.0.0.1", "localhost", "[::1]"].map((name) => `http://${name}:${port}`);
  return (origin: string | undefined) => origin === undefined || own.includes(origin);
}

async function main(): Promise<void> {
  try {
    const { fillEmpty, DEMO_ACCOUNTS, DEMO_PASSWORD } = await import("../db/seed.ts");
    const env = readEnv(Deno.env.toObject());
    let filled = false;
    const running = await startServer(env, {
      fill: async (database) => {
        if (env.demo) filled = await fillEmpty(database, { zone: env.classTz });
      },
    });
    console.log(`\n  Doubtless is ready: ${running.url}\n`);
    if (filled) console.log("  A demo class has been made.");
    if (env.demo) {
      console.log(`  Demo accounts, password ${DEMO_PASSWORD}:`);
      for (const account of DEMO_ACCOUNTS) console.log(`    ${account}`);
      console.log();
    }
    let stopping = false;
    const stop = async () => {
      if (stopping) return;
      stopping = true;
      console.log("\n  Stopping…");
      // With an address of its own it has a proxy in front, which is to send nothing here first.
      await running.stop(env.publicUrl ? DRAIN_MS : 0);
      console.log("  Stopped.");
      Deno.exit(0);
    };
    Deno.addSignalListener("SIGINT", stop);
    Deno.addSignalListener("SIGTERM", stop);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(`\n  ${error.message}\n`);
    Deno.exit(1);
  }
}

if (import.meta.main) await main();
