/**
 * Backs up the configured database and its uploaded files into one file, while servers run:
 * `deno task backup [FILE]`; `-` writes to the standard output.
 */
import { dirname } from "node:path";
import type postgres from "postgres";
import { readEnv } from "../server/kit/core/env.ts";
import { SettingsError } from "../server/kit/core/errors.ts";
import { VERSION } from "../server/kit/core/version.ts";
import type { FileStore } from "../server/kit/files/files.ts";
import { openStore } from "../server/kit/files/s3.ts";
import { openOne } from "../server/kit/db/database.ts";
import { newestMigration } from "../server/kit/db/migrate.ts";
import { runTask } from "../server/kit/process/exit_messages.ts";
import { Contents, fileEntry, type Manifest, manifestEntry, pieceOf } from "./archive/manifest.ts";
import { type Entry, tarOf } from "./archive/tar.ts";
import { openConfigured } from "./open.ts";

/** A restored installation begins a new event log, so the old one is not kept. */
const LOG = "events";
/** The bytes from which a piece of a table becomes an entry. */
const PIECE = 1024 * 1024;
/** A row may have some hundred KB. */
const ROWS_AT_ONCE = 100;
const IDS_AT_ONCE = 500;

type Source = { one: postgres.Sql; store: FileStore; madeAt: string };

/**
 * Everything in the backup, as it was at one moment. Files that are uploaded later are not named in
 * the database of that moment.
 * @param done gets the manifest at the end
 * @throws SettingsError when the database has nothing to back up
 */
async function* contentsOf(
  { one, store, madeAt }: Source,
  done: (manifest: Omit<Manifest, "format">) => void,
): AsyncGenerator<Entry> {
  await one.unsafe("begin isolation level repeatable read read only");
  await one.unsafe("set local idle_in_transaction_session_timeout = 0");
  await one.unsafe("set local datestyle = 'ISO, MDY'");
  const migration = await newestMigration(one);
  if (migration === null) throw new SettingsError("The database is empty: nothing to back up.");
  const tables: Manifest["tables"] = {};
  for (const { name, columns } of await tablesOf(one)) {
    const contents = new Contents();
    if (name !== LOG) yield* rowsOf(one, { name, columns, contents });
    tables[name] = { columns, ...contents.sum() };
  }
  const files = new Contents();
  let missingFiles = 0;
  for await (const ids of fileIds(one, Object.keys(tables))) {
    for (const id of ids) {
      const stream = await store.get(id);
      if (!stream) {
        missingFiles += 1;
        continue;
      }
      const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
      files.addFile(id, bytes);
      yield fileEntry(id, bytes);
    }
  }
  const sequences = await sequencesOf(one);
  await one.unsafe("commit");
  const version = VERSION;
  const sums = { files: files.sum(), missingFiles, tables, sequences };
  const manifest = { version, migration, madeAt, ...sums };
  yield manifestEntry(manifest);
  done(manifest);
}

type Table = { name: string; columns: string[] };

/** The tables with their columns; PostgreSQL computes generated ones anew. */
async function tablesOf(one: postgres.Sql): Promise<Table[]> {
  return await one<Table[]>`
    select relname::text as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`;
}

async function* rowsOf(
  one: postgres.Sql,
  { name, columns, contents }: Table & { contents: Contents },
): AsyncGenerator<Entry> {
  const list = columns.map((column) => `"${column}"`).join(", ");
  // Not COPY: postgres.js pauses its socket when a COPY is read slowly, and Deno never resumes it.
  const rows = one.unsafe(`select ${list} from public."${name}"`).raw();
  let [waiting, length, number]: [Uint8Array[], number, number] = [[], 0, 0];
  const piece = (): Entry => {
    const bytes = new Uint8Array(Buffer.concat(waiting));
    contents.addRows(bytes);
    [waiting, length] = [[], 0];
    return { name: pieceOf(name, number++), bytes };
  };
  for await (const batch of rows.cursor(ROWS_AT_ONCE)) {
    for (const row of batch as unknown as (Uint8Array | null)[][]) {
      const line = lineOf(row);
      waiting.push(line);
      length += line.length;
    }
    if (length >= PIECE) yield piece();
  }
  if (length > 0) yield piece();
}

const NULL = "\\N";
const ESCAPES: Record<string, string> = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const encoder = new TextEncoder();

