/** Finds the threads that a doubt may be merged into. */
import { and, desc, eq, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { notFound } from "../../kit/core/errors.ts";
import type { Ask } from "../../kit/http/guard.ts";
import { anyWordOf, COMPARED } from "../../kit/db/search.ts";
import { can, isOpenToClass } from "../policy.ts";
import { selectDoubts, toCard, toListed } from "../queries.ts";
import { type ListedDoubt, MERGE_OFFERS } from "../schema.ts";
import { doubts } from "../tables.ts";

/**
 * Returns unresolved threads of others on the same question, the most similar first. A doubt that
 * is not open to the class is never merged, and never offered.
 * @throws Refusal 404
 */
export async function mergeOffers({ db, me, now }: Ask, id: string): Promise<ListedDoubt[]> {
  const [row] = await selectDoubts(db, now).where(eq(doubts.id, id));
  const card = row && toCard(row);
  if (!card || !can.read(me, card)) throw notFound("This doubt");
  if (card.resolved || !isOpenToClass(card)) return [];
  const likeness = sql`coalesce(ts_rank(${doubts.asked}, ${
    anyWordOf(sql`${row.doubtText.slice(0, COMPARED)}::text`)
  }), 0)`;
  const offers = await selectDoubts(db, now).where(and(
    eq(doubts.assignmentId, row.assignment._id),
    ne(doubts.id, id),
    or(doubts.open, isNotNull(doubts.openTo)),
    ne(doubts.stage, "resolved"),
    isNull(doubts.termId),
  )).orderBy(desc(likeness), desc(doubts.activeAt), desc(doubts.id)).limit(MERGE_OFFERS);
  return offers.map((one) => toListed(one, me));
}
