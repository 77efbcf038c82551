/** The outbox: sent texts that have not arrived yet. Each is stored first; they leave in order. */
import { atom } from "jotai/vanilla";
import { v4 as uuid } from "uuid";
import { CallError } from "../net/api.ts";
import { connectionAtom } from "../net/socket.ts";
import { meAtom, sessionAtom } from "../net/session.ts";
import { readStored, removeStored, writeStored } from "../net/storage.ts";
import { store } from "../net/store.ts";

export interface OutboxItem {
  /** Also its Idempotency-Key, so that it arrives once even if it is sent twice. */
  key: string;
  feature: string;
  kind: string;
  /** The id of the item that it belongs to: a doubt, an assignment. */
  subject: string;
  body: unknown;
  /** The feature's own data, to show the text before it has arrived. */
  seen?: string;
  /** It is not sent before this time, in ms, so that it can be taken back until then. */
  notBefore?: number;
  /** The key of an earlier item that this one refers to, until that one has arrived. */
  refersTo?: string;
  /** The id that the earlier item has got; absent if it was refused. */
  reference?: string;
}

/** How a feature sends one kind of text, and what it does when the server refuses it. */
export interface Sender {
  /** Waits for an earlier request that has to end before. Meanwhile, the item can be taken back. */
  ready?(item: OutboxItem): Promise<void>;
  send(item: OutboxItem): Promise<void>;
  refused(item: OutboxItem, failure: CallError): void;
}
export type Senders = Record<string, Sender>;

const PREFIX = "outgoing:";
/** An item that would have to wait longer is sent at once: the clock was set back. */
const HELD_AT_MOST = 60_000;
const RETRY_AT_LEAST = 1000;
const RETRY_AT_MOST = 20_000;

const lists = atom<{ of: string | undefined; items: OutboxItem[] }>({ of: undefined, items: [] });
/** The signed-in user's outbox, oldest first. */
export const outboxAtom = atom((get) => {
  const { of, items } = get(lists);
  return of === get(meAtom)?._id ? items : [];
});
/** The key of the item that is being sent now. */
export const sendingAtom = atom<string | null>(null);
/** The server's message while this user has reached the rate limit; otherwise null. */
export const rateLimitAtom = atom<string | null>(null);

/** By the feature. */
let senders: Record<string, Senders> = {};
let flushing = false;
/** Something was added or released while `flushing`, maybe too late for it. */
let isDue = false;
let pause = RETRY_AT_LEAST;
let timer: ReturnType<typeof setTimeout> | undefined;
let heldUntil = 0;

const storageKey = () => `${PREFIX}${store.get(meAtom)?._id}`;

/** By storage key: the items that could not be stored, because the storage is full or blocked. */
const unstored = new Map<string, OutboxItem[]>();

const storedItems = (): OutboxItem[] => readStored<OutboxItem[]>(storageKey()) ?? [];

/** Reads the storage before each change, because another tab may have changed it. */
const readItems = (): OutboxItem[] => [...storedItems(), ...unstored.get(storageKey()) ?? []];

function change(edit: (items: OutboxItem[]) => OutboxItem[]): void {
  const items = edit(readItems());
  store.set(lists, { of: store.get(meAtom)?._id, items });
  storeItems(storageKey(), items);
}

/** Stores the items. Those for which the storage has no room stay in memory. */
function storeItems(at: string, items: OutboxItem[]): void {
  unstored.delete(at);
  if (items.length === 0) return removeStored(at);
  if (writeStored(at, items)) return;
  const known = new Set(storedItems().map(({ key }) => key));
  const { stored = [], more = [] } = Object.groupBy(
    items,
    ({ key }) => known.has(key) ? "stored" : "more",
  );
  const isStored = stored.length > 0 && writeStored(at, stored);
  if (!isStored) removeStored(at);
  unstored.set(at, isStored ? more : items);
}

function showStored(): void {
  store.set(lists, { of: store.get(meAtom)?._id, items: readItems() });
}

