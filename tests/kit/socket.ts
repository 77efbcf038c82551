/** A socket as a browser would open it, with everything it was pushed in order. */
import { io, type Socket } from "socket.io-client";

// deno-lint-ignore no-explicit-any -- pushes are looked at, not typed
export type Push = { event: string; data: any };

export type Listener = {
  socket: Socket;
  pushes: Push[];
  /** The first push of that name, already here or still to come. @throws after `ms` */
  next(event: string, ms?: number): Promise<Push["data"]>;
  /** The first push of that name that fits. @throws after `ms` */
  until(event: string, fits: (data: Push["data"]) => boolean, ms?: number): Promise<Push["data"]>;
  of(event: string): Push["data"][];
  watch(doubtId: string): Promise<{ ok: boolean; seq?: number; code?: string }>;
  [Symbol.dispose](): void;
};

/** Connects and waits until it is ready, or refused. */
export async function listen(
  server: { url: string },
  auth: { token?: string; since?: number } = {},
): Promise<Listener> {
  const socket = io(server.url, {
    transports: ["websocket"],
    auth,
    forceNew: true,
    reconnection: false,
  });
  const pushes: Push[] = [];
  const waiting = new Set<() => void>();
  socket.onAny((event, data) => {
    pushes.push({ event, data });
    for (const look of waiting) look();
  });
  const until = (event: string, fits: (data: Push["data"]) => boolean, ms = 5000) =>
    new Promise<Push["data"]>((found, fail) => {
      const timer = setTimeout(() => {
        waiting.delete(look);
        fail(new Error(`no ${event} within ${ms} ms; got ${pushes.map((p) => p.event)}`));
      }, ms);
      const look = () => {
        const push = pushes.find((push) => push.event === event && fits(push.data));
        if (!push) return;
        clearTimeout(timer);
        waiting.delete(look);
        found(push.data);
      };
      waiting.add(look);
      look();
    });
  await new Promise<void>((ready, refused) => {
    socket.once("ready", () => ready());
    socket.once("connect_error", refused);
  });
  return {
    socket,
    pushes,
    next: (event, ms) => until(event, () => true, ms),
    until,
    of: (event) => pushes.filter((push) => push.event === event).map((push) => push.data),
    watch: (doubtId) => socket.timeout(5000).emitWithAck("watch", { doubtId }),
    [Symbol.dispose]: () => socket.disconnect(),
  };
}
