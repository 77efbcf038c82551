/** A socket as a browser opens it, with every push that it received, in order. */
import { io, type Socket } from "socket.io-client";

// deno-lint-ignore no-explicit-any -- pushes are looked at, not typed
export type Push = { event: string; data: any };

export type Listener = {
  socket: Socket;
  pushes: Push[];
  /**
   * Returns the first push of that name, which may have arrived already. @throws Error after `ms`
   */
  next(event: string, ms?: number): Promise<Push["data"]>;
  /** Returns the first push of that name that fits. @throws Error after `ms` */
  until(event: string, fits: (data: Push["data"]) => boolean, ms?: number): Promise<Push["data"]>;
  of(event: string): Push["data"][];
  watch(doubtId: string): Promise<{ ok: boolean; seq?: number; code?: string }>;
  [Symbol.dispose](): void;
};

/** Connects, and waits until the socket is ready or refused. */
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
