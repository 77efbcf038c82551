/** What has to be remembered between two screens of signing up, in or resetting a password. */
import { dropStored, keepStored, stored } from "../kit/storage.ts";

const PENDING = "verification";
const RESETTING = "reset-email";
const REMEMBERED = "remembered-email";
const BROWSER = "browser";

/** A registration that waits for its code. */
export interface Pending {
  email: string;
  token: string;
}

export const readPending = (): Pending | null => stored<Pending>(PENDING);
export const keepPending = (pending: Pending): boolean => keepStored(PENDING, pending);
export const dropPending = (): void => dropStored(PENDING);

export const readResetting = (): string => stored<string>(RESETTING) ?? "";
export const keepResetting = (email: string): boolean => keepStored(RESETTING, email);
export const dropResetting = (): void => dropStored(RESETTING);

export const readRemembered = (): string => stored<string>(REMEMBERED) ?? "";
export const keepRemembered = (email: string): boolean => keepStored(REMEMBERED, email);

/**
 * What signing in here has given this browser. It stays when somebody signs out: with it whoever has
 * signed in here before gets in, however many wrong passwords others have tried elsewhere.
 */
export const readBrowser = (): string | undefined => stored<string>(BROWSER) ?? undefined;
export function keepBrowser(browser: string | undefined): void {
  if (browser !== undefined) keepStored(BROWSER, browser);
}
