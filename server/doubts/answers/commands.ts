/** The owner says whether a reply helped; staff keep an answered doubt for later classes. */
import { and, desc, eq } from "drizzle-orm";
import { forbidden, notFound, Refusal } from "../../kit/core/errors.ts";
import { type Act, announce } from "../../live/outbox.ts";
import { lockDoubt } from "../commands.ts";
import { can, isOpenToClass } from "../policy.ts";
import { announceChanged, selectDoubts, toListed } from "../queries.ts";
import type { HelpedEvent, HelpedInput, ListedDoubt } from "../schema.ts";
import { doubts, entries } from "../tables.ts";
import { doubtRoom } from "../topics.ts";

/** Says whether a reply helped; also after the doubt is resolved. */
export async function sayHelped(
  act: Act,
  id: string,
  { entryId, helped }: HelpedInput,
): Promise<HelpedEvent> {
  const { db, now } = act;
  const doubt = await lockDoubt(act, id);
  if (!can.sayHelped(act.me, doubt)) {
    throw forbidden("Only the student who raised this doubt may say what helped.");
  }
  const isReply = and(eq(entries.doubtId, id), eq(entries.type, "reply"));
  const [reply] = await db.select({ helped: entries.helped }).from(entries)
    .where(and(isReply, eq(entries.id, entryId)));
  if (!reply) throw notFound("This reply");
  const change: HelpedEvent = { doubtId: id, entryId, helped };
  if (reply.helped === helped) return change;

  await db.update(entries).set({ helped }).where(eq(entries.id, entryId));
  const [newest] = await db.select({ id: entries.id }).from(entries)
    .where(and(isReply, eq(entries.helped, true))).orderBy(desc(entries.place)).limit(1);
  const [before] = await db.select({ helpedAt: doubts.helpedAt }).from(doubts)
    .where(eq(doubts.id, id));
  const helpedAt = newest ? before?.helpedAt ?? now : null;
  await db.update(doubts).set({ helpedAt, helpedId: newest?.id ?? null }).where(eq(doubts.id, id));
  // Also when the card stays the same: pages with the answer have to fetch it again.
  await announceChanged(act, id);
  announce(act, "doubt.helped", [doubtRoom(id)], change);
  return change;
}

/** Keeps an answered doubt for later classes, or no longer. */
export async function keep(act: Act, id: string, kept: boolean): Promise<ListedDoubt> {
  const { db, me, now } = act;
  const doubt = await lockDoubt(act, id);
  if (!can.keep(me, doubt)) throw forbidden();
  const [before] = await selectDoubts(db, now).where(eq(doubts.id, id));
  if (!before) throw notFound("This doubt");
  if (kept && !isOpenToClass(doubt)) throw new Refusal(409, "doubt.private", PRIVATE);
  if (kept && before.answeredBy === null) throw new Refusal(409, "doubt.unanswered", UNANSWERED);
  const keptAt = kept ? before.keptAt ?? now : null;
  if (keptAt !== before.keptAt) {
    await db.update(doubts).set({ keptAt }).where(eq(doubts.id, id));
    await announceChanged(act, id);
  }
  return toListed({ ...before, keptAt }, me);
}

const PRIVATE = "A doubt that is not open to the class cannot be kept for later classes.";
const UNANSWERED = "Only a doubt that has been answered can be kept for later classes.";
