/** Reads a person's copies, and the bytes of one. */
import { and, desc, eq } from "drizzle-orm";
import type { FileStore } from "../kit/files/files.ts";
import { notFound } from "../kit/core/errors.ts";
import type { Ask } from "../kit/http/guard.ts";
import type { Copy } from "./schema.ts";
import { personalCopies as copies } from "./tables.ts";

export type CopyRow = typeof copies.$inferSelect;

export function toCopy(
  { id, askedAt, readyAt, failedAt, endsAt, size }: CopyRow,
  now: string,
): Copy {
  const isOver = endsAt !== null && endsAt <= now;
  const state = failedAt !== null
    ? "failed"
    : isOver
    ? "ended"
    : readyAt !== null
    ? "ready"
    : "waiting";
  return { _id: id, state, askedAt, endsAt, size };
}

/** The person's newest copy that was made for their present role. */
export async function newestCopy({ db, me, now }: Ask): Promise<Copy | null> {
  const [row] = await db.select().from(copies)
    .where(and(eq(copies.personId, me._id), eq(copies.role, me.role)))
    .orderBy(desc(copies.askedAt), desc(copies.id)).limit(1);
  return row ? toCopy(row, now) : null;
}

/** @throws Refusal 404 when it is not one's own, not for one's present role, or not ready */
export async function readyCopy({ db, me, now }: Ask, id: string): Promise<CopyRow> {
  const [row] = await db.select().from(copies).where(
    and(eq(copies.id, id), eq(copies.personId, me._id), eq(copies.role, me.role)),
  );
  if (!row || toCopy(row, now).state !== "ready") throw notFound("This copy");
  return row;
}

/** The bytes of a copy. `check` is called before each part. */
export async function* bytesOf(
  { files }: { files: FileStore },
  { parts }: CopyRow,
  check: () => Promise<unknown>,
): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    await check();
    const bytes = await files.get(part);
    if (bytes === null) throw new Error("a part of the copy is missing");
    yield* bytes;
  }
}
