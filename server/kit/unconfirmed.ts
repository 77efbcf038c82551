/**
 * Pictures of people whose address is not confirmed yet: kept as they came, read by nobody, and
 * decoded only once the address is confirmed.
 */
import { and, asc, eq, gt, lt, sql } from "drizzle-orm";
import { later } from "./clock.ts";
import type { Reader, Tx } from "./database.ts";
import { Refusal } from "./errors.ts";
import { type KeptFile, newFileId, storeImage } from "./files.ts";
import { FormFile } from "./form.ts";
import type { Parts } from "./parts.ts";
import { unconfirmedPictures as pictures } from "./tables.ts";

type Some = Pick<Parts, "database" | "files" | "clock">;

/** What waits may take in the store: of everybody's, and of one address's. */
const BYTES_MOST = 2 * 1024 ** 3;
const BYTES_OF_ONE = 1024 ** 3;
const COUNT_MOST = 10_000;
const DAY = 24 * 60;
/** The days that a registration's token is good for. */
const KEPT_DAYS = 7;
/** Days after which one makes room for newer ones, when there is none. */
const SURE_DAYS = 1;
/** Days until it is forgotten that there was one. */
const KNOWN_DAYS = 30;
const AT_ONCE = 200;

/**
 * Keeps a picture for a registration that is about to be made.
 * @returns what `belongTo` needs
 * @throws Refusal 415, 413 when it can be seen at once that it is no picture; 503 without room
 */
export async function setAside(
  parts: Some & Pick<Parts, "pictures">,
  file: FormFile,
  { field, address }: { field: string; address: string },
): Promise<string> {
  await parts.pictures.inspect(file.content, field);
  await makeRoom(parts, file.size, address);
  const { database: { db }, files, clock } = parts;
  const id = newFileId();
  const { name, size } = file;
  // The row first: bytes that no row names would be kept for ever.
  await db.insert(pictures).values({ id, name, size, address, createdAt: clock() });
  await files.put(id, file.content);
  return id;
}

export async function belongTo(db: Tx, id: string, registration: string): Promise<void> {
  await db.update(pictures).set({ registration }).where(eq(pictures.id, id));
}

/** What became of a registration's picture. */
export type TakenUp = {
  /** The file, if it could be made into one. */
  kept: KeptFile | null;
  /** Once the file belongs to somebody. */
  done(): Promise<void>;
  /** When it belongs to nobody. */
  undo(): Promise<void>;
};

/** Decodes the picture that came with a registration; null when there was none. */
export async function takeUp(
  parts: Parts,
  registration: string,
  { field, pixels, address }: { field: string; pixels: number; address: string },
): Promise<TakenUp | null> {
  const { database: { db }, files, bodies, clock } = parts;
  const [row] = await db.select().from(pictures).where(eq(pictures.registration, registration));
  if (!row) return null;
  const place = await bodies.enter({ me: registration, address }, row.size);
  let kept: KeptFile | null = null;
  try {
    const stream = row.size > 0 ? await files.get(row.id) : null;
    if (stream) {
      const content = new Uint8Array(await new Response(stream).arrayBuffer());
      const keeper = { ...parts, who: registration };
      kept = await storeImage(keeper, new FormFile(content, row.name), {
        field,
        pixels,
        now: clock(),
      });
    }
  } catch (error) {
    const isRefused = error instanceof Refusal && (error.status === 413 || error.status === 415);
    if (!isRefused) throw error;
  } finally {
    place.leave();
  }
  return {
    kept,
    // What cannot be removed now is swept later.
    done: () => forget(parts, row.id).catch((error) => parts.log.warn({ error }, "not removed")),
    undo: async () => {
      if (kept) await files.remove(kept.id);
    },
  };
}

/** The bytes first: while the row is there, they are found again. */
async function forget({ database: { db }, files }: Some, id: string): Promise<void> {
  await files.remove(id);
  await db.delete(pictures).where(eq(pictures.id, id));
}

/** Removes what waited for too long. Every server calls it; two that remove the same do no harm. */
export async function sweepUnconfirmed(parts: Some): Promise<void> {
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
