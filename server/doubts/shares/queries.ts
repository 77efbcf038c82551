/** Reads which doubts of others a learner has, too. */
import { and, desc, eq, isNull, ne } from "drizzle-orm";
import type { Ask } from "../../kit/http/guard.ts";
import { isOpenDoubt } from "../../sections/queries.ts";
import { FOLLOWED_MOST, type FollowedDoubt } from "./schema.ts";
import { doubts, sharers } from "../tables.ts";

/** Returns the open ones of this term that are not resolved, and how many entries each has. */
export const followedDoubts = ({ db, me }: Ask): Promise<FollowedDoubt[]> =>
  db.select({ _id: doubts.id, entries: doubts.entries }).from(sharers)
    .innerJoin(doubts, eq(doubts.id, sharers.doubtId))
    .where(and(
      eq(sharers.studentId, me._id),
      isOpenDoubt(me, "doubts"),
      ne(doubts.stage, "resolved"),
      isNull(doubts.termId),
    ))
    .orderBy(desc(sharers.createdAt)).limit(FOLLOWED_MOST);
