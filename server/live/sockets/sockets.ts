/** Who a socket is, catch-up after a reconnect, rooms, and the end of sessions. */
import type { IncomingMessage, Server as HttpServer } from "node:http";
import { Server, type Socket } from "socket.io";
import * as z from "zod";
import type { Reader } from "../../kit/db/database.ts";
import type { Me } from "../../kit/http/guard.ts";
import { Refusal } from "../../kit/core/errors.ts";
import type { Log } from "../../kit/core/log.ts";
import type { Limits } from "../../kit/limits/limits.ts";
import type { LoggedEvent } from "../../kit/core/parts.ts";
import type { Actor } from "../../kit/core/roles.ts";
import { badToken } from "../../kit/security/tokens.ts";
import type { Visit } from "../../kit/security/visits.ts";
import { type Allowances, createAllowances } from "../allowances.ts";
import { broadcast, emitTo } from "./broadcast.ts";
import type { joinCluster } from "./cluster.ts";
import { type EventData, hides } from "../../events.ts";
import { startBackpressure } from "./backpressure.ts";
import type { OpenItem } from "../topics/readers.ts";
import { serveTopics, type Topic } from "../topics/topics.ts";
import type { Relay } from "../relay.ts";
import { roomsOf } from "../rooms.ts";

export type Identity = {
  me: Me;
  expiresAt: number;
  /** The account's epoch when the session began. A later epoch ends the session. */
  epoch: number;
  session: string;
};

export type SocketOptions = {
  /** Returns a person's id without asking the database. @throws Refusal when the token is not valid */
  personOf: (token: string) => Promise<string>;
  /** @throws Refusal when the token is not valid or no longer valid */
  identify: (token: string) => Promise<Identity>;
  /** Returns the caller's address, as limits count it. */
  addressOf: (request: IncomingMessage) => string;
  topics: readonly Topic[];
  db: Reader;
  limits: Limits;
  allowsOrigin: (origin: string | undefined) => boolean;
  relay: () => Relay;
  /** A silent connection is noticed within twice this: heartbeats go twice as often. */
  heartbeatMs: number;
  /** How to join the other servers, and the Redis that connects them; null for a single server. */
  cluster: { redisUrl: string; joinCluster: typeof joinCluster } | null;
  log: Log;
};

export type Sockets = ReturnType<typeof openSockets>;

/** The largest frame that a client may send, in bytes. */
export const FRAME_MOST = 64 * 1024;

/** A longer token is refused unread: every issued token is shorter. */
const TOKEN_MOST = 4000;
const handshake = z.object({
  token: z.string().optional().catch(undefined),
  since: z.int().min(0).optional().catch(undefined),
});

type State = {
  me: Me | null;
  /** Whose allowance it uses: a person's id or, for a visitor, the address. */
  who: string;
  /** The item of a queue that a member of the staff has open. */
  reading: OpenItem | null;
  /** The head of the event log just before the token was checked. */
  asOf: number;
  expiresAt: number;
  epoch: number;
  /** Null for a visitor. */
  session: string | null;
  /** The newest event that the client has. */
  since: number | undefined;
};
type Hears = { [event: string]: (body: unknown, ack?: unknown) => void };
type Says = { [event: string]: (data?: unknown) => void };
type SocketServer = Server<Hears, Says, Says, State>;
type DoubtlessSocket = Socket<Hears, Says, Says, State>;

export function openSockets(http: HttpServer, options: SocketOptions) {
  const { topics, db, limits, relay, log } = options;
  const allowances = createAllowances(limits);
  const io = createServer(http, options, allowances);
  const cluster = options.cluster?.joinCluster(io, options.cluster.redisUrl, log) ?? null;
  const isAlone = () => !cluster?.isReady();
  const { inTurn } = allowances;
  const live = serveTopics({ io, topics, db, limits, inTurn, isAlone, relay, log });
  const endBackpressure = startBackpressure(io, log);

  io.use((socket: DoubtlessSocket, next) => {
    admit(socket, options, allowances).then(() => next(), (error) => {
      if (!(error instanceof Refusal)) log.warn({ error }, "handshake failed");
      // On "auth" the client gives up its session; after any other error it tries again.
      const isOver = error instanceof Refusal && error.status === 401;
      next(new Error(isOver ? "auth" : "unavailable"));
    });
  });
  io.on("connection", (socket: DoubtlessSocket) => {
    const { me, who } = socket.data;
    endWhenExpired(socket);
    allowances.countMessages(socket, who);
    if (me) {
      allowances.admitted(socket, who);
      live.serve(socket, me);
    }
    catchUp(socket, relay());
  });

  return {
    /** Pushes events to this server's sockets. Every server reads the log itself. */
    deliver(events: readonly LoggedEvent[]): void {
      let from = 0;
      for (const [place, event] of events.entries()) {
        const isEnd = event.type === SESSION_ENDED;
        const isAccess = event.type === ACCESS_CHANGED;
        if (!isEnd && !isAccess && !live.canRevoke(event.type)) continue;
        // All earlier events are pushed before sockets leave because of this one.
        broadcast(io, events.slice(from, isEnd || isAccess ? place : place + 1));
        from = place + 1;
        if (isEnd) endSessions(io, event);
        else if (isAccess) { for (const socket of socketsOf(io, event)) startAgain(socket); }
        else live.revoke(event);
      }
      broadcast(io, events.slice(from));
      live.eventsLogged(new Set(events.map(({ type }) => type)));
    },
    count: (): number => io.engine.clientsCount,
    /** The people who are connected to this server, one entry for each socket. */
    visits: (): Visit[] =>
      [...io.sockets.sockets.values()].flatMap(({ data: { me, session } }) =>
        me && session ? { personId: me._id, session } : []
      ),
    async close(): Promise<void> {
      await live.stop();
      endBackpressure();
      await io.close();
      await cluster?.leave();
    },
  };
}

