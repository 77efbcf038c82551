/**
 * Copies of what is kept about a person: one is asked for, and any server makes it in the
 * background. A server takes one with a lease, which it renews while it works; if it dies, another
 * server begins anew. The parts are named in the row before they are stored, so none is lost.
 */
import { and, eq, gt, inArray, isNull, lte, sql } from "drizzle-orm";
import { record } from "../../audit/writes.ts";
import { newFileId } from "../../kit/files/files.ts";
import {
  contentsPage,
  PAGE_END,
  pageHead,
  type PageLink,
  programPath,
  rowHtml,
  uploadPath,
} from "../../kit/formats/row_pages.ts";
import { ZipTooLarge, type ZipWriter, zipWriter } from "../../kit/formats/zip.ts";
import { later } from "../../kit/core/clock.ts";
import { originOf } from "../../kit/core/env.ts";
import { conflict, Refusal } from "../../kit/core/errors.ts";
import { newId } from "../../kit/core/ids.ts";
import type { Parts } from "../../kit/core/parts.ts";
import { isStaff, type Me } from "../../kit/core/roles.ts";
import { readInBatches } from "../../kit/db/cursor.ts";
import { takeLock } from "../../kit/db/locks.ts";
import { LANGUAGES, languages } from "../../languages/languages.ts";
import { type Act, announce, transact } from "../../live/outbox.ts";
import { userRoom } from "../../live/rooms.ts";
import { people } from "../../people/tables.ts";
import { type CopyRow, toCopy } from "../queries.ts";
import { COPIES_A_DAY, type Copy, COPY_DAYS } from "../schema.ts";
import { personalCopies as copies } from "../tables.ts";
import { type Row, type Section, SECTIONS, UPLOADS } from "./queries.ts";

const DAY = 24 * 60;
/** How long a server has a copy without renewing its lease, in minutes. */
const LEASE_MINUTES = 1;
const TRIES_MOST = 3;
/** The copies whose parts one round removes. */
const AT_ONCE = 20;

/** @throws Refusal 409 while one is made, 429 after too many in a day */
export async function askForCopy(act: Act): Promise<Copy> {
  const { db, me, now } = act;
  await takeLock(db, "copies", me._id);
  const recent = await db.select().from(copies)
    .where(and(eq(copies.personId, me._id), gt(copies.askedAt, later(now, -DAY))))
    .orderBy(copies.askedAt);
  if (recent.some((row) => toCopy(row, now).state === "waiting")) {
    throw conflict("copy.waiting", "Your copy is being made already.");
  }
  const [oldest] = recent;
  if (oldest && recent.length >= COPIES_A_DAY) {
    const free = Date.parse(later(oldest.askedAt, DAY)) - Date.parse(now);
    const sentence = `You can ask for ${COPIES_A_DAY} copies in a day. Please try again tomorrow.`;
    throw new Refusal(429, "too-many", sentence, { retryAfter: Math.ceil(free / 1000) });
  }
  // A person has one copy: the room in the store is for all.
  const earlier = await db.update(copies).set({ endsAt: now })
    .where(and(eq(copies.personId, me._id), gt(copies.endsAt, now))).returning();
  const [row] = await db.insert(copies)
    .values({ id: newId(), personId: me._id, role: me.role, askedAt: now }).returning();
  if (!row) throw new Error("the copy was not inserted");
  await record(act, "data.exported", { detail: "what is kept about oneself" });
  for (const one of [...earlier, row]) tell(act, one);
  return toCopy(row, now);
}

function tell(act: Act<Me | null>, row: CopyRow): void {
  const { personId } = row;
  announce(act, "copy.changed", [userRoom(personId)], { ...toCopy(row, act.now), personId });
}

/** The copy is given up: the person has lost the right, or another server has it. */
class NotMine extends Error {
  override name = "NotMine";
}
class CopyStopped extends Error {
  override name = "Stopping";
}

export type Copier = {
  /** Makes all copies that wait, and removes those whose time is over. */
  round(): Promise<void>;
  /** The copy that is being made is left to another server, or to the next start. */
  stop(): void;
};

