/**
 * What a backup contains: tables in the format of COPY, in pieces (`tables/NAME/NUMBER`), uploaded
 * files (`files/ID`), and at the end `manifest.json`, with counts and checksums of all of it.
 */
import { createHash, type Hash } from "node:crypto";
import * as z from "zod";
import { SettingsError } from "../../server/kit/core/errors.ts";
import { DamagedError, entriesOf, type Entry } from "./tar.ts";

const FORMAT = 1;
const MANIFEST = "manifest.json";
const TABLE = /^tables\/([a-z_][a-z0-9_]*)\/\d{6}$/;
const FILE = /^files\/([0-9a-f]{32})$/;
const NEWLINE = 10;

const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/);
const contents = z.object({ count, bytes: count, sha256 });

const manifest = z.object({
  format: z.literal(FORMAT),
  /** The version of Doubtless that made it. */
  version: z.string(),
  /** The newest migration of its tables. */
  migration: z.string(),
  madeAt: z.iso.datetime(),
  /** `count` is the number of rows. */
  tables: z.record(identifier, contents.extend({ columns: z.array(identifier) })),
  files: contents,
  /** Uploads that the database names and the store did not have. */
  missingFiles: count,
  /** The last number that each sequence has given out. */
  sequences: z.record(identifier, z.string().regex(/^\d+$/)),
});
export type Manifest = z.infer<typeof manifest>;

/** Adds up entries of one kind. */
export class Contents {
  #hash: Hash = createHash("sha256");
  #count = 0;
  #bytes = 0;

  addRows(bytes: Uint8Array): void {
    // In COPY's format, a row is a line.
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) {
      this.#count += 1;
    }
    this.#add(bytes);
  }

  addFile(id: string, bytes: Uint8Array): void {
    this.#count += 1;
    this.#hash.update(id);
    this.#add(bytes);
  }

  #add(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    this.#hash.update(bytes);
  }

  /** It can be asked once. */
  sum(): z.infer<typeof contents> {
    return { count: this.#count, bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }
}

export const pieceOf = (table: string, number: number): string =>
  `tables/${table}/${String(number).padStart(6, "0")}`;
export const fileEntry = (id: string, bytes: Uint8Array): Entry => ({ name: `files/${id}`, bytes });

export const manifestEntry = (made: Omit<Manifest, "format">): Entry => ({
  name: MANIFEST,
  bytes: new TextEncoder().encode(JSON.stringify({ format: FORMAT, ...made }, null, 2)),
});

export type Part = { table: string; bytes: Uint8Array } | { file: string; bytes: Uint8Array };

/** Reads the tables and files of a backup that `checkBackup` has found whole. */
export async function* partsOf(path: string): AsyncGenerator<Part> {
  for await (const { name, bytes } of entriesOf(await unzipped(path))) {
    const [table, file] = [TABLE.exec(name)?.[1], FILE.exec(name)?.[1]];
    if (table) yield { table, bytes };
    else if (file) yield { file, bytes };
  }
}

/**
 * Reads all of a backup and compares it with its manifest.
 * @throws SettingsError when it is damaged, or no backup of ours
 */
export async function checkBackup(path: string): Promise<Manifest> {
  try {
    return await readAll(path);
  } catch (error) {
    // The system's own errors say for themselves what is wrong.
    const isDamage = error instanceof DamagedError || error instanceof TypeError;
    if (!isDamage) throw error;
    const why = error instanceof DamagedError ? error.message : "it cannot be decompressed";
    throw new SettingsError(`${path} is damaged, or not a backup of Doubtless: ${why}.`);
  }
}

async function readAll(path: string): Promise<Manifest> {
  const tables: Record<string, Contents> = {};
  const files = new Contents();
  let found: Manifest | null = null;
  for await (const { name, bytes } of entriesOf(await unzipped(path))) {
    const [table, file] = [TABLE.exec(name)?.[1], FILE.exec(name)?.[1]];
    if (found) throw new DamagedError("something follows its manifest");
    if (table) (tables[table] ??= new Contents()).addRows(bytes);
    else if (file) files.addFile(file, bytes);
    else if (name === MANIFEST) found = readManifest(bytes);
    else throw new DamagedError("it has an unknown part");
  }
  if (!found) throw new DamagedError("it has no manifest");
  const sums = Object.entries(found.tables)
    .map(([name, sum]) => ({ name, sum, got: (tables[name] ?? new Contents()).sum() }));
  for (
    const { name, sum, got } of [...sums, { name: "files", sum: found.files, got: files.sum() }]
  ) {
    if (got.count !== sum.count || got.sha256 !== sum.sha256) {
      throw new DamagedError(`the checksum of ${name} is wrong`);
    }
  }
  for (const table of Object.keys(tables)) {
    if (!(table in found.tables)) throw new DamagedError(`its manifest does not know ${table}`);
  }
  return found;
}

function readManifest(bytes: Uint8Array): Manifest {
  try {
    const text: unknown = JSON.parse(new TextDecoder().decode(bytes));
    const format = z.object({ format: z.number(), version: z.string() }).parse(text);
    if (format.format > FORMAT) throw newer(format.version);
    return manifest.parse(text);
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new DamagedError("its manifest cannot be read");
  }
}

/** The refusal of a backup that this version cannot know. */
export const newer = (version: string): SettingsError =>
  new SettingsError(
    `The backup was made by version ${version}, which is newer than this one: restore it with that version.`,
  );

async function unzipped(path: string): Promise<ReadableStream<Uint8Array>> {
  const file = await Deno.open(path);
  return file.readable.pipeThrough(new DecompressionStream("gzip"));
}
