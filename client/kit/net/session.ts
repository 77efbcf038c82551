/** The session: a token and a user. It is kept in local storage until the token expires. */
import { atom, type PrimitiveAtom } from "jotai/vanilla";
import type { Session } from "../../../server/auth/schema.ts";
import type { User } from "../../../server/people/schema.ts";
import { serverTime } from "./server-clock.ts";
import { attempt, readStored, removeStored, writeStored } from "./storage.ts";
import { store } from "./store.ts";

const TOKEN = "token";
const USER = "user";
const CHECK_EVERY = 60_000;
const EXPIRED = "/login?expired=true";

export const sessionAtom: PrimitiveAtom<Session | null> = atom<Session | null>(null);
export const meAtom = atom((get): User | null => get(sessionAtom)?.user ?? null);

/** Makes an atom whose value belongs to the signed-in user. For another user it is empty. */
export function perUserAtom<T>(empty: T): PrimitiveAtom<T> {
  const kept = atom<{ of: string | undefined; value: T }>({ of: undefined, value: empty });
  const read = atom((get) => {
    const { of, value } = get(kept);
    return of === get(meAtom)?._id ? value : empty;
  });
  return atom(
    (get) => get(read),
    (get, set, next) => {
      const value = typeof next === "function" ? (next as (now: T) => T)(get(read)) : next;
      set(kept, { of: get(meAtom)?._id, value });
    },
  );
}

/**
 * Makes an atom whose value this browser stores for the signed-in user, for all of their tabs.
 * @param name the beginning of its key in the storage
 */
export function storedAtom<T>(name: string, empty: T): PrimitiveAtom<T> {
  const changes = atom(0);
  const keyAtom = atom((get) => `${name}:${get(meAtom)?._id}`);
  const stored = (key: string): T => readStored<T>(key) ?? empty;
  const read = atom((get) => {
    get(changes);
    return stored(get(keyAtom));
  });
  // Another tab of the same user wrote it.
  addEventListener("storage", ({ key }) => {
    if (key === store.get(keyAtom)) store.set(changes, (count) => count + 1);
  });
  return atom(
    (get) => get(read),
    (get, set, next) => {
      const key = get(keyAtom);
      writeStored(key, typeof next === "function" ? (next as (now: T) => T)(stored(key)) : next);
      set(changes, (count) => count + 1);
    },
  );
}

/** Reads what a token says. @throws when it cannot be decoded */
function claimsOf(token: string | null): { exp?: unknown; session?: string } {
  const [, payload = ""] = (token ?? "").split(".");
  return JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
}

/** Whether a token is missing, unreadable, or past its time by this clock and by the server's. */
function isExpired(token: string | null): boolean {
  const now = Math.min(Date.now(), serverTime(Date.now()));
  const exp = attempt(() => claimsOf(token).exp, undefined);
  return typeof exp !== "number" || exp * 1000 <= now;
}

/** Reads the token, which is stored as plain text, not as JSON. */
const storedToken = (): string | null => attempt(() => localStorage.getItem(TOKEN), null);

export function readSession(): Session | null {
  const token = storedToken();
  const user = readStored<User>(USER);
  if (token === null || user === null) return null;
  if (isExpired(token)) {
    forget();
    return null;
  }
  return { token, user };
}

/** The router listens to the history. */
function goTo(path: string, state: SessionEnd | null = null): void {
  history.pushState(state, "", path);
}

/** How a session ended. It is the history's state at the sign-in screen. */
export interface SessionEnd {
  /** The screen on which it ended, with its query. */
  from: string;
  userId: string;
  /** The server's reason, such as `disabled`; none when the token has expired. */
  reason?: string | undefined;
}

function forget(): void {
  removeStored(TOKEN);
  removeStored(USER);
  store.set(sessionAtom, null);
}

export function signIn(session: Session): void {
  // Without storage, the session lasts for this tab only.
  attempt(() => localStorage.setItem(TOKEN, session.token), undefined);
  writeStored(USER, session.user);
  store.set(sessionAtom, session);
}

export function signOut(): void {
  const token = store.get(sessionAtom)?.token ?? null;
  goTo("/login");
  forget();
  const session = isExpired(token) ? undefined : claimsOf(token).session;
  if (session === undefined) return;
  // Ends the session on the server too. Without a connection it ends when its token expires.
  const init = { method: "DELETE", headers: { "x-auth-token": String(token) }, keepalive: true };
  fetch(`/api/auth/sessions/${session}`, init).catch(() => {});
}

/** Ends the session after a 401, or when the token has expired. */
export function expireSession(reason?: string): void {
  const from = location.pathname + location.search + location.hash;
  const userId = store.get(meAtom)?._id;
  if (from !== EXPIRED) goTo(EXPIRED, userId === undefined ? null : { from, userId, reason });
  forget();
}

export function storeUser(user: User): void {
  const session = store.get(sessionAtom);
  if (session?.user._id !== user._id) return;
  // The token is not written, because another tab may just have ended the session.
  if (storedToken() === session.token) writeStored(USER, user);
  store.set(sessionAtom, { ...session, user });
}

export function startSession(): void {
  store.set(sessionAtom, readSession());
  setInterval(() => {
    const session = store.get(sessionAtom);
    if (session !== null && isExpired(session.token)) expireSession();
  }, CHECK_EVERY);
  addEventListener("storage", (event) => {
    if (event.key !== null && event.key !== TOKEN && event.key !== USER) return;
    const [now, before] = [readSession(), store.get(sessionAtom)];
    // Token and user are written one after the other, so this event may bring nothing new.
    const isSame = now?.token === before?.token && now?.user._id === before?.user._id;
    if (!isSame) store.set(sessionAtom, now);
  });
}

export function landingPage(user: User): string {
  return user.role === "student" ? "/dashboard" : "/mentor";
}
