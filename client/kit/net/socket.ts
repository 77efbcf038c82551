/** The live connection: it reconnects, catches up on missed events, and tells its state. */
import { atom } from "jotai/vanilla";
import type { Socket } from "socket.io-client";
import { clearEventLog, logPosition, noteReady } from "./event-log.ts";
import { retryUntilLoaded } from "./retry.ts";
import { expireSession, meAtom, sessionAtom } from "./session.ts";
import { store } from "./store.ts";

/** The badge does not mention shorter disconnections, in ms. */
const NOTICEABLE = 4000;
/** A connection that takes longer is given up, and the next try may take twice as long. */
const CONNECT_WITHIN = 10_000;
const CONNECT_AT_MOST = 60_000;
const ANSWER_WITHIN = 30_000;
const RETRY_REFUSED_AFTER = 3000;

export type Connection =
  | { state: "starting" | "live" | "reconnecting" }
  /** Disconnected for longer: the screen is as it was at `since`, and is fetched now and then. */
  | { state: "away"; since: number }
  /** A newer tab has this one's place. It connects again when the user comes back to it. */
  | { state: "displaced" };

export const connectionAtom = atom<Connection>({ state: "starting" });
/** Counts up when everything on the screen has to be fetched again. */
export const resyncAtom = atom(0);

export const fetchAgain = (): void => store.set(resyncAtom, (count) => count + 1);

/** Handlers of signals, by name. A signal is in no log, so a missed signal is lost. */
export type Signals = Record<string, (data: never) => void>;

let socket: Socket | undefined;
let lastContact = Date.now();
let noticing: ReturnType<typeof setTimeout> | undefined;
const readyListeners = new Set<(seq: number) => void>();

/**
 * Connects for good. The library is loaded meanwhile: a visitor to most screens never needs it.
 * @param take gets each event of the log, whose names have a dot
 */
export async function connect(
  signals: Signals,
  take: (event: string, data: unknown) => void,
): Promise<void> {
  const { io } = await retryUntilLoaded(() => import("socket.io-client"));
  let since: number | undefined;
  const opened = io({
    autoConnect: false,
    transports: ["websocket"],
    reconnectionDelay: 400,
    reconnectionDelayMax: 10_000,
    randomizationFactor: 0.5,
    timeout: CONNECT_WITHIN,
    auth: (give) => {
      since = logPosition();
      give({ token: store.get(sessionAtom)?.token, since });
    },
  });
  socket = opened;
  opened.on("ready", ({ seq }: { seq: number }) => {
    if (noteReady(seq, since)) fetchAgain();
    alive();
    for (const listener of readyListeners) listener(seq);
  });
  opened.on("resync", () => {
    clearEventLog();
    since = undefined;
    fetchAgain();
  });
  for (const [signal, handle] of Object.entries(signals)) {
    opened.on(signal, handle as (data: unknown) => void);
  }
  opened.onAny((event: string, data: unknown) => {
    if (event.includes(".")) take(event, data);
  });
  opened.on("displaced", () => {
    clearTimeout(noticing);
    noticing = undefined;
    store.set(connectionAtom, { state: "displaced" });
  });
  opened.on("disconnect", (reason) => {
    if (isDisplaced()) return;
    lost();
    // socket.io reconnects by itself, except after the server has closed the connection.
    if (reason === "io server disconnect") retryLater();
  });
  opened.on("connect_error", ({ message }) => {
    lost();
    if (message === "auth" && store.get(sessionAtom) !== null) expireSession();
    if (message === "timeout") {
      opened.io.timeout(Math.min(2 * Number(opened.io.timeout()), CONNECT_AT_MOST));
    }
    if (!opened.active) retryLater();
  });
  opened.io.on("ping", touch);
  watchSession();
  watchNetwork();
  opened.connect();
}

/** A displaced tab does not reconnect by itself: it would displace another one in turn. */
const isDisplaced = (): boolean => store.get(connectionAtom).state === "displaced";

function touch(): void {
  lastContact = Date.now();
}

let repliedAt = 0;
/** Notes a reply of the server. One from the service worker's cache is none. */
export const noteReplied = (): number => repliedAt = Date.now();

/** Notes that a value of the screen was asked for at this time, and is here. */
export function noteFetched(at: number): void {
  if (repliedAt < at) return;
  lastContact = Math.max(lastContact, at);
  if (store.get(connectionAtom).state !== "away") return;
  store.set(connectionAtom, { state: "away", since: lastContact });
}

function alive(): void {
  touch();
  clearTimeout(noticing);
  noticing = undefined;
  store.set(connectionAtom, { state: "live" });
}

function lost(): void {
  if (noticing !== undefined) return;
  store.set(connectionAtom, { state: "reconnecting" });
  noticing = setTimeout(
    () => store.set(connectionAtom, { state: "away", since: lastContact }),
    NOTICEABLE,
  );
}

function retryLater(): void {
  setTimeout(() => socket?.connect(), RETRY_REFUSED_AFTER * (0.5 + Math.random()));
}

/** Reconnects at once instead of after the backoff; a displaced tab takes its place back. */
export function reconnectNow(): void {
  lost();
  socket?.disconnect().connect();
}

/** Reconnects with a new token: what one person was sent is never applied to what another reads. */
function watchSession(): void {
  let token = store.get(sessionAtom)?.token;
  let person = store.get(meAtom)?._id;
  store.sub(sessionAtom, () => {
    const [before, other] = [token, person];
    token = store.get(sessionAtom)?.token;
    person = store.get(meAtom)?._id;
    if (token === before && person === other) return;
    if (person !== other) clearEventLog();
    reconnectNow();
  });
}

function watchNetwork(): void {
  const ifLost = () => {
    if (document.visibilityState === "visible" && !socket?.connected) reconnectNow();
  };
  addEventListener("online", () => isDisplaced() || ifLost());
  // Also a displaced tab: the user has come back to it.
  document.addEventListener("visibilitychange", ifLost);
  // The socket itself would notice only at its next heartbeat.
  addEventListener("offline", () => isDisplaced() || reconnectNow());
}

/** Calls the listener at each (re)connection, and at once if connected. Returns what stops it. */
export function onReady(listener: (seq: number) => void): () => void {
  readyListeners.add(listener);
  if (socket?.connected && store.get(connectionAtom).state === "live") listener(logPosition() ?? 0);
  return () => readyListeners.delete(listener);
}

/** Sends an event and waits for its acknowledgement; null when none came. */
export async function emitWithReply<T>(event: string, data: unknown): Promise<T | null> {
  if (!socket?.connected) return null;
  try {
    return await socket.timeout(ANSWER_WITHIN).emitWithAck(event, data) as T;
  } catch {
    return null;
  }
}

/** Sends an event in order with others, or not at all if there is no connection. */
export function emitIfConnected(event: string, data: unknown): void {
  if (socket?.connected) socket.emit(event, data);
}

/** Sends an event that may be lost while the connection is down. */
export function emitVolatile(event: string, data: unknown): void {
  if (socket?.connected) socket.volatile.emit(event, data);
}
