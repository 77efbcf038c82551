/** Starts everything, in order, and stops it in the opposite one. Nothing else starts anything. */
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createApp } from "./app.ts";
import { identify } from "./auth/queries.ts";
import { endLapsedClaims as endLapsedDoubtClaims } from "./doubts/commands.ts";
import { createBodies } from "./kit/body.ts";
import { type Clock, systemClock } from "./kit/clock.ts";
import { connect, type Database, openNamed } from "./kit/database.ts";
import { say, sentenceOf, type Undo, undoAll } from "./kit/endings.ts";
import { type Env, readEnv, secretOf } from "./kit/env.ts";
import type { SettingsError } from "./kit/errors.ts";
import { type FileStore, folderStore } from "./kit/files.ts";
import { createHasher, type Hasher } from "./kit/hash.ts";
import { createLimits } from "./kit/limits.ts";
import { followUnused, listen } from "./kit/listen.ts";
import { createLog, type Log } from "./kit/log.ts";
import { printingSender, smtpSender, startPostman, waitingMail } from "./kit/mail.ts";
import { createMetrics } from "./kit/metrics.ts";
import { migrate } from "./kit/migrate.ts";
import { originCheck, ownUrl, urlsOnNetwork } from "./kit/origins.ts";
import { openOwn } from "./kit/own_database.ts";
import type { Parts } from "./kit/parts.ts";
import { createPictures } from "./kit/pictures.ts";
import { createRenderer } from "./kit/render.ts";
import { forgetOldEvents, startRerendering } from "./kit/rerender.ts";
import { s3Store } from "./kit/s3.ts";
import { createSearches } from "./kit/searching.ts";
import { checkStore } from "./kit/store_check.ts";
import { createTokens } from "./kit/tokens.ts";
import { sweepUnconfirmed } from "./kit/unconfirmed.ts";
import { answerUnread } from "./kit/unread.ts";
import { createWriting } from "./kit/writing.ts";
import { transact } from "./live/outbox.ts";
import { lastEvent, type Relay, startRelay } from "./live/relay.ts";
import { tidy } from "./live/retention.ts";
import { openSockets } from "./live/sockets.ts";
import { noteMail } from "./people/commands.ts";
import { endLapsedClaims as endLapsedReviewClaims } from "./reviews/commands.ts";
import { whoMayWatch } from "./threads/queries.ts";

