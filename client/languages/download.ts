/**
 * Downloads the files of a compiler or an interpreter into the browser's HTTP cache. Only from there
 * does Chromium keep the machine code that it makes of them, so that a later visit starts quickly. A
 * file that the HTTP cache does not take, in a private window or on a small disk, goes into the Cache
 * API. So does one that was put together from parts: the HTTP cache takes only what the network
 * brings as a whole, and nobody should pay for the same 16 MB again.
 */
import { pause } from "../kit/net/retry.ts";

export interface KitFile {
  url: string;
  bytes: number;
  sha256: string;
  /** Its bytes over the wire, compressed. */
  download: number;
  /** Of a large file: `size` bytes of it are one part; `lengths` are those in the file `url`.gz. */
  parts?: { size: number; lengths: readonly number[] };
}

/** A compiler or an interpreter that belongs to this build of the client. */
export interface Kit {
  /** The folder of its files. */
  name: string;
  /** The hash of its files. */
  version: string;
  /** Its code, and one file with all that it reads. */
  files: readonly [module: KitFile, other: KitFile];
}

export interface Progress {
  loaded: number;
  total: number;
  /** A sentence for the student, if the download broke off. */
  note?: string;
}

/** A download that brings nothing for so long is broken off, and goes on in a new request. */
const STALLED_AFTER = 20_000;
const RETRIES_MOST = 6;
const RETRY_AT_LEAST = 1000;
const RETRY_AT_MOST = 20_000;
/** Progress is reported at most this often, in ms: a fast line brings a part every millisecond. */
const REPORT_EVERY = 100;

/** A failure that a retry cannot mend; its message is a sentence for the student. */
export class Unloadable extends Error {}

type Bytes = Uint8Array<ArrayBuffer>;
type Report = (progress: Progress) => void;

/** The name of the cache of the Cache API that has a file: "/cpp/llvm.wasm" is in "cpp-kit". */
const cacheOf = (url: string): string => `${url.split("/")[1]}-kit`;

/**
 * The address under which the Cache API notes that a file was downloaded. The HTTP cache is asked
 * only then, because Chromium reports each question that it cannot answer in the console. A note
 * that was wrong is deleted, so that no visit asks again.
 */
const noteOf = (url: string): string => `${url}.downloaded`;

/** Pages that are not served over https, and some private windows, cache nothing. */
export async function openCache(name: string): Promise<Cache | null> {
  return isSecureContext ? await caches.open(name).catch(() => null) : null;
}

/** Returns the file if the browser has it; otherwise null. */
export async function cachedFile({ url }: KitFile): Promise<Response | null> {
  // Pages that are not served over https have no other cache, and no notes.
  if (!isSecureContext) return await inHttpCache(url);
  const cacheName = cacheOf(url);
  const kept = await caches.match(url, { cacheName });
  if (kept) return kept;
  if (!await caches.match(noteOf(url), { cacheName })) return null;
  const found = await inHttpCache(url);
  if (!found) await (await caches.open(cacheName)).delete(noteOf(url));
  return found;
}

/** The file's bytes if the browser has it; otherwise null. */
export async function readCached(file: KitFile): Promise<Bytes | null> {
  const response = await cachedFile(file);
  return response && new Uint8Array(await response.arrayBuffer());
}

/** Compiles a file from the browser's cache, which keeps its machine code; null without a file. */
export async function compileFile(
  file: KitFile,
  bytes: Bytes | undefined,
): Promise<WebAssembly.Module | null> {
  const cached = await cachedFile(file);
  if (cached) return await WebAssembly.compileStreaming(cached);
  return bytes ? await WebAssembly.compile(bytes) : null;
}

export async function isCached({ files }: Kit): Promise<boolean> {
  const found = await Promise.all(files.map(cachedFile));
  for (const one of found) one?.body?.cancel().catch(() => {});
  return found.every((one) => one !== null);
}

async function inHttpCache(url: string): Promise<Response | null> {
  try {
    const response = await fetch(url, { cache: "only-if-cached", mode: "same-origin" });
    return response.ok ? response : null;
  } catch {
    return null;
  }
}