export function createCopier(parts: Parts): Copier {
  let isStopping = false;
  return {
    async round() {
      await removeEnded(parts);
      for (;;) {
        const copy = isStopping ? undefined : await take(parts);
        if (!copy) return;
        await make(parts, copy, () => isStopping).catch((error) => giveUp(parts, copy, error));
      }
    },
    stop: () => void (isStopping = true),
  };
}

async function take({ database: { db }, clock }: Parts): Promise<CopyRow | undefined> {
  const now = clock();
  const [taken] = await db.update(copies)
    .set({ leaseUntil: later(now, LEASE_MINUTES), attempts: sql`${copies.attempts} + 1` })
    .where(sql`${copies.id} in (
      select id from personal_copies
      where ready_at is null and failed_at is null and ends_at is null
        and (lease_until is null or lease_until <= ${now})
      order by asked_at limit 1 for update skip locked)`).returning();
  return taken;
}

const isMine = ({ id, attempts }: CopyRow) => and(eq(copies.id, id), eq(copies.attempts, attempts));

/** The person may have it as they may now: with the same role, neither disabled nor deleted. */
const hasRight = (now: string) =>
  sql`exists (select from people where people.id = personal_copies.person_id
    and people.role = personal_copies.role and deleted_at is null
    and (disabled_until is null or disabled_until <= ${now}))`;

/** Renews the lease. @throws NotMine */
async function renew(
  { database: { db }, clock }: Parts,
  copy: CopyRow,
  part: string | null = null,
): Promise<void> {
  const now = clock();
  const renewed = await db.update(copies).set({
    leaseUntil: later(now, LEASE_MINUTES),
    ...(part !== null && { parts: sql`array_append(parts, ${part})` }),
  }).where(and(isMine(copy), hasRight(now))).returning({ id: copies.id });
  if (renewed.length === 0) throw new NotMine("The copy is not to be made any more.");
}

async function make(parts: Parts, copy: CopyRow, isStopping: () => boolean): Promise<void> {
  // Each time, the server died.
  if (copy.attempts > TRIES_MOST) throw new Error("the copy has been tried too often");
  for (const part of copy.parts) await parts.files.remove(part);
  await parts.database.db.update(copies).set({ parts: [] }).where(isMine(copy));
  const zip = zipWriter(async (bytes) => {
    const part = newFileId();
    await renew(parts, copy, part);
    await parts.files.put(part, bytes);
  });
  const check = async () => {
    if (isStopping()) throw new CopyStopped("The server stops.");
    await renew(parts, copy);
  };
  await writeCopy({ parts, copy, zip, check });
  const size = await zip.end();
  await transact(parts, async (act) => {
    const { db, now } = act;
    // A deletion or a new role waits for this lock, or is seen here.
    await db.select({ id: people.id }).from(people).where(eq(people.id, copy.personId))
      .for("share");
    const [row] = await db.update(copies)
      .set({ size, readyAt: now, endsAt: later(now, COPY_DAYS * DAY), leaseUntil: null })
      .where(and(isMine(copy), hasRight(now))).returning();
    if (!row) throw new NotMine("The copy is not to be made any more.");
    tell(act, row);
  });
}

type CopyJob = { parts: Parts; copy: CopyRow; zip: ZipWriter; check: () => Promise<void> };