export type Running = {
  url: string;
  /** Where other machines of the same network find it. */
  alsoAt: string[];
  parts: Parts;
  relay: Relay;
  /** Where the embedded database has its data, if that is not the data folder. */
  elsewhere: string | null;
  /** Resolves when the server cannot go on, with what to tell the operator. */
  failed: Promise<SettingsError>;
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

/** Until a request's headers are there. Its body has limits of its own, in kit/body.ts. */
const HEADERS_MS = 20_000;

/** @throws SettingsError in a sentence that says what to do */
export async function startServer(env: Env, options: Options = {}): Promise<Running> {
  const { clock = systemClock, log = createLog(env.logLevel), grace = GRACE_MS } = options;
  const stops: Undo[] = [];
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
    await undoAll(stops, { log }).finally(() => {
      clearInterval(again);
      clearTimeout(late);
    });
  };
  try {
    let answer: RequestListener = notReady;
    // Before the sockets, which answer what is theirs and pass on the rest.
    const http = createServer((request, response) => answer(request, response));
    http.keepAliveTimeout = KEEP_ALIVE_MS;
    http.headersTimeout = HEADERS_MS;
    http.on("clientError", answerUnread);
    unused = followUnused(http);
    const port = await listen(http, env);
    const url = ownUrl(env, port);
    stops.push(() => new Promise<void>((done) => http.close(() => done())));
    cutOff = () => http.closeAllConnections();

    const files = fileStore(env);
    await checkStore(env, { store: files, log });
    const { database, ...own } = await openDatabase(env, { server: url, log, stops });
    await migrate(database);
    await options.fill?.(database);
    await forgetOldEvents(database, log);
    const tokens = await createTokens(await secretOf(env), () => Date.parse(clock()));
    const sender = env.smtpUrl
      ? smtpSender(env.smtpUrl, env.mailFrom)
      : printingSender(console.log);
    let ready: Parts | null = null;
    const postman = startPostman({
      db: database.db,
      clock,
      log,
      tokens,
      sender,
      async settled(address, refused) {
        const parts = ready;
        // Not yet: what cannot be noted is tried again.
        if (!parts) throw new Error("the server is still starting");
        await transact({ parts, me: null, work: (act) => noteMail(act, address, refused) });
      },
    });
    stops.push(postman.stop);

    const render = createRenderer({ log });
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
      files,
      bodies: createBodies(),
      pictures: createPictures(),
      render,
      postman,
      live: relay,
    };
    ready = parts;
    stops.push(
      repeat(SWEEP_MS, log, () => transact({ parts, me: null, work: endLapsedDoubtClaims })),
      repeat(SWEEP_MS, log, () => transact({ parts, me: null, work: endLapsedReviewClaims })),
      repeat(TIDY_MS, log, () => tidy(database.db, clock())),
      repeat(TIDY_MS, log, () => sweepUnconfirmed(parts)),
    );

    stops.push(startRerendering({ database, render: render.by("stored texts"), log }));

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
    // What a request still sends after its answer is read by the application.
    answer = getRequestListener(app.fetch, { autoCleanupIncoming: false });
    return { url, alsoAt: urlsOnNetwork(env, port), parts, relay, stop, ...own };
  } catch (error) {
    // Why it does not start is what matters.
    await stop().catch(() => {});
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

type Opened = Pick<Running, "failed" | "elsewhere"> & { database: Database };

async function openDatabase(
  env: Env,
  { server, log, stops }: { server: string; log: Log; stops: Undo[] },
): Promise<Opened> {
  if (env.databaseUrl) {
    const database = await openNamed(env.databaseUrl);
    stops.push(database.close);
    return { database, failed: new Promise(() => {}), elsewhere: null };
  }
  const { url, stop, ...own } = await openOwn(env.data, { server, log });
  stops.push(stop);
  const database = connect(url);
  stops.push(database.close);
  return { database, ...own };
}

async function main(): Promise<void> {
  let running: Running | null = null;
  let stopping = false;
  const end = async (code: number, drainMs = 0) => {
    try {
      await running?.stop(drainMs);
    } catch (error) {
      say(`  ${sentenceOf(error) ?? error}`, console.error);
      code = 1;
    }
    if (code === 0) say("  Stopped.");
    Deno.exit(code);
  };
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    say("\n  Stopping…");
    // What has begun to start is stopped once it has. With an address of its own it has a proxy in
    // front, which is to send nothing here first.
    if (running) await end(0, running.parts.env.publicUrl ? DRAIN_MS : 0);
  };
  Deno.addSignalListener("SIGINT", stop);
  Deno.addSignalListener("SIGTERM", stop);
  try {
    const { fillEmpty, DEMO_ACCOUNTS, DEMO_PASSWORD } = await import("../db/seed.ts");
    const env = readEnv(Deno.env.toObject());
    let filled = false;
    running = await startServer(env, {
      fill: async (database) => {
        if (env.demo) filled = await fillEmpty(database, { zone: env.classTz });
      },
    });
    if (stopping) await end(0);
    running.failed.then(async (error) => {
      if (stopping) return;
      stopping = true;
      say(`\n  ${error.message}\n`, console.error);
      await end(1);
    });
    say(`\n  Doubtless is ready: ${running.url}\n`);
    for (const url of running.alsoAt) say(`  On this network: ${url}`);
    if (running.elsewhere) {
      say(
        `  The database is in ${running.elsewhere}: its user, postgres, may not enter ${env.data}.`,
      );
    }
    if (filled) say("  A demo class has been made.");
    if (env.demo) {
      say(`  Demo accounts, password ${DEMO_PASSWORD}:`);
      for (const account of DEMO_ACCOUNTS) say(`    ${account}`);
      say("");
    }
  } catch (error) {
    const sentence = sentenceOf(error);
    // Ctrl-C reaches PostgreSQL's programs, too, which then fail.
    if (stopping) await end(0);
    if (sentence === null) throw error;
    say(`\n  ${sentence}\n`, console.error);
    Deno.exit(1);
  }
}

if (import.meta.main) await main();