/** Adds an item to the outbox, and returns its key. It is sent as soon as the connection allows. */
export function enqueue(item: Omit<OutboxItem, "key">): string {
  const whole = { ...item, key: uuid() };
  change((items) => [...items, whole]);
  flush();
  return whole.key;
}

function editWhere(isIt: (item: OutboxItem) => boolean, edit: (item: OutboxItem) => OutboxItem) {
  if (!readItems().some(isIt)) return;
  change((items) => items.map((item) => isIt(item) ? edit(item) : item));
}

/** Sends an item now that would have waited. */
export function sendNow(key: string): void {
  editWhere((item) => item.key === key, ({ notBefore: _, ...now }) => now);
  flush();
}

/** Tells the items that refer to this one its id; null if it was refused. */
export function tellReference(key: string, id: string | null): void {
  editWhere(
    ({ refersTo }) => refersTo === key,
    ({ refersTo: _, ...item }) => id === null ? item : { ...item, reference: id },
  );
}

/** How long an item still has to wait, in ms. */
function heldFor({ notBefore = 0 }: OutboxItem): number {
  const wait = notBefore - Date.now();
  return wait > HELD_AT_MOST ? 0 : Math.max(0, wait);
}

/** Takes back an item that is not being sent yet. Returns false if it is too late. */
export function withdraw(key: string): boolean {
  const isHere = store.get(sendingAtom) !== key && readItems().some((one) => one.key === key);
  if (isHere) change((items) => items.filter((one) => one.key !== key));
  return isHere;
}

export function startOutbox(all: Record<string, Senders>): void {
  senders = all;
  showStored();
  store.sub(sessionAtom, () => {
    // The rate limit may have been another user's.
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

/** Sends from one tab at a time. Without locks (insecure origin) the keys prevent doubles. */
async function flush(): Promise<void> {
  isDue = flushing;
  if (flushing || store.get(sessionAtom) === null || readItems().length === 0) return;
  const wait = heldUntil - Date.now();
  if (wait > 0) return flushSoon(wait);
  flushing = true;
  try {
    await (navigator.locks?.request("outgoing", sendAll) ?? sendAll());
  } finally {
    flushing = false;
    store.set(sendingAtom, null);
    if (isDue) flushSoon(0);
  }
}

async function sendAll(): Promise<void> {
  const next = () => readItems().find((item) => heldFor(item) === 0);
  for (let item = next(); item !== undefined; item = next()) {
    const { key, feature, kind } = item;
    try {
      const sender = senders[feature]?.[kind];
      await sender?.ready?.(item);
      // Meanwhile it was taken back, or somebody else has signed in.
      if (next()?.key !== key) continue;
      // The senders are not set yet, or a newer build of this app wrote the item: it stays.
      if (sender === undefined) return;
      store.set(sendingAtom, key);
      await deliver(sender, item);
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 401) retry(error);
      return;
    }
    pause = RETRY_AT_LEAST;
    release();
    change((items) => items.filter((one) => one.key !== key));
  }
  const waits = readItems().map(heldFor);
  if (waits.length > 0) flushSoon(Math.min(...waits));
}

/** Returns when the server has accepted or refused the item; throws if a retry may succeed. */
async function deliver(sender: Sender, item: OutboxItem): Promise<void> {
  try {
    await sender.send(item);
  } catch (error) {
    if (!(error instanceof CallError) || error.isPassing || error.status === 401) throw error;
    sender.refused(item, error);
  }
}

function retry(error: unknown): void {
  const after = error instanceof CallError ? error.retryAfter : null;
  // The rate limit holds for every item and on every screen.
  if (error instanceof CallError && error.status === 429 && after !== null) {
    heldUntil = Date.now() + after * 1000;
    store.set(rateLimitAtom, error.message);
  }
  flushSoon(after === null ? pause * (0.5 + Math.random()) : after * 1000);
  pause = Math.min(RETRY_AT_MOST, pause * 2);
}

function release(): void {
  heldUntil = 0;
  store.set(rateLimitAtom, null);
}
