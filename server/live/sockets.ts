/** The live channel's door: who a socket is, which rooms it is in, what it missed, what it may ask. */
import type { Server as HttpServer } from "node:http";
import { Server, type Socket } from "socket.io";
import * as z from "zod";
import type { Me } from "../kit/guard.ts";
import { Refusal } from "../kit/errors.ts";
import type { Log } from "../kit/log.ts";
import type { Logged } from "../kit/parts.ts";
import type { Someone } from "../people/schema.ts";
import type { EventData } from "./events.ts";
import { createPresence } from "./presence.ts";
import { doubtRoom, roomsOf, userRoom } from "./rooms.ts";
import type { Relay } from "./relay.ts";

export type Identity = { me: Me; expiresAt: number };

export type SocketOptions = {
  /** @throws Refusal when the token is not, or no longer, good. */
  identify: (token: string) => Promise<Identity>;
  mayWatch: (me: Me, doubtId: string) => Promise<boolean>;
  allowsOrigin: (origin: string | undefined) => boolean;
  relay: () => Relay;
  log: Log;
};

export type Sockets = {
  /** Pushes an event to its rooms, on this server: every server reads the log itself. */
  deliver(event: Logged): void;
  count(): number;
  close(): Promise<void>;
};

/** A frame from a client may have this many bytes. */
export const FRAME_MOST = 64 * 1024;
/** Requests a client may make in a burst, and a second; a flood beyond it is cut off. */
const BURST = 60;
const PER_SECOND = 20;

const handshake = z.object({
  token: z.string().max(4000).optional(),
  since: z.number().int().min(0).optional(),
});
const topic = z.object({ doubtId: z.uuid() });

type State = {
  me: Me | null;
  expiresAt: number;
  since: number | undefined;
  tokens: number;
  at: number;
};
type Ack = (answer: { ok: boolean; seq?: number; code?: string }) => void;
type Hears = { [event: string]: (body: unknown, ack?: unknown) => void };
type Says = { [event: string]: (data?: unknown) => void };
type DoubtlessSocket = Socket<Hears, Says, Says, State>;

export function openSockets(http: HttpServer, options: SocketOptions): Sockets {
  const { identify, mayWatch, allowsOrigin, relay, log } = options;
  const io = new Server<Hears, Says, Says, State>(http, {
    transports: ["websocket"],
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: FRAME_MOST,
    serveClient: false,
    // Checked here: the cors option alone lets a foreign websocket in.
    allowRequest: (request, answer) => answer(null, allowsOrigin(request.headers.origin)),
  });
  const presence = createPresence((doubtId, people) =>
    io.to(doubtRoom(doubtId)).emit("presence", { doubtId, people })
  );

  io.use((socket: DoubtlessSocket, next) => {
    admit(socket).then(() => next(), (error) => {
      if (!(error instanceof Refusal)) log.warn({ error: String(error) }, "handshake failed");
      // Only "auth" ends the session; any other failure is worth another try.
      next(new Error(error instanceof Refusal && error.status === 401 ? "auth" : "unavailable"));
    });
  });

  async function admit(socket: DoubtlessSocket): Promise<void> {
    const { token, since } = handshake.catch({}).parse(socket.handshake.auth);
    const identity = token ? await identify(token) : null;
    Object.assign(socket.data, {
      me: identity?.me ?? null,
      expiresAt: identity?.expiresAt ?? Infinity,
      since,
      tokens: BURST,
      at: Date.now(),
    });
  }

  io.on("connection", (socket: DoubtlessSocket) => {
    const { me, expiresAt } = socket.data;
    const watched = new Set<string>();
    if (expiresAt !== Infinity) {
      const timer = setTimeout(() => end(socket, "expired"), Math.max(0, expiresAt - Date.now()));
      socket.on("disconnect", () => clearTimeout(timer));
    }
    socket.on("disconnect", () => {
      if (me) { for (const doubtId of watched) presence.leave(doubtId, me._id); }
    });
    socket.use((_packet, next) => {
      if (mayAsk(socket.data)) next();
      else socket.disconnect(true);
    });
    if (me) answerTopics(socket, me, watched);
    catchUp(socket).catch((error) => {
      log.warn({ error: String(error) }, "catch-up failed");
      socket.disconnect(true);
    });
  });

  /** Sends what was missed, in order, and only then lets live events in: none between, none twice. */
  async function catchUp(socket: DoubtlessSocket): Promise<void> {
    const rooms = roomsOf(socket.data.me);
    const wanted = new Set<string>(rooms);
    let since = socket.data.since ?? relay().head();
    while (since !== relay().head()) {
      const head = relay().head();
      const missed = relay().missed(since, wanted);
      const events = missed instanceof Promise ? await missed : missed;
      if (!socket.connected) return;
      if (events === null) {
        socket.emit("resync");
        break;
      }
      for (const { type, data, seq } of events) {
        // A session that was ended is refused at the door; this one began later.
        if (type !== "session.ended") {
          socket.emit(type, { ...(data as object), seq });
        }
      }
      since = Math.max(since, head);
    }
    // No await between here and the last look at the head.
    for (const room of rooms) socket.join(room);
    socket.emit("ready", { seq: relay().head() });
  }

  function answerTopics(socket: DoubtlessSocket, me: Me, watched: Set<string>): void {
    const person: Someone = { _id: me._id, name: me.name, role: me.role };

    socket.on("watch", async (body, ack) => {
      const answer: Ack = typeof ack === "function" ? ack as Ack : () => {};
      const asked = topic.safeParse(body);
      if (!asked.success) return answer({ ok: false, code: "invalid" });
      const { doubtId } = asked.data;
      try {
        if (!await mayWatch(me, doubtId)) return answer({ ok: false, code: "not-found" });
      } catch (error) {
        log.warn({ error: String(error) }, "watch failed");
        return answer({ ok: false, code: "unavailable" });
      }
      if (!socket.connected) return;
      socket.join(doubtRoom(doubtId));
      if (!watched.has(doubtId)) presence.enter(doubtId, person);
      watched.add(doubtId);
      answer({ ok: true, seq: relay().head() });
    });
    socket.on("unwatch", (body) => {
      const asked = topic.safeParse(body);
      if (!asked.success || !watched.delete(asked.data.doubtId)) return;
      socket.leave(doubtRoom(asked.data.doubtId));
      presence.leave(asked.data.doubtId, me._id);
    });
    socket.on("typing", (body) => {
      const asked = topic.safeParse(body);
      if (!asked.success || !socket.rooms.has(doubtRoom(asked.data.doubtId))) return;
      const { doubtId } = asked.data;
      socket.volatile.to(doubtRoom(doubtId)).emit("typing", { doubtId, person });
    });
  }

  return {
    deliver({ seq, type, rooms, data }) {
      io.local.to(rooms).emit(type, { ...(data as object), seq });
      if (type === "session.ended") {
        io.local.in(rooms.filter((room) => room.startsWith(userRoom("")))).disconnectSockets(true);
      } else if (type === "doubt.hidden") {
        const { _id, student } = data as EventData<"doubt.hidden">;
        io.local.in(doubtRoom(_id)).except(["staff", userRoom(student)]).socketsLeave(
          doubtRoom(_id),
        );
      }
    },
    count: () => io.engine.clientsCount,
    async close() {
      presence.stop();
      await io.close();
    },
  };
}

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
