/**
 * The socket server: authentication, catch-up after a reconnect, rooms, and the end of sessions.
 */
import type { Server as HttpServer } from "node:http";
import { Server, type Socket } from "socket.io";
import * as z from "zod";
import type { Reader } from "../kit/db/database.ts";
import type { Me } from "../kit/http/guard.ts";
import { Refusal } from "../kit/core/errors.ts";
import type { Log } from "../kit/core/log.ts";
import type { LoggedEvent } from "../kit/core/parts.ts";
import { badToken } from "../kit/security/tokens.ts";
import type { Visit } from "../kit/security/visits.ts";
import { broadcast, emitLate } from "./broadcast.ts";
import type { joinCluster } from "./cluster.ts";
import type { EventData } from "./events.ts";
import { catchUpEvents } from "./catch_up.ts";
import { startBackpressure } from "./backpressure.ts";
import type { Reading } from "./reading.ts";
import { type Room, roomsOf } from "./rooms.ts";
import type { Relay } from "./relay.ts";
import { serveTopics, type Topic } from "./topics.ts";

export type Identity = {
  me: Me;
  expiresAt: number;
  /** The account's epoch when the session began. A later epoch ends the session. */
  epoch: number;
  /** The session's id; null for a token that names none. */
  session: string | null;
};

export type SocketOptions = {
  /** @throws Refusal when the token is not valid or no longer valid */
  identify: (token: string) => Promise<Identity>;
  /**
   * Returns the room that the code of the wall's link opens.
   * @throws Refusal when the code is not valid, or there were too many tries from this address
   */
  openWall: (code: string, address: string) => Promise<Room>;
  topics: readonly Topic[];
  db: Reader;
  allowsOrigin: (origin: string | undefined) => boolean;
  relay: () => Relay;
  /**
   * Each side sends a heartbeat this often, and waits this long for the answer. So a silent
   * connection is noticed after at most twice this time.
   */
  heartbeatMs: number;
  /** How to join the other servers, and the Redis that connects them; null for a single server. */
  cluster: { redisUrl: string; joinCluster: typeof joinCluster } | null;
  log: Log;
};

export type Sockets = {
  /** Pushes events to this server's sockets. Every server reads the log itself. */
  deliver(events: readonly LoggedEvent[]): void;
  count(): number;
  /** The people who are connected to this server, one entry for each socket. */
  visits(): Visit[];
  close(): Promise<void>;
};

/** The largest frame that a client may send, in bytes. */
export const FRAME_MOST = 64 * 1024;
/**
 * A client may send this many messages at once, and this many a second. A client that sends more is
 * disconnected.
 */
const BURST = 60;
const PER_SECOND = 20;
/** The most sockets of the wall on one server. */
const WALL_SOCKETS_MOST = 20;

/**
 * The most bytes of events that a client gets after a reconnect; a client that missed more fetches
 * again. The limit for visitors is lower, since four calls fetch a visitor's screen.
 */
const TOLD_BYTES = 1024 * 1024;
const VISITOR_BYTES = 256 * 1024;

/** A longer token is refused unread: every issued token is shorter. */
const TOKEN_MOST = 4000;
const handshake = z.object({
  token: z.string().optional().catch(undefined),
  since: z.int().min(0).optional().catch(undefined),
  wall: z.string().max(TOKEN_MOST).optional().catch(undefined),
});

type State = {
  me: Me | null;
  /** The only room of a socket that came with the wall's link. */
  wall: Room | null;
  /** The item of a queue that a member of the staff has open. */
  reading: Reading | null;
  /** The head of the event log just before the token was checked. */
  asOf: number;
  expiresAt: number;
  epoch: number;
  session: string | null;
  /** The newest event that the client has. */
  since: number | undefined;
  /** The token bucket against floods: the tokens that are left, and the time of the last refill. */
  tokens: number;
  at: number;
};
type Ended = EventData<"session.ended">;
type Hears = { [event: string]: (body: unknown, ack?: unknown) => void };
type Says = { [event: string]: (data?: unknown) => void };
type SocketServer = Server<Hears, Says, Says, State>;
type DoubtlessSocket = Socket<Hears, Says, Says, State>;

export function openSockets(http: HttpServer, options: SocketOptions): Sockets {
  const { topics, db, relay, log } = options;
  const io = createServer(http, options);
  const cluster = options.cluster?.joinCluster(io, options.cluster.redisUrl, log) ?? null;
  const isAlone = () => !cluster?.isReady();
  const live = serveTopics({ io, topics, db, isAlone, relay, log });
  const pressure = startBackpressure(io, log);

  io.use((socket: DoubtlessSocket, next) => {
    admit(socket, options).then(() => next(), (error) => {
      if (!(error instanceof Refusal)) log.warn({ error }, "handshake failed");
      // On "auth" the client gives up its session; after any other error it tries again.
      // On "wall" it gives up the wall's link.
      const known: Record<number, string> = { 401: "auth", 403: "wall" };
      next(new Error(error instanceof Refusal && known[error.status] || "unavailable"));
    });
  });
  io.on("connection", (socket: DoubtlessSocket) => {
    endWhenExpired(socket);
    cutOffFloods(socket);
    if (socket.data.me) live.serve(socket, socket.data.me);
    const begun = socket.data.wall ? showWall(socket, socket.data.wall) : catchUp(socket, relay);
    begun.catch((error) => {
      log.warn({ error }, "catch-up failed");
      socket.disconnect(true);
    });
  });

  /** The socket joins no other room, so it receives nothing else. */
  async function showWall(socket: DoubtlessSocket, room: Room): Promise<void> {
    if ((io.sockets.adapter.rooms.get(room)?.size ?? 0) >= WALL_SOCKETS_MOST) {
      return void socket.disconnect(true);
    }
    socket.join(room);
    // A link that was taken back since the handshake did not find this socket in the room.
    const isValid = await options.openWall(wallOf(socket) ?? "", "").then(() => true, () => false);
    if (!isValid) return void socket.disconnect(true);
    socket.emit("ready", { seq: relay().head() });
    live.servedByLink(room);
  }

  return {
    deliver(events) {
      let from = 0;
      for (const [place, event] of events.entries()) {
        pressure.pushed(event.bytes ?? 0);
        const isEnd = event.type === "session.ended";
        if (!isEnd && !live.canRevoke(event.type)) continue;
        // All earlier events are pushed before sockets leave because of this one.
        broadcast(io, events.slice(from, isEnd ? place : place + 1));
        from = place + 1;
        if (isEnd) endSessions(io, event);
        else live.revoke(event);
      }
      broadcast(io, events.slice(from));
      live.heard(new Set(events.map(({ type }) => type)));
    },
    count: () => io.engine.clientsCount,
    visits: () =>
      [...io.sockets.sockets.values()].flatMap(({ data: { me, session } }) =>
        me ? { personId: me._id, session } : []
      ),
    async close() {
      live.stop();
      pressure.stop();
      await io.close();
      await cluster?.leave();
    },
  };
}