/** Caches a downloaded file if the HTTP cache did not. */
async function cacheFile(file: KitFile, bytes: Bytes): Promise<void> {
  const cache = await openCache(cacheOf(file.url));
  if (!cache) return;
  try {
    await cache.put(noteOf(file.url), new Response(""));
    const cached = await cachedFile(file);
    await cached?.body?.cancel();
    if (cached) return;
    const headers = { "content-type": "application/wasm" };
    await cache.put(file.url, new Response(bytes, { headers }));
  } catch { /* The disk is full. */ }
}

/** Deletes the files of other versions. */
export async function deleteOldFiles({ name, files }: Kit): Promise<void> {
  if (!isSecureContext || !await caches.has(`${name}-kit`)) return;
  const cache = await caches.open(`${name}-kit`);
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    const isCurrent = files.some(({ url }) => [url, noteOf(url)].includes(pathname));
    if (!isCurrent) await cache.delete(request);
  }
}

export async function downloadKit(kit: Kit, report: Report): Promise<Map<KitFile, Bytes>> {
  const files = new Map<KitFile, Bytes>();
  const loaded = new Map<KitFile, number>();
  const total = totalOf(kit);
  let reportedAt = 0;
  const tell = (file: KitFile, bytes: number, note?: string) => {
    loaded.set(file, Math.round(bytes * file.download / file.bytes));
    const sum = loaded.values().reduce((all, one) => all + one, 0);
    const now = performance.now();
    if (now - reportedAt < REPORT_EVERY && sum < total && note === undefined) return;
    reportedAt = now;
    report({ loaded: sum, total, ...(note !== undefined && { note }) });
  };
  await Promise.all(kit.files.map(async (file) => {
    const cached = await cachedFile(file);
    if (cached) {
      // The answer's body is not read here: `cachedFile` is asked again for the one to use.
      await cached.body?.cancel();
      return tell(file, file.bytes);
    }
    const whole = await downloadWithRetries(file, (bytes, note) => tell(file, bytes, note));
    await cacheFile(file, whole);
    files.set(file, whole);
  }));
  return files;
}

export const totalOf = ({ files }: Kit): number =>
  files.reduce((sum, { download }) => sum + download, 0);

/** A file, as far as it has come. */
interface Download {
  whole: Bytes;
  at: number;
}

const partOf = ({ url }: KitFile, place: number): string => `${url}.part-${place}`;

/** Reads the parts that an earlier visit has cached, up to the first one that is missing. */
async function readParts(name: string, file: KitFile, coming: Download): Promise<void> {
  const cache = file.parts && await openCache(name);
  if (!cache) return;
  try {
    for (let place = 0;; place++) {
      const kept = await cache.match(partOf(file, place));
      if (!kept) return;
      const bytes = new Uint8Array(await kept.arrayBuffer());
      if (coming.at + bytes.length > coming.whole.length) return;
      coming.whole.set(bytes, coming.at);
      coming.at += bytes.length;
    }
  } catch { /* The parts that could be read are enough. */ }
}

/** A full disk is no failure: then a reload begins again. */
function cacheParts(name: string, file: KitFile, coming: Download) {
  const { size, lengths } = file.parts ?? { size: Infinity, lengths: [] };
  let kept = Math.floor(coming.at / size);
  let writing = Promise.resolve();
  async function writePart(place: number): Promise<void> {
    const bytes = coming.whole.slice(place * size, (place + 1) * size);
    await (await openCache(name))?.put(partOf(file, place), new Response(bytes));
  }
  return {
    /** Stores the parts that are complete. It may be called as often as bytes arrive. */
    write() {
      for (; (kept + 1) * size <= coming.at; kept++) {
        const place = kept;
        writing = writing.then(() => writePart(place)).catch(() => {});
      }
    },
    /** Deletes the parts, when the file is complete or damaged. */
    async end() {
      await writing;
      kept = 0;
      const cache = await openCache(name);
      const deleted = lengths.map((_, place) => cache?.delete(partOf(file, place)));
      await Promise.all(deleted).catch(() => {});
    },
  };
}

