/**
 * Caches in the browser what an engine has made, for later visits and other tabs. It fits only the
 * version of the engine that made it, so each version has its own, and that of others is deleted.
 */
import { openCache, sha256 } from "./download.ts";

const HASH = "x-sha256";

/**
 * @param kind language and thing: "cpp-includes"
 * @param most so many are cached, the newest
 */
export function madeFiles(kind: string, { version, most }: { version: string; most: number }) {
  const name = `${kind}-${version}`;
  const urlOf = (key: string) => `/${kind.replace("-", "/")}/${encodeURIComponent(key)}`;
  deleteOthers(kind, name).catch(() => {});
  return {
    /** The keys of what is cached, the oldest first. */
    async keys(): Promise<string[]> {
      const requests = await (await openCache(name))?.keys() ?? [];
      return requests.map(({ url }) => decodeURIComponent(url.slice(url.lastIndexOf("/") + 1)));
    },
    async read(key: string) {
      const cache = await openCache(name);
      const found = await cache?.match(urlOf(key));
      if (!cache || !found) return null;
      const bytes = new Uint8Array(await found.arrayBuffer());
      if (await sha256(bytes) === found.headers.get(HASH)) return bytes;
      await cache.delete(urlOf(key));
      return null;
    },
    /** Caches a file, in place of the oldest ones. A full disk is no failure: it is made again. */
    async write(key: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
      const cache = await openCache(name);
      if (!cache) return;
      try {
        const kept = await cache.keys();
        for (const old of kept.slice(0, Math.max(0, kept.length + 1 - most))) {
          await cache.delete(old);
        }
        const headers = { [HASH]: await sha256(bytes) };
        await cache.put(urlOf(key), new Response(bytes, { headers }));
      } catch { /* The disk is full. */ }
    },
  };
}

async function deleteOthers(kind: string, name: string): Promise<void> {
  for (const one of isSecureContext ? await caches.keys() : []) {
    if (one.startsWith(`${kind}-`) && one !== name) await caches.delete(one);
  }
}
