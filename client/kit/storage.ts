/** Local storage that never throws: it may be full, or blocked, and the app goes on without. */

export function stored<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : JSON.parse(text) as T;
  } catch {
    return null;
  }
}

export function keepStored(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function dropStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing could have been stored.
  }
}