async function writeCopy(making: CopyJob): Promise<void> {
  const { parts: { database, env, clock }, copy, zip } = making;
  const [person] = await database.db.select().from(people).where(eq(people.id, copy.personId));
  if (!person) throw new NotMine("The account is gone.");
  const { id: _id, name, email } = person;
  const me = { _id, email };
  const each = (section: Section, use: (row: Row) => Promise<void>) =>
    readInBatches(database, {
      name: `copy_${section.name.replaceAll("-", "_")}`,
      select: (db) => section.select(db, me),
    }, async (rows) => {
      await making.check();
      for (const row of rows) await use(row);
    });
  const mine = SECTIONS.filter(({ isForStaff }) => !isForStaff || isStaff(person));
  const files = new Map<string, string>();
  const place = { origin: originOf(env), zone: env.classTz, files, endingOf };
  const listed: PageLink[] = [];
  // The files come first: the pages link to them.
  for (const section of mine.toReversed()) {
    let count = 0;
    const data = zip.begin(`data/${section.name}.json`);
    await data.write("[");
    await each(section, async (row) => {
      const { html: _, ...fields } = row;
      if (section.name === UPLOADS) files.set(String(row.id), uploadPath(row));
      await data.write(`${count++ === 0 ? "" : ","}\n${JSON.stringify(fields)}`);
    });
    await data.write("\n]\n");
    await data.end();
    if (count === 0) continue;
    listed.unshift({ name: section.name, title: section.title, count });
    const page = zip.begin(`pages/${section.name}.html`);
    await page.write(await pageHead(section.title));
    await each(section, async (row) => page.write(await rowHtml(section.name, row, place)));
    await page.write(PAGE_END);
    await page.end();
    await each(section, (row) => writeFile(making, section.name, row));
  }
  const contents = zip.begin("index.html");
  const about = { person: name, madeAt: clock(), sections: listed };
  await contents.write(await contentsPage(about, place));
  await contents.end();
}

/** Older programs have no language, and are in the first. */
const endingOf = (language: unknown): string =>
  languages[LANGUAGES.find((one) => one === language) ?? LANGUAGES[0]].ending;

async function writeFile({ parts, zip }: CopyJob, section: string, row: Row): Promise<void> {
  const path = programPath(section, row, { endingOf });
  if (path !== undefined) {
    const file = zip.begin(path, { at: String(row.createdAt) });
    await file.write(String(row.program));
    return await file.end();
  }
  if (section !== UPLOADS) return;
  const bytes = await parts.files.get(String(row.id));
  if (bytes === null) return;
  const isCompressed = String(row.type).startsWith("image/");
  const file = zip.begin(uploadPath(row), { at: String(row.createdAt), isCompressed });
  for await (const chunk of bytes) await file.write(chunk);
  await file.end();
}

/** Leaves a copy that could not be made: for another try, or for good. */
async function giveUp(parts: Parts, copy: CopyRow, error: unknown): Promise<void> {
  const { log, database: { db } } = parts;
  const { id, attempts } = copy;
  if (error instanceof CopyStopped) {
    const again = { leaseUntil: null, attempts: attempts - 1 };
    await db.update(copies).set(again).where(isMine(copy));
    return;
  }
  const isLost = error instanceof NotMine;
  log.warn({ error, id, attempts }, "a copy could not be made");
  if (!isLost && !(error instanceof ZipTooLarge) && attempts < TRIES_MOST) return;
  await transact(parts, async (act) => {
    const { now } = act;
    // Nothing if another server has it.
    const [row] = await act.db.update(copies).set({ failedAt: now, endsAt: now })
      .where(and(isMine(copy), isNull(copies.readyAt))).returning();
    if (row) tell(act, row);
  });
}

/** Removes the parts of copies whose time is over, and rows that no limit counts any more. */
async function removeEnded(parts: Parts): Promise<void> {
  const { database: { db }, files, clock } = parts;
  const now = clock();
  const ended = await db.select().from(copies).where(and(
    lte(copies.endsAt, now),
    sql`(cardinality(parts) > 0 or asked_at <= ${later(now, -DAY)})`,
  )).orderBy(copies.endsAt).limit(AT_ONCE);
  if (ended.length === 0) return;
  for (const { parts: all } of ended) for (const part of all) await files.remove(part);
  const ids = ended.map(({ id }) => id);
  await transact(parts, async (act) => {
    const rows = await act.db.update(copies).set({ parts: [], size: 0 })
      .where(inArray(copies.id, ids)).returning();
    const isNew = new Set(ended.filter((row) => row.parts.length > 0).map(({ id }) => id));
    for (const row of rows) if (row.failedAt === null && isNew.has(row.id)) tell(act, row);
    await act.db.delete(copies)
      .where(and(inArray(copies.id, ids), lte(copies.askedAt, later(now, -DAY))));
  });
}