async function downloadWithRetries(
  file: KitFile,
  tell: (bytes: number, note?: string) => void,
): Promise<Bytes> {
  const coming: Download = { whole: new Uint8Array(file.bytes), at: 0 };
  await readParts(cacheOf(file.url), file, coming);
  const parts = cacheParts(cacheOf(file.url), file, coming);
  let cache: RequestCache = "default";
  for (let wait = RETRY_AT_LEAST, tries = 1;; wait = Math.min(wait * 2, RETRY_AT_MOST), tries++) {
    const note = hasParts(file, coming)
      ? "The download was interrupted. It continues where it stopped."
      : tries === 1
      ? undefined
      : "The download was interrupted. It starts again.";
    const onBytes = () => {
      parts.write();
      tell(coming.at, note);
    };
    try {
      if (hasParts(file, coming)) await downloadRest(file, coming, onBytes);
      else await download(file, { coming, cache }, onBytes);
      // Pages that are not served over https have no means to hash; then the length must do.
      const hash = isSecureContext ? await sha256(coming.whole) : file.sha256;
      if (hash !== file.sha256) throw new DamagedFile();
      await parts.end();
      return coming.whole;
    } catch (error) {
      if (error instanceof DamagedFile) {
        cache = "reload";
        coming.at = 0;
        await parts.end();
      }
      if (error instanceof Unloadable) throw error;
      if (tries > RETRIES_MOST) {
        throw new Unloadable("The download failed. Check the connection.");
      }
      tell(coming.at, "The download was interrupted. It will be tried again.");
      await pause(wait);
    }
  }
}

/** The bytes that arrived are not those that were built. */
class DamagedFile extends Error {}

/** Whether enough has come that only the parts that are missing are fetched. */
const hasParts = ({ parts }: KitFile, { at }: Download): boolean =>
  parts !== undefined && at >= parts.size;

async function download(
  { url, bytes }: KitFile,
  { coming, cache }: { coming: Download; cache: RequestCache },
  onBytes: () => void,
): Promise<void> {
  coming.at = 0;
  await receive(coming, onBytes, async (signal) => {
    const response = await fetch(url, { cache, signal });
    if (response.status === 404) {
      throw new Unloadable("This page is out of date. Reload it to run programs.");
    }
    if (!response.ok) throw new Error(`The answer was ${response.status}.`);
    return response.body;
  });
  if (coming.at !== bytes) throw new DamagedFile();
}

/** Downloads the missing parts. Not in the HTTP cache, the file goes into the Cache API. */
async function downloadRest(
  { url, bytes, parts = { size: 0, lengths: [] } }: KitFile,
  coming: Download,
  onBytes: () => void,
): Promise<void> {
  const first = Math.floor(coming.at / parts.size);
  let from = 0;
  for (const [place, length] of parts.lengths.entries()) {
    const range = `bytes=${from}-${from + length - 1}`;
    from += length;
    if (place < first) continue;
    coming.at = place * parts.size;
    await receive(coming, onBytes, async (signal) => {
      const { status, body } = await fetch(`${url}.gz`, { headers: { range }, signal });
      if (status !== 206) throw new Error(`The answer was ${status}.`);
      return body && inflated(body);
    });
    if (coming.at !== Math.min(bytes, (place + 1) * parts.size)) throw new DamagedFile();
  }
}

/** Decompresses a part, which lacks the final block of deflate. */
function inflated(part: ReadableStream<Bytes>): ReadableStream<Bytes> {
  const ended = new TransformStream<Bytes, Bytes>({
    flush: (rest) => rest.enqueue(new Uint8Array([3, 0])),
  });
  return part.pipeThrough(ended).pipeThrough(new DecompressionStream("deflate-raw"));
}

/** Reads a reply to its end, and adds it to the file. One that stalls is broken off. */
async function receive(
  coming: Download,
  onBytes: () => void,
  request: (signal: AbortSignal) => Promise<ReadableStream<Bytes> | null>,
): Promise<void> {
  const stalled = new AbortController();
  let timer = setTimeout(() => stalled.abort(), STALLED_AFTER);
  try {
    const reader = (await request(stalled.signal))?.getReader();
    for (;;) {
      const { done = true, value: part } = await reader?.read() ?? {};
      if (done || !part) break;
      clearTimeout(timer);
      timer = setTimeout(() => stalled.abort(), STALLED_AFTER);
      if (coming.at + part.length > coming.whole.length) throw new DamagedFile();
      coming.whole.set(part, coming.at);
      coming.at += part.length;
      onBytes();
    }
  } finally {
    clearTimeout(timer);
  }
}

export async function sha256(bytes: Bytes): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
