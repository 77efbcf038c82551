/** What one screen of sign-in or registration leaves to the next, and the screen to return to. */
import { readStored, removeStored, writeStored } from "../kit/net/storage.ts";

const PENDING = "verification";
const RESETTING = "reset-email";
const REMEMBERED = "remembered-email";
const BROWSER = "browser";

export interface PendingRegistration {
  email: string;
  token: string;
}

export const readPending = (): PendingRegistration | null =>
  readStored<PendingRegistration>(PENDING);
export const storePending = (pending: PendingRegistration): boolean =>
  writeStored(PENDING, pending);
export const dropPending = (): void => removeStored(PENDING);

export const readResetting = (): string => readStored<string>(RESETTING) ?? "";
export const storeResetting = (email: string): boolean => writeStored(RESETTING, email);
export const dropResetting = (): void => removeStored(RESETTING);

export interface SchoolVisit {
  /** Where the person goes on afterwards. */
  returnUrl: string | null;
  invitation: string | undefined;
}
const SCHOOL = "visit-at-school";

export const readVisit = (): Partial<SchoolVisit> => readStored<SchoolVisit>(SCHOOL) ?? {};
export const storeVisit = (visit: SchoolVisit): boolean => writeStored(SCHOOL, visit);
export const dropVisit = (): void => removeStored(SCHOOL);

export const readRemembered = (): string => readStored<string>(REMEMBERED) ?? "";
export const storeRemembered = (email: string): boolean => writeStored(REMEMBERED, email);

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
