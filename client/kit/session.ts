/** Who is signed in: a token and a user, kept in local storage, gone when the token expires. */
import { atom, type PrimitiveAtom, type WritableAtom } from "jotai/vanilla";
import type { Session } from "../../server/auth/schema.ts";
import type { User } from "../../server/people/schema.ts";
import { dropStored, keepStored, stored } from "./storage.ts";
import { store } from "./store.ts";

const TOKEN = "token";
const USER = "user";
const CHECK_EVERY = 60_000;
const EXPIRED = "/login?expired=true";

export const sessionAtom: PrimitiveAtom<Session | null> = atom<Session | null>(null);
export const meAtom = atom((get): User | null => get(sessionAtom)?.user ?? null);

/**
 * An atom that belongs to whoever is signed in: for the next person it is empty again, without
 * anybody having to remember to clear it.
 */
export function personal<T>(empty: T): WritableAtom<T, [T | ((now: T) => T)], void> {
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

/** A token counts as expired if it is missing, cannot be decoded, or its time is past. */
export function isExpired(token: string | null, now = Date.now()): boolean {
  try {
    const [, payload = ""] = (token ?? "").split(".");
    const { exp } = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/")));
    return typeof exp !== "number" || exp * 1000 <= now;
  } catch {
    return true;
  }
}

/** The token is stored as it is, not as JSON. */
function storedToken(): string | null {
  try {
    return localStorage.getItem(TOKEN);
  } catch {
    return null;
  }
}

function readSession(): Session | null {
  const token = storedToken();
  const user = stored<User>(USER);
  if (token === null || user === null) return null;
  if (isExpired(token)) {
    forget();
    return null;
  }
  return { token, user };
}

/** The router listens to the history. */
function goTo(path: string): void {
  history.pushState(null, "", path);
}

function forget(): void {
  dropStored(TOKEN);
  dropStored(USER);
  store.set(sessionAtom, null);
}

export function signIn(session: Session): void {
  try {
    localStorage.setItem(TOKEN, session.token);
  } catch {
    // Signed in for this tab only.
  }
  keepStored(USER, session.user);
  store.set(sessionAtom, session);
}

export function signOut(): void {
  goTo("/login");
  forget();
}

/** After any 401, and when the token's time is up. */
export function expireSession(): void {
  if (location.pathname + location.search !== EXPIRED) goTo(EXPIRED);
  forget();
}

/** Keeps a fresher copy of the signed-in user. */
export function keepUser(user: User): void {
  const session = store.get(sessionAtom);
  if (session?.user._id !== user._id) return;
  // Never the token: another tab may just have ended the session.
  if (storedToken() === session.token) keepStored(USER, user);
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
    // The two are not stored at one time.
    const isSame = now?.token === before?.token && now?.user._id === before?.user._id;
    if (!isSame) store.set(sessionAtom, now);
  });
}

/** The sign-in itself: it would lead back to itself. */
const LOGIN = /^\/login\/?$/i;

/** Where to go after signing in: only a screen of this site, whatever the address says. */
export function safeReturn(url: string | null, origin = location.origin): string | null {
  if (url === null || !url.startsWith("/")) return null;
  try {
    const { origin: found, pathname, search, hash } = new URL(url, origin);
    // What has gone through `.` and `..` may begin with two slashes, and be another host's by that.
    if (found !== origin || pathname.startsWith("//")) return null;
    return LOGIN.test(decodeURI(pathname)) ? null : pathname + search + hash;
  } catch {
    return null;
  }
}

export function landingPage(user: User): string {
  return user.role === "student" ? "/dashboard" : "/mentor";
}