/** A row in the format of COPY. */
function lineOf(row: (Uint8Array | null)[]): Uint8Array {
  const values = row.map((value) =>
    value === null
      ? NULL
      : decoder.decode(value).replace(/[\\\n\r\t]/g, (sign) => ESCAPES[sign] as string)
  );
  return encoder.encode(`${values.join("\t")}\n`);
}

async function* fileIds(one: postgres.Sql, tables: string[]): AsyncGenerator<string[]> {
  if (!tables.includes("files")) return;
  const rows = one<{ id: string }[]>`select id from files where size > 0`;
  for await (const batch of rows.cursor(IDS_AT_ONCE)) yield batch.map(({ id }) => id);
}

async function sequencesOf(one: postgres.Sql): Promise<Record<string, string>> {
  const rows = await one`
    select sequencename::text as name, coalesce(last_value, 0)::text as last
    from pg_sequences where schemaname = 'public'`;
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

/** Writes the file under another name first, so that there is never half a backup. */
async function writeWhole(path: string, bytes: ReadableStream<Uint8Array>): Promise<void> {
  const part = `${path}.part`;
  const file = await Deno.open(part, { write: true, createNew: true, mode: 0o600 });
  try {
    for await (const chunk of bytes) await writeAll(file, chunk);
    await file.sync();
    file.close();
    await Deno.rename(part, path);
  } catch (error) {
    await Deno.remove(part);
    throw error;
  }
}

async function writeAll(to: { write(bytes: Uint8Array): Promise<number> }, bytes: Uint8Array) {
  for (let written = 0; written < bytes.length;) {
    written += await to.write(bytes.subarray(written));
  }
}

/** @throws SettingsError when there is such a file already */
async function placeFor(path: string): Promise<void> {
  const isThere = await Deno.stat(path).then(() => true, () => false);
  if (isThere) throw new SettingsError(`There is a file ${path} already: name another one.`);
  await Deno.mkdir(dirname(path), { recursive: true });
  // Left behind when a backup was interrupted.
  await Deno.remove(`${path}.part`).catch(() => {});
}

async function main(args: string[]): Promise<void> {
  const env = readEnv(Deno.env.toObject());
  const madeAt = new Date().toISOString();
  const name = `doubtless-${madeAt.slice(0, 19).replace(/\D/g, "-")}.tar.gz`;
  const [path = `${env.data}/backups/${name}`, ...more] = args;
  if (more.length > 0 || path.startsWith("--")) {
    throw new SettingsError("Name one file, or none: deno task backup [FILE]");
  }
  if (path !== "-") await placeFor(path);
  const { url, close } = await openConfigured(env);
  const one = openOne(url, { idle_timeout: 0, max_lifetime: null });
  let made: Omit<Manifest, "format"> | null = null;
  try {
    const source = { one, store: openStore(env.files), madeAt };
    const contents = contentsOf(source, (manifest) => made = manifest);
    const bytes = ReadableStream.from(tarOf(contents, new Date(madeAt)))
      .pipeThrough(new CompressionStream("gzip") as TransformStream<Uint8Array, Uint8Array>);
    if (path === "-") { for await (const chunk of bytes) await writeAll(Deno.stdout, chunk); }
    else await writeWhole(path, bytes);
  } finally {
    await one.end({ timeout: 5 });
    await close();
  }
  if (made) report(made, { path, secret: env.authSecret ? "AUTH_SECRET" : `${env.data}/secret` });
}

/** On the standard error, because the backup itself may go to the standard output. */
function report(
  { tables, files, missingFiles }: Omit<Manifest, "format">,
  { path, secret }: { path: string; secret: string },
): void {
  const rows = Object.values(tables).reduce((sum, { count }) => sum + count, 0);
  const many = (count: number) => count.toLocaleString("en");
  const where = path === "-" ? "written" : `in ${path}`;
  console.error(`\n  The backup is ${where}: ${many(rows)} rows, ${many(files.count)} files.`);
  if (missingFiles > 0) {
    console.error(`  ${many(missingFiles)} files that the database names were not in the store.`);
  }
  console.error("  Keep it private, on another machine: it has everything that people wrote.");
  console.error(`  The secret is not in it: keep a copy of ${secret} in another place.\n`);
}

await runTask(() => main(Deno.args));
