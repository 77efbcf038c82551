/**
 * Keeps precompiled includes in the browser, for later visits and other tabs. They fit only the
 * compiler that made them, so each version of the kit has its own, and those of others are deleted.
 */
import { sha256 } from "../languages/download.ts";

const PREFIX = "cpp-includes-";
/** Each takes 15 to 30 MB. */
const KEPT_MOST = 6;
const HASH = "x-sha256";

const urlOf = (key: string) => `/cpp/includes/${encodeURIComponent(key)}`;

/** Pages that are not served over https, and some private windows, keep nothing. */
async function open(version: string): Promise<Cache | null> {
  return isSecureContext ? await caches.open(PREFIX + version).catch(() => null) : null;
}

export async function deleteOldIncludes(version: string): Promise<void> {
  if (!isSecureContext) return;
  for (const name of await caches.keys().catch(() => [])) {
    if (name.startsWith(PREFIX) && name !== PREFIX + version) await caches.delete(name);
  }
}

/** The keys of what is kept, the oldest first. */
export async function keptIncludes(version: string): Promise<string[]> {
  const requests = await (await open(version))?.keys() ?? [];
  return requests.map(({ url }) => decodeURIComponent(url.slice(url.lastIndexOf("/") + 1)));
}

export async function readIncludes(version: string, key: string): Promise<Uint8Array | null> {
  const cache = await open(version);
  const found = await cache?.match(urlOf(key));
  if (!cache || !found) return null;
  const bytes = new Uint8Array(await found.arrayBuffer());
  if (await sha256(bytes) === found.headers.get(HASH)) return bytes;
  await cache.delete(urlOf(key));
  return null;
}

/** Keeps them, in place of the oldest ones. A full disk is no failure: they are made again. */
export async function writeIncludes(
  version: string,
  key: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const cache = await open(version);
  if (!cache) return;
  try {
    const kept = await cache.keys();
    for (const old of kept.slice(0, Math.max(0, kept.length + 1 - KEPT_MOST))) {
      await cache.delete(old);
    }
    const headers = { [HASH]: await sha256(bytes) };
    await cache.put(urlOf(key), new Response(bytes, { headers }));
  } catch { /* The disk is full. */ }
}
