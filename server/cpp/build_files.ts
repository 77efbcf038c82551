/**
 * Writes the kit's files, compressed once for all requests, and only so: whole they have 93 MB more.
 * What an unchanged toolchain has given is taken from a cache.
 */
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { copyFile, link, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gunzip, gzip } from "node:zlib";
import { makeKit } from "./build.ts";

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
/** The file NAME.parts has one part after the other, each compressed as gzip by itself. */
export type KitParts = {
  /** The bytes of each part before compression; the last one has the rest. */
  size: number;
  /** The bytes of each part as it is in the file. */
  lengths: number[];
};
export type KitFacts = {
  /** The hash of its files. */
  version: string;
  llvm: KitFile;
  sysroot: KitFile;
};

/** The name of the file with the kit's facts. */
export const FACTS = "kit.json";

/**
 * Brotli's quality. For the compiler (75 MB), 5 takes 7 s of processor time and gives 18.2 MB; 9
 * takes 45 s and gives 16.9 MB; 11 takes some minutes and gives 14.6 MB.
 */
const QUALITY = { quick: 5, best: 11 };
const GZIP_LEVEL = 6;
const PART = 4 * 1024 * 1024;

const sources = fileURLToPath(new URL(".", import.meta.url));
const caches = fileURLToPath(new URL("../../node_modules/.cache/cpp", import.meta.url));

/** Returns the facts of the kit. The first call on a machine makes it, which takes some seconds. */
export async function kitFacts(options: { isBest?: boolean } = {}): Promise<KitFacts> {
  return await factsIn(await cachedKit(options));
}

/** Puts the kit's files into a folder. */
export async function writeKit(into: string, options: { isBest?: boolean } = {}): Promise<void> {
  const from = await cachedKit(options);
  await mkdir(into, { recursive: true });
  for (const name of await readdir(from)) {
    // The file system may not have links, or not between these folders.
    await link(join(from, name), join(into, name)).catch(() =>
      copyFile(join(from, name), join(into, name))
    );
  }
}

/** Returns the kit itself, for code that compiles where no client is built: the tests. */
export async function readKit(): Promise<
  { version: string; llvm: Uint8Array<ArrayBuffer>; sysroot: Uint8Array<ArrayBuffer> }
> {
  const folder = await cachedKit({});
  const { version, llvm, sysroot } = await factsIn(folder);
  const read = async ({ file }: KitFile) =>
    new Uint8Array(await promisify(gunzip)(await readFile(join(folder, `${file}.gz`))));
  return { version, llvm: await read(llvm), sysroot: await read(sysroot) };
}

const factsIn = async (folder: string): Promise<KitFacts> =>
  JSON.parse(await readFile(join(folder, FACTS), "utf8"));

/** Returns the folder of the kit, and makes the kit where the cache does not have it. */
async function cachedKit({ isBest = false }: { isBest?: boolean }): Promise<string> {
  const made = await fingerprint();
  const [best, quick] = ["best", "quick"].map((kind) => join(caches, `${made}-${kind}`));
  if (!best || !quick) throw new Error("unreachable");
  for (const folder of isBest ? [best] : [best, quick]) {
    if (await factsIn(folder).then(() => true, () => false)) return folder;
  }
  const folder = isBest ? best : quick;
  // Concurrent builds do no harm: each makes its own folder and then moves it.
  const aside = `${folder}-${process.pid}`;
  await mkdir(aside, { recursive: true });
  try {
    await makeFiles(aside, isBest ? QUALITY.best : QUALITY.quick);
    await rename(aside, folder).catch(async (error) => {
      await factsIn(folder).catch(() => {
        throw error;
      });
    });
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
  await removeOthers(folder);
  return folder;
}

/** Kits of another version are of no more use; another build may still be making its own. */
async function removeOthers(folder: string): Promise<void> {
  for (const name of await readdir(caches)) {
    const isOld = /-(best|quick)$/.test(name) && join(caches, name) !== folder;
    if (isOld) await rm(join(caches, name), { recursive: true, force: true });
  }
}

/** Hashes what the kit is made of: the compiler's package, the runtime, and the code that builds. */
async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  const manifest = new URL("../package.json", import.meta.resolve("@yowasp/clang"));
  hash.update(await readFile(manifest));
  const runtime = (await readdir(join(sources, "runtime"))).map((name) => `runtime/${name}`);
  for (const name of [...BUILT_WITH, ...runtime.sort()]) {
    hash.update(`${name}\0`).update(await readFile(join(sources, name))).update("\0");
  }
  return hash.digest("hex").slice(0, 16);
}

/** The code that decides what the files contain. */
const BUILT_WITH = ["arguments.ts", "build.ts", "build_files.ts", "pack.ts"];

async function makeFiles(folder: string, quality: number): Promise<void> {
  const kit = await makeKit();
  const [llvm, sysroot] = await Promise.all([
    writeFileOf(folder, { name: "llvm", extension: "wasm", content: kit.llvm, quality }),
    writeFileOf(folder, { name: "sysroot", extension: "pack", content: kit.sysroot, quality }),
  ]);
  const version = createHash("sha256").update(llvm.sha256 + sysroot.sha256).digest("hex")
    .slice(0, 16);
  const facts: KitFacts = { version, llvm, sysroot };
  // Written last: a folder with it is complete.
  await writeFile(join(folder, FACTS), JSON.stringify(facts, null, 2));
}

async function writeFileOf(
  folder: string,
  { name, extension, content, quality }: {
    name: string;
    extension: string;
    content: Uint8Array;
    quality: number;
  },
): Promise<KitFile> {
  const sha256 = createHash("sha256").update(content).digest("hex");
  const file = `${name}.${sha256.slice(0, 16)}.${extension}`;
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: GZIP_LEVEL }),
  ]);
  const path = join(folder, file);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)]);
  const parts = content.length > 2 * PART ? await writeParts(path, content) : undefined;
  return { file, bytes: content.length, sha256, download: brotli.length, ...(parts && { parts }) };
}

/**
 * A browser cannot go on in the middle of a compressed reply: it decompresses only from the start.
 * Each part is a start.
 */
async function writeParts(path: string, content: Uint8Array): Promise<KitParts> {
  const zipped: Uint8Array[] = [];
  for (let at = 0; at < content.length; at += PART) {
    zipped.push(await promisify(gzip)(content.subarray(at, at + PART), { level: GZIP_LEVEL }));
  }
  await writeFile(`${path}.parts`, Buffer.concat(zipped));
  return { size: PART, lengths: zipped.map(({ length }) => length) };
}
