/** The lists of responses: the review queue, and a student's submitted responses. */
import { and, asc, desc, eq, isNull, not, type SQL, sql } from "drizzle-orm";
import { isOfAssignments } from "../assignments/search.ts";
import { responses } from "../assignments/tables.ts";
import { QUEUE_CEILING, TOTAL_CEILING } from "../doubts/schema.ts";
import { forbidden } from "../kit/core/errors.ts";
import { isStaff } from "../kit/core/roles.ts";
import { contains } from "../kit/db/columns.ts";
import type { Ask } from "../kit/http/guard.ts";
import { people } from "../people/tables.ts";
import { chosenSections } from "../sections/policy.ts";
import { isInSections } from "../sections/queries.ts";
import { can } from "./policy.ts";
import { selectItems, toListed } from "./queries.ts";
import type { ListedReview, QueueFilter, SolvedFilter } from "./schema.ts";

type Page = { reviews: ListedReview[]; total: number };
type Paging = Pick<QueueFilter, "page" | "limit">;
type Clauses = { where: SQL | undefined; order: SQL[] };

/** Pending responses, oldest first, followed by the reviewed ones. */
export async function reviewQueue(
  ask: Ask,
  { page, limit, ...filter }: QueueFilter,
): Promise<Page> {
  const isOfPending = filter.waiting || filter.reviewStatus === "pending";
  const ceiling = isOfPending ? QUEUE_CEILING : TOTAL_CEILING;
  return await listed(ask, wholeQueue(ask, filter), { page, limit, ceiling });
}

export function wholeQueue(
  { me }: Pick<Ask, "me">,
  { assignmentTitle, studentName, section, reviewStatus, waiting }: Omit<QueueFilter, keyof Paging>,
): Clauses {
  const { waitingSince, assignmentId, studentId } = responses;
  return {
    where: and(
      isNull(responses.termId),
      isOfAssignments(assignmentId, { assignmentTitle }),
      studentName
        ? sql`${studentId} = any(array(select ${people.id} from ${people}
            where ${and(isNull(people.deletedAt), contains(people.name, studentName))}))`
        : undefined,
      isInSections(sql`${studentId}`, chosenSections(me, section)),
      reviewStatus && eq(responses.reviewStatus, reviewStatus),
      waiting ? and(eq(responses.reviewStatus, "pending"), not(responses.asDoubt)) : undefined,
    ),
    order: [
      ...reviewStatus || waiting ? [] : [sql`(${responses.reviewStatus} <> 'pending')`],
      ...[asc(waitingSince), asc(assignmentId), asc(studentId)],
    ],
  };
}

/** Newest first; for staff, all. @throws Refusal 403 when a learner asks for another's */
export async function submitted(
  ask: Ask,
  { studentId, reviewStatus, assignmentTitle, page, limit }: SolvedFilter,
): Promise<{ assignments: ListedReview[]; total: number }> {
  const { me } = ask;
  const whose = studentId ?? (isStaff(me) ? undefined : me._id);
  if (whose !== undefined && !can.read(me, { student: { _id: whose } })) {
    throw forbidden("You may only see your own solutions.");
  }
  const matching = {
    where: and(
      isNull(responses.termId),
      whose === undefined ? undefined : eq(responses.studentId, whose),
      isOfAssignments(responses.assignmentId, { assignmentTitle }),
      reviewStatus && eq(responses.reviewStatus, reviewStatus),
    ),
    order: [
      ...[desc(responses.submittedAt), desc(responses.assignmentId), desc(responses.studentId)],
    ],
  };
  const { reviews, total } = await listed(ask, matching, { page, limit, ceiling: TOTAL_CEILING });
  return { assignments: reviews, total };
}

/** A page of the matching responses, and their number (up to the ceiling). */
async function listed(
  ask: Ask,
  matching: Clauses,
  { page, limit, ceiling }: Paging & { ceiling: number },
): Promise<Page> {
  const { db, me, now } = ask;
  const { where, order } = matching;
  const offset = (page - 1) * limit;
  const counted = db.select({ id: responses.studentId }).from(responses).where(where)
    .limit(ceiling).as("counted");
  const [rows, total] = await Promise.all([
    selectItems(db, now).where(where).orderBy(...order)
      .limit(Math.max(0, Math.min(limit, ceiling - offset))).offset(offset),
    db.$count(counted),
  ]);
  return { reviews: rows.map((row) => toListed(row, me)), total };
}
