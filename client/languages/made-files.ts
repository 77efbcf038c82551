/**
 * Caches in the browser what an engine has made, for later visits and other tabs. It fits only the
 * version of the engine that made it, so each version has its own, and that of others is deleted.
 */
import { sha256 } from "./download.ts";

const HASH = "x-sha256";

type Bytes = Uint8Array<ArrayBuffer>;

export class MadeFiles {
  readonly #kind: string;
  readonly #version: string;
  readonly #most: number;

  /**
   * @param kind language and thing: "cpp-includes"
   * @param most so many are cached, the newest
   */
  constructor(kind: string, { version, most }: { version: string; most: number }) {
    this.#kind = kind;
    this.#version = version;
    this.#most = most;
  }

  get name(): string {
    return `${this.#kind}-${this.#version}`;
  }

  #urlOf(key: string): string {
    return `/${this.#kind.replace("-", "/")}/${encodeURIComponent(key)}`;
  }

  /** Pages that are not served over https, and some private windows, cache nothing. */
  async #open(): Promise<Cache | null> {
    return isSecureContext ? await caches.open(this.name).catch(() => null) : null;
  }

  async deleteOld(): Promise<void> {
    if (!isSecureContext) return;
    for (const name of await caches.keys().catch(() => [])) {
      if (name.startsWith(`${this.#kind}-`) && name !== this.name) await caches.delete(name);
    }
  }

  /** The keys of what is cached, the oldest first. */
  async keys(): Promise<string[]> {
    const requests = await (await this.#open())?.keys() ?? [];
    return requests.map(({ url }) => decodeURIComponent(url.slice(url.lastIndexOf("/") + 1)));
  }

  async read(key: string): Promise<Bytes | null> {
    const cache = await this.#open();
    const found = await cache?.match(this.#urlOf(key));
    if (!cache || !found) return null;
    const bytes = new Uint8Array(await found.arrayBuffer());
    if (await sha256(bytes) === found.headers.get(HASH)) return bytes;
    await cache.delete(this.#urlOf(key));
    return null;
  }

  /** Caches a file, in place of the oldest ones. A full disk is no failure: it is made again. */
  async write(key: string, bytes: Bytes): Promise<void> {
    const cache = await this.#open();
    if (!cache) return;
    try {
      const kept = await cache.keys();
      for (const old of kept.slice(0, Math.max(0, kept.length + 1 - this.#most))) {
        await cache.delete(old);
      }
      const headers = { [HASH]: await sha256(bytes) };
      await cache.put(this.#urlOf(key), new Response(bytes, { headers }));
    } catch { /* The disk is full. */ }
  }
}
