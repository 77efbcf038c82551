/** What has to be remembered between two screens of signing up, in or resetting a password. */
import { dropStored, keepStored, stored } from "../kit/storage.ts";

const PENDING = "verification";
const RESETTING = "reset-email";
const REMEMBERED = "remembered-email";

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
