/** What one screen of sign-in or registration leaves to the next, and the screen to return to. */
import { readStored, removeStored, writeStored } from "../kit/net/storage.ts";

/** A value that this browser keeps until it is dropped. */
const kept = <T>(key: string) => ({
  read: (): T | null => readStored<T>(key),
  store: (value: T): boolean => writeStored(key, value),
  drop: (): void => removeStored(key),
});

export interface PendingRegistration {
  email: string;
  token: string;
}

export const pendingRegistration = kept<PendingRegistration>("verification");
/** The address whose password is set anew. */
export const resettingEmail = kept<string>("reset-email");
export const rememberedEmail = kept<string>("remembered-email");

/** While the person is at the school's provider. */
export const schoolVisit = kept<{
  /** Where the person goes on afterwards. */
  returnUrl: string | null;
  invitation: string | undefined;
}>("visit-at-school");

const BROWSER = "browser";

/**
 * The token by which the server knows this browser, issued at sign-in. It stays after a sign-out: a
 * person who has signed in here before is not locked out, however many wrong passwords others have
 * tried elsewhere.
 */
export const readBrowserToken = (): string | undefined => readStored<string>(BROWSER) ?? undefined;
export function storeBrowserToken(browser: string | undefined): void {
  if (browser !== undefined) writeStored(BROWSER, browser);
}

/** The sign-in screen itself is no place to return to. */
const LOGIN = /^\/login\/?$/i;

/** Returns the path to open after signing in, or null. It never leads to another site. */
export function safeReturn(url: string | null, origin = location.origin): string | null {
  if (url === null || !url.startsWith("/")) return null;
  try {
    const { origin: found, pathname, search, hash } = new URL(url, origin);
    // After `.` and `..` are resolved, a path may begin with two slashes, which name another host.
    if (found !== origin || pathname.startsWith("//")) return null;
    return LOGIN.test(decodeURI(pathname)) ? null : pathname + search + hash;
  } catch {
    return null;
  }
}
