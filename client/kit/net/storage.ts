/** Storage that never throws. It may be full or blocked; the app works without it. */

/** Of this browser, for all tabs; it stays. */
const ofBrowser = () => localStorage;
/** Of this tab; it goes with it. */
export const ofTab = () => sessionStorage;

/** Returns what the work returns, or the other value if it throws. */
export function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

export const readStored = <T>(key: string, storage = ofBrowser): T | null =>
  attempt(() => JSON.parse(storage().getItem(key) ?? "null") as T | null, null);

export const storedKeys = (): string[] => attempt(() => Object.keys(localStorage), []);

export const writeStored = (key: string, value: unknown, storage = ofBrowser): boolean =>
  attempt(() => {
    storage().setItem(key, JSON.stringify(value));
    return true;
  }, false);

export const removeStored = (key: string, storage = ofBrowser): void =>
  attempt(() => storage().removeItem(key), undefined);
