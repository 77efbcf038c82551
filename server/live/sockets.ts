/** The live channel's door: who a socket is, which rooms it is in, what it missed, what it may ask. */
import type { Server as HttpServer } from "node:http";
import { Server, type Socket } from "socket.io";
import * as z from "zod";
import type { Me } from "../kit/guard.ts";
import { Refusal } from "../kit/errors.ts";
import type { Log } from "../kit/log.ts";
import type { Logged } from "../kit/parts.ts";
import { badToken } from "../kit/tokens.ts";
import type { Someone } from "../people/schema.ts";
import { broadcast, tellLate } from "./broadcast.ts";
import { joinCluster } from "./cluster.ts";
import type { EventData } from "./events.ts";
import { handedOut } from "./handing.ts";
import { createPresence } from "./presence.ts";
import { relievePressure } from "./pressure.ts";
import { doubtOf, doubtRoom, isDoubtRoom, roomsOf, userRoom } from "./rooms.ts";
import type { Relay } from "./relay.ts";

export type Identity = {
  me: Me;
  expiresAt: number;
  /** Which of the account's epochs the session is of: a later one ends it. */
  epoch: number;
};

export type SocketOptions = {
  /** @throws Refusal when the token is not, or no longer, good. */
  identify: (token: string) => Promise<Identity>;
  /** Who may follow the thread, as it is now. */
  whoMayWatch: (doubtId: string) => Promise<(me: Me) => boolean>;
  allowsOrigin: (origin: string | undefined) => boolean;
  relay: () => Relay;
  /** Where the servers of a cluster meet, or null when there is one. */
  redisUrl: string | null;
  log: Log;
};

export type Sockets = {
  /** Pushes events to their rooms, on this server: every server reads the log itself. */
  deliver(events: readonly Logged[]): void;
  count(): number;
  close(): Promise<void>;
};

/** A frame from a client may have this many bytes. */
export const FRAME_MOST = 64 * 1024;
/**
 * How often each side hears of the other, and for how long it waits for that: nobody reads "Live" for
 * more than twice this on a wire that has gone silent without being closed.
 */
export const HEARTBEAT_MS = 10_000;
/** Requests a client may make in a burst, and a second; a flood beyond it is cut off. */
const BURST = 60;
const PER_SECOND = 20;

/**
 * Whoever comes back is told so much at once, and fetches afresh what is more. A visitor's screen is
 * fetched with four calls.
 */
const TOLD_BYTES = 1024 * 1024;
const VISITOR_BYTES = 256 * 1024;

/** How long the other servers may take to say who is with them. */
const ASK_OTHERS_MS = 1000;

/** No token of ours is as long. */
const TOKEN_MOST = 4000;
const handshake = z.object({
  token: z.string().optional().catch(undefined),
  since: z.int().min(0).optional().catch(undefined),
});
const topic = z.object({ doubtId: z.uuid() });

type State = {
  me: Me | null;
  /** The event log's head when it was asked who this is. */
  asOf: number;
  expiresAt: number;
  epoch: number;
  since: number | undefined;
  tokens: number;
  at: number;
};
type Ended = EventData<"session.ended">;
type Ack = (answer: { ok: boolean; seq?: number; code?: string }) => void;
type Hears = { [event: string]: (body: unknown, ack?: unknown) => void };
type Says = { [event: string]: (data?: unknown) => void };
type DoubtlessSocket = Socket<Hears, Says, Says, State>;

