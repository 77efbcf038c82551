/** Caches the parts of a download, so that it goes on after a reload. The whole is checked. */
import type { KitFile } from "./kit.ts";

/** A file, as far as it has come. */
export interface Download {
  whole: Uint8Array<ArrayBuffer>;
  at: number;
}

const partOf = ({ url }: KitFile, place: number): string => `${url}.part-${place}`;

/** Pages that are not served over https, and some private windows, cache nothing. */
async function open(name: string): Promise<Cache | null> {
  return isSecureContext ? await caches.open(name).catch(() => null) : null;
}

/** Reads the parts that an earlier visit has cached, up to the first one that is missing. */
export async function readParts(name: string, file: KitFile, coming: Download): Promise<void> {
  const cache = file.parts && await open(name);
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

export interface PartsCache {
  /** Stores the parts that are complete. It may be called as often as bytes arrive. */
  write(): void;
  /** Deletes the parts, when the file is complete or damaged. */
  end(): Promise<void>;
}

/** A full disk is no failure: then a reload begins again. */
export function cacheParts(name: string, file: KitFile, coming: Download): PartsCache {
  const { size, lengths } = file.parts ?? { size: Infinity, lengths: [] };
  let kept = Math.floor(coming.at / size);
  let writing = Promise.resolve();
  async function writePart(place: number): Promise<void> {
    const bytes = coming.whole.slice(place * size, (place + 1) * size);
    await (await open(name))?.put(partOf(file, place), new Response(bytes));
  }
  return {
    write() {
      for (; (kept + 1) * size <= coming.at; kept++) {
        const place = kept;
        writing = writing.then(() => writePart(place)).catch(() => {});
      }
    },
    async end() {
      await writing;
      kept = 0;
      const cache = await open(name);
      if (!cache) return;
      await Promise.all(lengths.map((_, place) => cache.delete(partOf(file, place)))).catch(
        () => {},
      );
    },
  };
}