function createServer(
  http: HttpServer,
  { allowsOrigin, addressOf, heartbeatMs }: SocketOptions,
  allowances: Allowances,
): SocketServer {
  const io = new Server<Hears, Says, Says, State>(http, {
    transports: ["websocket"],
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: FRAME_MOST,
    // An answer may take long on a slow network. Together they are twice the heartbeat.
    pingInterval: heartbeatMs / 2,
    pingTimeout: heartbeatMs * 3 / 2,
    serveClient: false,
    // The cors option does not check the origin of a WebSocket.
    allowRequest: (request, answer) =>
      answer(
        null,
        allowsOrigin(request.headers.origin) && allowances.hasRoom(addressOf(request)),
      ),
  });
  io.engine.on("connection", (connection: DoubtlessSocket["conn"]) => {
    allowances.opened(connection, addressOf(connection.request));
  });
  return io;
}

/** Checks the token, if the client sent one. @throws Refusal */
async function admit(
  socket: DoubtlessSocket,
  { personOf, identify, addressOf, relay }: SocketOptions,
  { connect, inTurn }: Allowances,
): Promise<void> {
  const { token, since } = handshake.catch({}).parse(socket.handshake.auth);
  if (token && token.length > TOKEN_MOST) throw badToken("This token is not valid.");
  const person = token ? await personOf(token) : null;
  const who = person ?? addressOf(socket.request);
  await connect({ who, isPerson: person !== null }, socket.conn);
  const asOf = relay().head();
  const identity = token && person ? await inTurn(who, () => identify(token)) : null;
  const state: State = {
    asOf,
    who,
    me: identity?.me ?? null,
    reading: null,
    expiresAt: identity?.expiresAt ?? Infinity,
    epoch: identity?.epoch ?? 0,
    session: identity?.session ?? null,
    since,
  };
  Object.assign(socket.data, state);
}

function endWhenExpired(socket: DoubtlessSocket): void {
  const { expiresAt } = socket.data;
  if (expiresAt === Infinity) return;
  const timer = setTimeout(() => {
    socket.emit("session.ended", { reason: "expired" });
    socket.disconnect(true);
  }, Math.max(0, expiresAt - Date.now()));
  socket.on("disconnect", () => clearTimeout(timer));
}

/** Sends what was missed and joins rooms, without waiting: nothing is lost or sent twice. */
function catchUp(socket: DoubtlessSocket, relay: Relay): void {
  const { me, asOf, since = asOf } = socket.data;
  const rooms = roomsOf(me);
  const sinceChecked = relay.missed(asOf, rooms);
  if (!sinceChecked || sinceChecked.some(({ type }) => type === ACCESS_CHANGED)) {
    return startAgain(socket);
  }
  const end = sinceChecked.find((event) => isEndOf(socket.data, event));
  if (end) {
    emitTo(socket, end);
    return void socket.disconnect(true);
  }
  const missed = relay.missed(since, rooms)?.filter(({ type }) => type !== SESSION_ENDED);
  if (missed && areSent(missed, me)) { for (const event of missed) emitTo(socket, event); }
  else socket.emit("resync");
  for (const room of rooms) socket.join(room);
  socket.emit("ready", { seq: relay.head() });
}

/** Whether the event ends this socket's session: it names the session, or ends earlier ones. */
function isEndOf({ epoch, session }: State, { type, data }: LoggedEvent): boolean {
  if (type !== SESSION_ENDED) return false;
  const ended = data as EventData<typeof SESSION_ENDED>;
  return session === (ended.session ?? ended.keeps)
    ? ended.session !== undefined
    : epoch < ended.epoch;
}

/** Closes the sessions that an event ends. One that began later stays open. */
function endSessions(io: SocketServer, event: LoggedEvent): void {
  for (const socket of socketsOf(io, event)) {
    if (!isEndOf(socket.data, event)) continue;
    emitTo(socket, event);
    socket.disconnect(true);
  }
}

const socketsOf = (io: SocketServer, { rooms }: Pick<LoggedEvent, "rooms">): DoubtlessSocket[] =>
  [...new Set(rooms.flatMap((room) => [...io.sockets.adapter.rooms.get(room) ?? []]))]
    .flatMap((id) => io.sockets.sockets.get(id) ?? []);

const ACCESS_CHANGED = "access.changed";
const SESSION_ENDED = "session.ended";

/**
 * Lets a client fetch everything again and connect anew, with the rooms and topics of what its person
 * may see now. A connection that is closed below socket.io is opened again at once.
 */
function startAgain(socket: DoubtlessSocket): void {
  socket.emit("resync");
  socket.conn.close();
}

/** A client that missed more events of its rooms than this fetches everything again. */
const MISSED_MOST = 500;
/** The same for their bytes. A visitor's limit is lower: four calls fetch their screen. */
const BYTES_MOST = 1024 * 1024;
const VISITOR_BYTES_MOST = 256 * 1024;

/** Whether this person gets them, or fetches all: too many, or one hides what others tell. */
function areSent(events: readonly LoggedEvent[], me: Actor | null): boolean {
  const bytes = events.reduce((sum, event) => sum + event.bytes, 0);
  return events.length <= MISSED_MOST && bytes <= (me ? BYTES_MOST : VISITOR_BYTES_MOST) &&
    !events.some(({ type, data }) => hides(type, data, me));
}
