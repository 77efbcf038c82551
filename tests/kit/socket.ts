/** A socket as a browser opens it, with every push that it received, in order. */
import { io, type Socket } from "socket.io-client";
import { PATIENCE, until as happens } from "./until.ts";

// deno-lint-ignore no-explicit-any -- pushes are looked at, not typed
export type Push = { event: string; data: any };

export type Listener = {
  socket: Socket;
  pushes: Push[];
  /** Returns the first push of that name, which may have arrived already. */
  next(event: string): Promise<Push["data"]>;
  /** Returns the first push of that name that fits. */
  until(event: string, fits: (data: Push["data"]) => boolean): Promise<Push["data"]>;
  /** Sends it, and returns the answer. */
  // deno-lint-ignore no-explicit-any -- answers are looked at, not typed
  ask(event: string, body: unknown): Promise<any>;
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
  socket.onAny((event, data) => pushes.push({ event, data }));
  const until = async (event: string, fits: (data: Push["data"]) => boolean) => {
    const found = () => pushes.find((push) => push.event === event && fits(push.data));
    return (await happens(found, () => `${event} among ${pushes.map((push) => push.event)}`)).data;
  };
  await new Promise<void>((ready, refused) => {
    socket.once("ready", () => ready());
    socket.once("connect_error", refused);
  });
  const ask = (event: string, body: unknown) => socket.timeout(PATIENCE).emitWithAck(event, body);
  return {
    socket,
    ask,
    pushes,
    next: (event) => until(event, () => true),
    until,
    of: (event) => pushes.filter((push) => push.event === event).map((push) => push.data),
    watch: (doubtId) => ask("watch", { doubtId }),
    [Symbol.dispose]: () => socket.disconnect(),
  };
}
