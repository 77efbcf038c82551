/** The live connection: it never gives up, catches up on what was missed, and says how it is. */
import { atom } from "jotai/vanilla";
import type { Socket } from "socket.io-client";
import { insistently } from "./insistently.ts";
import { forgetLog, notePush, noteReady, position } from "./log.ts";
import { expireSession, sessionAtom } from "./session.ts";
import { store } from "./store.ts";

/** Shorter breaks are not worth a word. */
const NOTICEABLE = 4000;
const ANSWER_WITHIN = 10_000;
const RETRY_REFUSED_AFTER = 3000;
const AFRESH_EVERY = 10_000;

export type Connection =
  | { state: "starting" | "live" | "reconnecting" }
  /** Away for longer: what is on the screen is as of then. */
  | { state: "away"; since: number };

export const connectionAtom = atom<Connection>({ state: "starting" });
/** Grows when everything on the screen has to be fetched afresh. */
export const resyncAtom = atom(0);

export type Handlers = Record<string, (data: never) => void>;

let socket: Socket | undefined;
let lastContact = Date.now();
let noticing: ReturnType<typeof setTimeout> | undefined;
const readyListeners = new Set<(seq: number) => void>();

export async function connect(handlers: Handlers): Promise<void> {
  const { io } = await insistently(() => import("socket.io-client"));
  const opened = io({
    autoConnect: false,
    transports: ["websocket"],
    reconnectionDelay: 400,
    reconnectionDelayMax: 10_000,
    randomizationFactor: 0.5,
    timeout: ANSWER_WITHIN,
    auth: (give) => give({ token: store.get(sessionAtom)?.token, since: position() }),
  });
  socket = opened;
  opened.on("ready", ({ seq }: { seq: number }) => {
    noteReady(seq);
    alive();
    for (const listener of readyListeners) listener(seq);
  });
  opened.on("resync", () => {
    forgetLog();
    store.set(resyncAtom, (count) => count + 1);
  });
  for (const [event, handle] of Object.entries(handlers)) {
    opened.on(event, (data: { seq?: number; omitted?: true }) => {
      // What has its texts left out is applied to nothing.
      if (data.omitted && data.seq !== undefined) noteReady(data.seq);
      else if (data.seq !== undefined) notePush({ event, data: { ...data, seq: data.seq } });
      handle(data as never);
    });
  }
  opened.on("disconnect", (reason) => {
    lost();
    // Only after the server hung up does socket.io not try again by itself.
    if (reason === "io server disconnect") retryLater();
  });
  opened.on("connect_error", ({ message }) => {
    lost();
    if (message === "auth" && store.get(sessionAtom) !== null) expireSession();
    if (!opened.active) retryLater();
  });
  opened.io.on("ping", touch);
  watchSession();
  watchNetwork();
  opened.connect();
}

let fetchedAt = -Infinity;
let fetching: ReturnType<typeof setTimeout> | undefined;

/** Fetches afresh what the screen shows; what is asked for in quick succession, once. */
export function fetchAfresh(): void {
  if (fetching !== undefined) return;
  fetching = setTimeout(() => {
    fetching = undefined;
    fetchedAt = performance.now();
    store.set(resyncAtom, (count) => count + 1);
  }, Math.max(0, fetchedAt + AFRESH_EVERY - performance.now()));
}

function touch(): void {
  lastContact = Date.now();
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

/** At once, whatever pause the backoff is in. */
function reconnectNow(): void {
  socket?.disconnect().connect();
}

/** Somebody else is at the keyboard now: the server has to know. */
function watchSession(): void {
  let token = store.get(sessionAtom)?.token;
  store.sub(sessionAtom, () => {
    const next = store.get(sessionAtom)?.token;
    if (next === token) return;
    token = next;
    reconnectNow();
  });
}

function watchNetwork(): void {
  const ifLost = () => {
    if (document.visibilityState === "visible" && !socket?.connected) reconnectNow();
  };
  addEventListener("online", ifLost);
  document.addEventListener("visibilitychange", ifLost);
  // The socket itself would notice only when its next heartbeat stays out.
  addEventListener("offline", reconnectNow);
}

/** Calls back on every (re)connection, and at once when connected. Returns how to stop. */
export function onReady(listener: (seq: number) => void): () => void {
  readyListeners.add(listener);
  if (socket?.connected && store.get(connectionAtom).state === "live") listener(position() ?? 0);
  return () => readyListeners.delete(listener);
}

/** Sends and waits for the answer; null when none came. */
export async function ask<T>(event: string, data: unknown): Promise<T | null> {
  if (!socket?.connected) return null;
  try {
    return await socket.timeout(ANSWER_WITHIN).emitWithAck(event, data) as T;
  } catch {
    return null;
  }
}

/** Sends what is not worth keeping when the connection is down. */
export function tell(event: string, data: unknown): void {
  if (socket?.connected) socket.volatile.emit(event, data);
}
