/**
 * What has been said and not arrived yet. It is kept in local storage before it is sent, so that
 * neither a lost connection nor a reload loses it, and leaves in the order in which it was said.
 */
import { atom } from "jotai/vanilla";
import { v4 as uuid } from "uuid";
import { Failed } from "./api.ts";
import { connectionAtom } from "./socket.ts";
import { meAtom, sessionAtom } from "./session.ts";
import { dropStored, keepStored, stored } from "./storage.ts";
import { store } from "./store.ts";

export interface Outgoing {
  /** Also its Idempotency-Key: sent twice, it still arrives once. */
  key: string;
  feature: string;
  kind: string;
  /** What it is about: a doubt, an assignment. */
  subject: string;
  body: unknown;
  /** The feature's own note, for showing it meanwhile. */
  seen?: string;
}

/** How a feature sends one kind of thing, and what it does when the server refuses it. */
export interface Sender {
  send(item: Outgoing): Promise<void>;
  refused(item: Outgoing, failure: Failed): void;
}
export type Senders = Record<string, Sender>;
type LoadSenders = Record<string, () => Promise<Senders>>;

const PREFIX = "outgoing:";
const RETRY_AT_LEAST = 1000;
const RETRY_AT_MOST = 20_000;

const lists = atom<{ of: string | undefined; items: Outgoing[] }>({ of: undefined, items: [] });
/** What waits, of the person who is signed in, oldest first. */
export const outgoingAtom = atom((get) => {
  const { of, items } = get(lists);
  return of === get(meAtom)?._id ? items : [];
});
/** The key of the one that is on its way now. */
export const sendingAtom = atom<string | null>(null);
/** What the server said when somebody wrote too fast; until they may go on. */
export const heldAtom = atom<string | null>(null);

let load: LoadSenders = {};
let flushing = false;
let pause = RETRY_AT_LEAST;
let timer: ReturnType<typeof setTimeout> | undefined;
let heldUntil = 0;

const storageKey = () => `${PREFIX}${store.get(meAtom)?._id}`;

/** What is in memory may be behind another tab's, so every change starts from the storage. */
function readItems(): Outgoing[] {
  return stored<Outgoing[]>(storageKey()) ?? [];
}

function change(edit: (items: Outgoing[]) => Outgoing[]): boolean {
  const items = edit(readItems());
  store.set(lists, { of: store.get(meAtom)?._id, items });
  if (items.length > 0) return keepStored(storageKey(), items);
  dropStored(storageKey());
  return true;
}

function showStored(): void {
  store.set(lists, { of: store.get(meAtom)?._id, items: readItems() });
}

/** Says something: it is on its way when the connection allows. */
export function post(item: Omit<Outgoing, "key">): void {
  const whole = { ...item, key: uuid() };
  change((items) => [...items, whole]);
  flush();
}

/** Takes back what has not left yet; false when it has. */
export function withdraw(key: string): boolean {
  const isHere = store.get(sendingAtom) !== key && readItems().some((one) => one.key === key);
  if (isHere) change((items) => items.filter((one) => one.key !== key));
  return isHere;
}

export function startOutgoing(senders: LoadSenders): void {
  load = senders;
  showStored();
  store.sub(sessionAtom, () => {
    // It was said to somebody else, perhaps.
    release();
    showStored();
    flushSoon(0);
  });
  store.sub(connectionAtom, () => {
    if (store.get(connectionAtom).state === "live") flushSoon(0);
  });
  addEventListener("online", () => flushSoon(0));
  addEventListener("storage", ({ key }) => {
    if (key === storageKey()) showStored();
  });
  flushSoon(0);
}

function flushSoon(wait: number): void {
  clearTimeout(timer);
  timer = setTimeout(flush, wait);
}

/** One tab at a time. Without locks (an insecure origin) the keys still prevent doubles. */
async function flush(): Promise<void> {
  if (flushing || store.get(sessionAtom) === null || readItems().length === 0) return;
  const wait = heldUntil - Date.now();
  if (wait > 0) return flushSoon(wait);
  flushing = true;
  try {
    await (navigator.locks?.request("outgoing", sendAll) ?? sendAll());
  } finally {
    flushing = false;
    store.set(sendingAtom, null);
  }
}

async function sendAll(): Promise<void> {
  for (let item = readItems()[0]; item !== undefined; item = readItems()[0]) {
    const { key, feature, kind } = item;
    try {
      const senders = await load[feature]?.();
      // Not started yet, or written by a newer build of this app: it stays.
      if (senders?.[kind] === undefined) return;
      store.set(sendingAtom, key);
      await deliver(senders[kind], item);
    } catch (error) {
      if (!(error instanceof Failed) || error.status !== 401) retry(error);
      return;
    }
    pause = RETRY_AT_LEAST;
    release();
    change((items) => items.filter((one) => one.key !== key));
  }
}

/** Done, one way or the other; throws when it is worth another try. */
async function deliver(sender: Sender, item: Outgoing): Promise<void> {
  try {
    await sender.send(item);
  } catch (error) {
    if (!(error instanceof Failed) || error.isPassing || error.status === 401) throw error;
    sender.refused(item, error);
  }
}

function retry(error: unknown): void {
  const after = error instanceof Failed ? error.retryAfter : null;
  // Whatever else is said meanwhile, and wherever one goes: nothing is sent before that.
  if (error instanceof Failed && error.status === 429 && after !== null) {
    heldUntil = Date.now() + after * 1000;
    store.set(heldAtom, error.message);
  }
  flushSoon(after === null ? pause * (0.5 + Math.random()) : after * 1000);
  pause = Math.min(RETRY_AT_MOST, pause * 2);
}

function release(): void {
  heldUntil = 0;
  store.set(heldAtom, null);
}
