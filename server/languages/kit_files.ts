/** Writes a kit's files, compressed once for all. An unchanged toolchain's are cached. */
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { copyFile, link, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { finished } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, createGzip } from "node:zlib";

export type KitFile = {
  /** Its name, to which the ending of a compression is added. */
  file: string;
  bytes: number;
  sha256: string;
  /** The bytes over the wire. */
  download: number;
  /** Of a large file: the same in parts, so that a download that broke off can go on. */
  parts?: KitParts;
};
/**
 * The file NAME.gz, seen as one part after the other. Each part but the first, which begins with the
 * header of gzip, is raw deflate that refers to no earlier part and lacks only a final block.
 */
export type KitParts = {
  /** The bytes of each part before compression; the last one has the rest. */
  size: number;
  /** The bytes of each part as it is in the file. */
  lengths: number[];
};

export const FACTS = "kit.json";

/**
 * Brotli's quality. For the compiler (75 MB), 5 takes 7 s of processor time and gives 18.2 MB; 9
 * takes 45 s and gives 16.9 MB; 11 takes some minutes and gives 14.6 MB. For the client's scripts, 5
 * takes 0.2 s and 11 takes 7 s.
 */
export const QUALITY = { quick: 5, best: 11 };

/** Compresses a file as browsers ask for it over https; over http they ask for gzip. */
export const brotli = (content: Uint8Array, quality: number): Promise<Uint8Array> =>
  promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });

const GZIP_LEVEL = 6;
const PART = 4 * 1024 * 1024;

const caches = fileURLToPath(new URL("../../node_modules/.cache", import.meta.url));

type Options = { isBest?: boolean };

export type KitMaker = {
  name: string;
  /** Hashes what the kit is made of. */
  fingerprint(): Promise<string>;
  /** Writes the kit's files, and returns their facts. */
  make(folder: string, quality: number): Promise<object>;
};

export async function writeKit(kit: KitMaker, into: string, options: Options = {}): Promise<void> {
  const from = await cachedKit(kit, options);
  await mkdir(into, { recursive: true });
  for (const name of await readdir(from)) {
    // The file system may not have links, or not between these folders.
    await link(join(from, name), join(into, name)).catch(() =>
      copyFile(join(from, name), join(into, name))
    );
  }
}

export const factsIn = async <Facts>(folder: string): Promise<Facts> =>
  JSON.parse(await readFile(join(folder, FACTS), "utf8"));

/** Returns the folder of the kit, and makes the kit where the cache does not have it. */
export async function cachedKit(kit: KitMaker, { isBest = false }: Options): Promise<string> {
  const made = await kit.fingerprint();
  const cache = join(caches, kit.name);
  const [best, quick] = ["best", "quick"].map((kind) => join(cache, `${made}-${kind}`));
  if (!best || !quick) throw new Error("unreachable");
  for (const folder of isBest ? [best] : [best, quick]) {
    if (await factsIn(folder).then(() => true, () => false)) return folder;
  }
  const folder = isBest ? best : quick;
  // Concurrent builds do no harm: each makes its own folder and then moves it.
  const aside = `${folder}-${process.pid}`;
  await mkdir(aside, { recursive: true });
  try {
    const facts = await kit.make(aside, isBest ? QUALITY.best : QUALITY.quick);
    // Written last: a folder with it is complete.
    await writeFile(join(aside, FACTS), JSON.stringify(facts, null, 2));
    await rename(aside, folder).catch(async (error) => {
      await factsIn(folder).catch(() => {
        throw error;
      });
    });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  await removeOthers(cache, folder);
  return folder;
}

/** Kits of another version are of no more use; another build may still be making its own. */
async function removeOthers(cache: string, folder: string): Promise<void> {
  for (const name of await readdir(cache)) {
    const isOld = /-(best|quick)$/.test(name) && join(cache, name) !== folder;
    if (isOld) await rm(join(cache, name), { recursive: true, force: true });
  }
}

/** Hashes files of a folder of the project, and what is before them. */
export async function hashOf(before: Uint8Array, folder: URL, names: string[]): Promise<string> {
  const hash = createHash("sha256").update(before);
  for (const name of names) {
    hash.update(`${name}\0`).update(await readFile(new URL(name, folder))).update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

export const versionOf = (...files: KitFile[]): string =>
  createHash("sha256").update(files.map(({ sha256 }) => sha256).join("")).digest("hex").slice(
    0,
    16,
  );

/** Writes a file that browsers download: compressed, and also as it is where the server reads it. */
export async function writeFileOf(
  folder: string,
  { name, extension, content, quality, isAlsoWhole = false }: {
    name: string;
    extension: string;
    content: Uint8Array;
    quality: number;
    isAlsoWhole?: boolean;
  },
): Promise<KitFile> {
  const sha256 = createHash("sha256").update(content).digest("hex");
  const file = `${name}.${sha256.slice(0, 16)}.${extension}`;
  const [packed, { zipped, lengths }] = await Promise.all([
    brotli(content, quality),
    zipInParts(content),
  ]);
  const path = join(folder, file);
  await Promise.all([
    isAlsoWhole && writeFile(path, content),
    writeFile(`${path}.br`, packed),
    writeFile(`${path}.gz`, zipped),
  ]);
  const parts = content.length > 2 * PART && { parts: { size: PART, lengths } };
  return { file, bytes: content.length, sha256, download: packed.length, ...parts };
}

/**
 * A browser cannot go on in the middle of a compressed reply: it decompresses only from the start.
 * After a full flush, what follows can be decompressed without what is before it.
 */
async function zipInParts(content: Uint8Array): Promise<{ zipped: Buffer; lengths: number[] }> {
  const gzip = createGzip({ level: GZIP_LEVEL });
  const chunks: Buffer[] = [];
  let length = 0;
  gzip.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    length += chunk.length;
  });
  const lengths: number[] = [];
  for (let at = 0; at < content.length; at += PART) {
    const before = length;
    gzip.write(content.subarray(at, at + PART));
    await new Promise<void>((done) => gzip.flush(constants.Z_FULL_FLUSH, done));
    lengths.push(length - before);
  }
  gzip.end();
  await finished(gzip);
  return { zipped: Buffer.concat(chunks), lengths };
}