export function openSockets(http: HttpServer, options: SocketOptions): Sockets {
  const { identify, whoMayWatch, allowsOrigin, relay, redisUrl, log } = options;
  const io = new Server<Hears, Says, Says, State>(http, {
    transports: ["websocket"],
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: FRAME_MOST,
    pingInterval: HEARTBEAT_MS,
    pingTimeout: HEARTBEAT_MS,
    serveClient: false,
    // Checked here: the cors option alone lets a foreign websocket in.
    allowRequest: (request, answer) => answer(null, allowsOrigin(request.headers.origin)),
  });
  const cluster = redisUrl ? joinCluster(io, redisUrl, log) : null;
  const isAlone = () => !cluster?.isReady();
  const presence = createPresence({
    async who(doubtId) {
      const room = doubtRoom(doubtId);
      // Asked for its own sockets only, the adapter would ask Redis all the same, and wait for it.
      const { rooms } = io.sockets.adapter;
      const local = () =>
        [...rooms.get(room) ?? []].flatMap((id) => io.sockets.sockets.get(id) ?? []);
      const here: { data: State }[] = isAlone()
        ? local()
        : await io.timeout(ASK_OTHERS_MS).in(room).fetchSockets().catch(local);
      return here.flatMap(({ data }) => data.me ? someone(data.me) : []);
    },
    tell: (doubtId, people) => {
      (isAlone() ? io.local : io).to(doubtRoom(doubtId)).emit("presence", { doubtId, people });
    },
  });
  const pressure = relievePressure(io, log);

  /** How many doubts were hidden since the start. */
  let hidden = 0;

  io.use((socket: DoubtlessSocket, next) => {
    admit(socket).then(() => next(), (error) => {
      if (!(error instanceof Refusal)) log.warn({ error }, "handshake failed");
      // Only "auth" ends the session; any other failure is worth another try.
      next(new Error(error instanceof Refusal && error.status === 401 ? "auth" : "unavailable"));
    });
  });

  async function admit(socket: DoubtlessSocket): Promise<void> {
    const { token, since } = handshake.catch({}).parse(socket.handshake.auth);
    if (token && token.length > TOKEN_MOST) throw badToken("This token is not valid.");
    const asOf = relay().head();
    const identity = token ? await identify(token) : null;
    Object.assign(socket.data, {
      asOf,
      me: identity?.me ?? null,
      expiresAt: identity?.expiresAt ?? Infinity,
      epoch: identity?.epoch ?? 0,
      since,
      tokens: BURST,
      at: Date.now(),
    });
  }

  io.on("connection", (socket: DoubtlessSocket) => {
    const { me, expiresAt } = socket.data;
    if (expiresAt !== Infinity) {
      const timer = setTimeout(() => end(socket, "expired"), Math.max(0, expiresAt - Date.now()));
      socket.on("disconnect", () => clearTimeout(timer));
    }
    socket.on("disconnecting", () => {
      for (const room of socket.rooms) if (isDoubtRoom(room)) presence.changed(doubtOf(room));
    });
    socket.use((_packet, next) => {
      if (mayAsk(socket.data)) next();
      else socket.disconnect(true);
    });
    if (me) answerTopics(socket, me);
    catchUp(socket).catch((error) => {
      log.warn({ error }, "catch-up failed");
      socket.disconnect(true);
    });
  });

  /** Sends what was missed, in order, and only then lets live events in: none between, none twice. */
  async function catchUp(socket: DoubtlessSocket): Promise<void> {
    const { me, asOf, epoch } = socket.data;
    const rooms = roomsOf(me);
    const wanted = new Set<string>(rooms);
    let since = socket.data.since ?? asOf;
    while (since !== relay().head()) {
      const head = relay().head();
      const missed = relay().missed(since, wanted);
      const logged = missed instanceof Promise ? await missed : missed;
      if (!socket.connected) return;
      const events = logged && handedOut(logged, me, me ? TOLD_BYTES : VISITOR_BYTES);
      if (events === null) {
        socket.emit("resync");
        break;
      }
      for (const event of events) {
        const { type, data } = event;
        if (type === "session.ended" && epoch >= (data as Ended).epoch) continue;
        tellLate(socket, event);
        if (type === "session.ended") return void socket.disconnect(true);
      }
      since = Math.max(since, head);
    }
    // No await between here and the last look at the head.
    for (const room of rooms) socket.join(room);
    socket.emit("ready", { seq: relay().head() });
  }

  const asking = new Map<string, ReturnType<typeof whoMayWatch>>();

  /** A class that comes back to one thread at once asks once, as long as nothing happens. */
  function whoMayWatchNow(doubtId: string): ReturnType<typeof whoMayWatch> {
    const question = `${relay().head()} ${doubtId}`;
    const asked = asking.get(question) ??
      whoMayWatch(doubtId).finally(() => asking.delete(question));
    asking.set(question, asked);
    return asked;
  }

  function answerTopics(socket: DoubtlessSocket, me: Me): void {
    const person = someone(me);

    socket.on("watch", async (body, ack) => {
      const answer: Ack = typeof ack === "function" ? ack as Ack : () => {};
      const asked = topic.safeParse(body);
      if (!asked.success) return answer({ ok: false, code: "invalid" });
      const { doubtId } = asked.data;
      try {
        let asOf: number;
        do {
          asOf = hidden;
          const mayWatch = await whoMayWatchNow(doubtId);
          if (!mayWatch(me)) return answer({ ok: false, code: "not-found" });
          // Hidden while we asked: those who watched were sent away, and this one was not there.
        } while (asOf !== hidden);
      } catch (error) {
        log.warn({ error }, "watch failed");
        return answer({ ok: false, code: "unavailable" });
      }
      if (!socket.connected) return;
      socket.join(doubtRoom(doubtId));
      presence.changed(doubtId);
      answer({ ok: true, seq: relay().head() });
    });
    socket.on("unwatch", (body) => {
      const asked = topic.safeParse(body);
      if (!asked.success) return;
      socket.leave(doubtRoom(asked.data.doubtId));
      presence.changed(asked.data.doubtId);
    });
    socket.on("typing", (body) => {
      const asked = topic.safeParse(body);
      if (!asked.success || !socket.rooms.has(doubtRoom(asked.data.doubtId))) return;
      const { doubtId } = asked.data;
      const others = isAlone() ? socket.volatile.local : socket.volatile;
      others.to(doubtRoom(doubtId)).emit("typing", { doubtId, person });
    });
  }

  /** Tells the sessions that are over. Another of the same person may have begun since: not that. */
  function endSessions({ seq, type, rooms, data }: Logged): void {
    const ended = data as Ended;
    for (const id of rooms.flatMap((room) => [...io.sockets.adapter.rooms.get(room) ?? []])) {
      const socket = io.sockets.sockets.get(id);
      if (!socket || socket.data.epoch >= ended.epoch) continue;
      socket.emit(type, { ...ended, seq });
      socket.disconnect(true);
    }
  }

  /** Whoever may not follow the thread any longer. */
  function sendAway({ data }: Logged): void {
    hidden += 1;
    const { _id, student } = data as EventData<"doubt.hidden">;
    io.local.in(doubtRoom(_id)).except(["staff", userRoom(student)]).socketsLeave(doubtRoom(_id));
  }

  return {
    deliver(events) {
      let from = 0;
      for (const [place, event] of events.entries()) {
        pressure.pushed(event.bytes ?? 0);
        const isEnd = event.type === "session.ended";
        if (!isEnd && event.type !== "doubt.hidden") continue;
        broadcast(io, events.slice(from, isEnd ? place : place + 1));
        from = place + 1;
        if (isEnd) endSessions(event);
        else sendAway(event);
      }
      broadcast(io, events.slice(from));
    },
    count: () => io.engine.clientsCount,
    async close() {
      presence.stop();
      pressure.stop();
      await io.close();
      await cluster?.leave();
    },
  };
}

const someone = ({ _id, name, role }: Me): Someone => ({ _id, name, role });

function end(socket: DoubtlessSocket, reason: string): void {
  socket.emit("session.ended", { reason });
  socket.disconnect(true);
}

/** A token bucket: whether one more request fits. */
function mayAsk(state: State): boolean {
  const now = Date.now();
  state.tokens = Math.min(BURST, state.tokens + (now - state.at) / 1000 * PER_SECOND);
  state.at = now;
  state.tokens -= 1;
  return state.tokens >= 0;
}
