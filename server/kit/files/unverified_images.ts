/**
 * Images of people whose address is not verified yet: kept as they came, served to nobody, and
 * decoded only after the address is verified.
 */
import { and, asc, eq, gt, lt, sql } from "drizzle-orm";
import { later } from "../core/clock.ts";
import type { Reader, Tx } from "../db/database.ts";
import { Refusal } from "../core/errors.ts";
import { type KeptFile, newFileId, storeImage } from "./files.ts";
import { FormFile } from "./multipart.ts";
import type { Parts } from "../core/parts.ts";
import { unconfirmedPictures as pictures } from "../db/tables.ts";

type Some = Pick<Parts, "database" | "files" | "clock">;

/** The most bytes that wait in the store: over all, and of one address. */
const BYTES_MOST = 2 * 1024 ** 3;
const BYTES_OF_ONE = 1024 ** 3;
const COUNT_MOST = 10_000;
const DAY = 24 * 60;
/** How long a registration's token is valid, in days. */
const KEPT_DAYS = 7;
/** After this many days an image is dropped if newer ones need the room. */
const SURE_DAYS = 1;
/** How long it is remembered that there was an image, in days. */
const KNOWN_DAYS = 30;
const AT_ONCE = 200;

/**
 * Keeps an image for a registration that is about to be made.
 * @returns the argument of `belongTo`
 * @throws Refusal 415 or 413 when the first look shows that it cannot be accepted; 503 when there
 *   is no room
 */
export async function keepUnverifiedImage(
  parts: Some & Pick<Parts, "pictures">,
  file: FormFile,
  { field, address }: { field: string; address: string },
): Promise<string> {
  await parts.pictures.inspect(file.content, field);
  await makeRoom(parts, file.size, address);
  const { database: { db }, files, clock } = parts;
  const id = newFileId();
  const { name, size } = file;
  // Insert the row first: bytes without a row would be kept for ever.
  await db.insert(pictures).values({ id, name, size, address, createdAt: clock() });
  await files.put(id, file.content);
  return id;
}

export async function attachToRegistration(
  db: Tx,
  id: string,
  registration: string,
): Promise<void> {
  await db.update(pictures).set({ registration }).where(eq(pictures.id, id));
}

/** The result of a registration's image. */
export type VerifiedImage = {
  /** The file, if it could be made. */
  kept: KeptFile | null;
  /** Call this when the file belongs to somebody. */
  done(): Promise<void>;
  /** Call this when it belongs to nobody. */
  undo(): Promise<void>;
};

/** Decodes the image of a registration; null when there was none. */
export async function decodeVerifiedImage(
  parts: Parts,
  registration: string,
  { field, pixels, address }: { field: string; pixels: number; address: string },
): Promise<VerifiedImage | null> {
  const { database: { db }, files, queues, clock } = parts;
  const [row] = await db.select().from(pictures).where(eq(pictures.registration, registration));
  if (!row) return null;
  const store = async (): Promise<KeptFile | null> => {
    const stream = row.size > 0 ? await files.get(row.id) : null;
    if (!stream) return null;
    const content = new Uint8Array(await new Response(stream).arrayBuffer());
    const keeper = { ...parts, who: registration };
    const options = { field, pixels, now: clock() };
    return await storeImage(keeper, new FormFile(content, row.name), options);
  };
  const kept = await queues.visitorForm.run(address, store).catch((error) => {
    const isRefused = error instanceof Refusal && (error.status === 413 || error.status === 415);
    if (!isRefused) throw error;
    return null;
  });
  return {
    kept,
    // Bytes that cannot be removed now are swept later.
    done: () =>
      forget(parts, row.id).catch((error) => parts.log.warn({ error }, "a file was not removed")),
    undo: async () => {
      if (kept) await files.remove(kept.id);
    },
  };
}

/** Remove the bytes first: as long as the row is there, they can be found again. */
async function forget({ database: { db }, files }: Some, id: string): Promise<void> {
  await files.remove(id);
  await db.delete(pictures).where(eq(pictures.id, id));
}

/**
 * Removes images that have waited too long. All servers call it; two that remove the same one do no
 * harm.
 */
export async function sweepUnverifiedImages(parts: Some): Promise<void> {
  const { database: { db }, clock } = parts;
  const now = clock();
  await removeOldest(parts, later(now, -KEPT_DAYS * DAY));
  await db.delete(pictures)
    .where(and(lt(pictures.createdAt, later(now, -KNOWN_DAYS * DAY)), eq(pictures.size, 0)));
}

async function removeOldest({ database: { db }, files }: Some, before: string): Promise<void> {
  const old = await db.select({ id: pictures.id }).from(pictures)
    .where(and(lt(pictures.createdAt, before), gt(pictures.size, 0)))
    .orderBy(asc(pictures.createdAt)).limit(AT_ONCE);
  for (const { id } of old) {
    await files.remove(id);
    await db.update(pictures).set({ size: 0 }).where(eq(pictures.id, id));
  }
}

async function makeRoom(parts: Some, size: number, address: string): Promise<void> {
  const { database: { db }, clock } = parts;
  if (await isRoom(db, size, address)) return;
  await removeOldest(parts, later(clock(), -SURE_DAYS * DAY));
  if (await isRoom(db, size, address)) return;
  throw new Refusal(
    503,
    "busy",
    "There is no room for more pictures at the moment. Please register without one.",
    { retryAfter: 3600 },
  );
}

async function isRoom(db: Reader, size: number, address: string): Promise<boolean> {
  const [now] = await db.select({
    count: sql<number>`count(*)::int`,
    all: sql<number>`coalesce(sum(size), 0)::float8`,
    mine: sql<number>`coalesce(sum(size) filter (where address = ${address}), 0)::float8`,
  }).from(pictures).where(gt(pictures.size, 0));
  const { count = 0, all = 0, mine = 0 } = now ?? {};
  return count < COUNT_MOST && all + size <= BYTES_MOST && mine + size <= BYTES_OF_ONE;
}