function createServer(
  http: HttpServer,
  { allowsOrigin, heartbeatMs }: Pick<SocketOptions, "allowsOrigin" | "heartbeatMs">,
): SocketServer {
  return new Server<Hears, Says, Says, State>(http, {
    transports: ["websocket"],
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: FRAME_MOST,
    pingInterval: heartbeatMs,
    pingTimeout: heartbeatMs,
    serveClient: false,
    // The cors option does not check the origin of a WebSocket.
    allowRequest: (request, answer) => answer(null, allowsOrigin(request.headers.origin)),
  });
}

/** The code of the wall's link, if the client sent one. */
const wallOf = ({ handshake: { auth } }: DoubtlessSocket): string | undefined =>
  handshake.catch({}).parse(auth).wall;

/** Checks the token, if the client sent one. @throws Refusal */
async function admit(
  socket: DoubtlessSocket,
  { identify, openWall, relay }: Pick<SocketOptions, "identify" | "openWall" | "relay">,
): Promise<void> {
  const given = handshake.catch({}).parse(socket.handshake.auth);
  const code = wallOf(socket);
  // The wall's link belongs to no account: a token that comes with it is ignored.
  const { token, since } = code === undefined ? given : { token: undefined, since: undefined };
  const wall = code === undefined ? null : await openWall(code, socket.handshake.address);
  if (token && token.length > TOKEN_MOST) throw badToken("This token is not valid.");
  const asOf = relay().head();
  const identity = token ? await identify(token) : null;
  Object.assign(socket.data, {
    asOf,
    me: identity?.me ?? null,
    wall,
    reading: null,
    expiresAt: identity?.expiresAt ?? Infinity,
    epoch: identity?.epoch ?? 0,
    session: identity?.session ?? null,
    since,
    tokens: BURST,
    at: Date.now(),
  });
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

function cutOffFloods(socket: DoubtlessSocket): void {
  socket.use((_packet, next) => {
    if (takeToken(socket.data)) next();
    else socket.disconnect(true);
  });
}

/** Takes a token from the bucket. @returns whether one more message is allowed */
function takeToken(state: State): boolean {
  const now = Date.now();
  state.tokens = Math.min(BURST, state.tokens + (now - state.at) / 1000 * PER_SECOND);
  state.at = now;
  state.tokens -= 1;
  return state.tokens >= 0;
}

/**
 * Sends the missed events in order, and then joins the rooms, so that no event is lost or sent
 * twice.
 */
async function catchUp(socket: DoubtlessSocket, relay: () => Relay): Promise<void> {
  const { me, asOf } = socket.data;
  const rooms = roomsOf(me);
  const wanted = new Set<string>(rooms);
  let since = socket.data.since ?? asOf;
  while (since !== relay().head()) {
    const head = relay().head();
    const missed = relay().missed(since, wanted);
    const logged = missed instanceof Promise ? await missed : missed;
    if (!socket.connected) return;
    const events = logged && catchUpEvents(logged, me, me ? TOLD_BYTES : VISITOR_BYTES);
    if (events === null) {
      socket.emit("resync");
      break;
    }
    for (const event of events) {
      const { type, data } = event;
      if (type === "session.ended" && !isEnded(socket.data, data as Ended)) continue;
      emitLate(socket, event);
      if (type === "session.ended") return void socket.disconnect(true);
    }
    since = Math.max(since, head);
  }
  // There must be no await between the last comparison with the head and this line.
  for (const room of rooms) socket.join(room);
  socket.emit("ready", { seq: relay().head() });
}

/** Whether the event ends this socket's session: it names the session, or ends earlier ones. */
const isEnded = ({ epoch, session }: State, ended: Ended): boolean =>
  session !== null && session === (ended.session ?? ended.keeps)
    ? ended.session !== undefined
    : epoch < ended.epoch;

/**
 * Closes the sessions that an event ends. A session of the same person that began later stays open.
 */
function endSessions(io: SocketServer, { seq, type, rooms, data }: LoggedEvent): void {
  const ended = data as Ended;
  for (const id of rooms.flatMap((room) => [...io.sockets.adapter.rooms.get(room) ?? []])) {
    const socket = io.sockets.sockets.get(id);
    if (!socket || !isEnded(socket.data, ended)) continue;
    socket.emit(type, { ...ended, seq });
    socket.disconnect(true);
  }
}
