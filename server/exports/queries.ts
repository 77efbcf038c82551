/** Rows limited to what the asker may see, in the list's filter and order, flat as a table's. */
import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import { wholeTrail } from "../audit/queries.ts";
import { VERBS } from "../audit/schema.ts";
import { audit } from "../audit/tables.ts";
import { assignmentTagOf, type DistributionTag } from "../assignments/schema.ts";
import { assignments, attempts, responses } from "../assignments/tables.ts";
import { holder, onHolder, onValidClaim } from "../claims/queries.ts";
import { matchingDoubts, orderOf } from "../doubts/search.ts";
import { doubts } from "../doubts/tables.ts";
import { can as canGoals } from "../goals/policy.ts";
import type { GoalItem } from "../goals/schema.ts";
import { goals } from "../goals/tables.ts";
import { cellsOf } from "../gradebook/policy.ts";
import { gradebookOf } from "../gradebook/queries.ts";
import type { GradebookCell } from "../gradebook/schema.ts";
import { batches } from "../kit/db/batches.ts";
import { forbidden } from "../kit/core/errors.ts";
import { contains, pick } from "../kit/db/columns.ts";
import { newestFirst } from "../kit/db/newest_first.ts";
import { claims } from "../kit/db/tables.ts";
import { type Listing, readInBatches, type Selector } from "../kit/db/cursor.ts";
import type { ExportRow } from "../kit/formats/export_rows.ts";
import type { Export } from "../kit/http/export.ts";
import type { Ask } from "../kit/http/guard.ts";
import { ADDRESS, people } from "../people/tables.ts";
import { wholeQueue } from "../reviews/search.ts";
import { reviews } from "../reviews/tables.ts";
import { sumOf } from "../rubrics/policy.ts";
import type { GivenPoints } from "../rubrics/schema.ts";
import { runs } from "../runs/tables.ts";
import { chosenSections } from "../sections/policy.ts";
import { isInSections, listSections, SECTION_NAMES_OF_PERSON } from "../sections/queries.ts";
import { giveUps } from "../solutions/tables.ts";
import type * as z from "zod";
import type {
  auditExport,
  doubtsExport,
  Filter,
  goalsExport,
  gradebookExport,
  responsesExport,
  reviewsExport,
  studentsExport,
} from "./schema.ts";

const exported = <Row>(
  { columns, toRow, ...listing }: Listing<Row> & {
    columns: string[];
    toRow: (row: Row) => ExportRow;
  },
): Export => ({
  name: listing.name,
  columns,
  read: (database, use) => readInBatches(database, listing, (rows) => use(rows.map(toRow))),
});

const staff = alias(people, "staff");

const question = {
  assignmentId: assignments.id,
  question: assignments.title,
  tag: assignments.distributionTag,
  difficulty: assignments.difficulty,
};
const student = { studentId: people.id, student: people.name, email: ADDRESS };

const shownTag = <Row extends { tag: DistributionTag }>({ tag, ...row }: Row) => ({
  ...row,
  tag: assignmentTagOf(tag) ?? "central",
});

/** The points that a review gave, with their sum and the most there were. */
const rubricOf = (given: GivenPoints | null) => ({
  points: given && sumOf(given.chosen),
  pointsMost: given && given.total,
  rubric: given?.chosen.map(({ name, points }) => ({ name, points })) ?? [],
});

/** A class without sections has no column for them. */
export async function exportStudents(
  { db }: Ask,
  { search }: Filter<typeof studentsExport>,
): Promise<Export> {
  const hasSections = (await listSections(db)).length > 0;
  const text = sql`concat_ws(E'\n', ${people.name}, ${people.email}, ${people.branch})`;
  return exported({
    name: "students",
    columns: [
      ...["_id", "name", "email", "branch", "year"],
      ...hasSections ? ["section"] : [],
      "createdAt",
    ],
    select: (db) =>
      db.select({
        ...pick(people, "id", "name", "email", "branch", "year"),
        ...(hasSections && { section: SECTION_NAMES_OF_PERSON }),
        createdAt: people.createdAt,
      }).from(people).where(and(
        isNull(people.deletedAt),
        isNotNull(people.verifiedAt),
        eq(people.role, "student"),
        search === undefined ? undefined : contains(text, search),
      )).orderBy(people.name, people.id),
    toRow: ({ id, ...row }) => ({ _id: id, ...row }),
  });
}

const responseRows = (
  db: Selector,
  now: string,
  { where, order }: ReturnType<typeof wholeQueue>,
) =>
  db.select({
    ...question,
    ...student,
    responseStatus: responses.responseStatus,
    late: responses.late,
    attempts: sql<number>`(select count(*)::int from ${attempts} as a
      where a.assignment_id = responses.assignment_id and a.student_id = responses.student_id)`,
    submissionUrl: responses.submissionUrl,
    notes: responses.learningNotes,
    code: responses.studentSolutionSource,
    verdict: runs.verdict,
    passed: runs.passed,
    cases: runs.total,
    verifiedVerdict: runs.verifiedVerdict,
    verifiedPassed: runs.verifiedPassed,
    verifiedCases: runs.verifiedTotal,
    reviewStatus: responses.reviewStatus,
    comment: responses.reviewComment,
    given: responses.givenPoints,
    reviewedBy: staff.name,
    claimedBy: holder.name,
    ...pick(responses, "submittedAt", "waitingSince", "reviewedAt"),
    gaveUpAt: giveUps.gaveUpAt,
  }).from(responses)
    .innerJoin(assignments, eq(assignments.id, responses.assignmentId))
    .innerJoin(people, eq(people.id, responses.studentId))
    .leftJoin(staff, eq(staff.id, responses.reviewedById))
    .leftJoin(runs, eq(runs.id, responses.runId))
    .leftJoin(
      giveUps,
      and(
        eq(giveUps.assignmentId, responses.assignmentId),
        eq(giveUps.studentId, responses.studentId),
      ),
    )
    .leftJoin(
      claims,
      onValidClaim(
        "review",
        { subjectId: responses.assignmentId, studentId: responses.studentId },
        now,
      ),
    )
    .leftJoin(holder, onHolder)
    .where(where).orderBy(...order);

/** Responses in the order of the review queue, each with its newest run and its newest review. */
export function exportResponses(
  ask: Ask,
  filter: Filter<typeof responsesExport>,
): Export {
  return exported({
    name: "responses",
    columns: [
      ...["assignmentId", "question", "tag", "difficulty", "studentId", "student", "email"],
      ...["responseStatus", "late", "attempts", "submissionUrl", "notes", "code"],
      ...["verdict", "passed", "cases", "verifiedVerdict", "verifiedPassed", "verifiedCases"],
      ...["reviewStatus", "comment", "points", "pointsMost", "rubric", "reviewedBy", "claimedBy"],
      ...["submittedAt", "waitingSince", "reviewedAt", "gaveUpAt"],
    ],
    select: (db) => responseRows(db, ask.now, wholeQueue(ask, filter)),
    toRow: ({ given, ...row }) => ({ ...shownTag(row), ...rubricOf(given) }),
  });
}

const reviewRows = (db: Selector, { where, order }: ReturnType<typeof wholeQueue>) =>
  db.select({
    _id: reviews.id,
    ...question,
    ...student,
    attempt: sql<number>`(select count(*)::int from ${attempts} as a
      where a.assignment_id = responses.assignment_id and a.student_id = responses.student_id
        and a.id <= ${reviews.attemptId})`,
    reviewStatus: reviews.status,
    comment: reviews.comment,
    correctedCode: reviews.updatedStudentSolutionSource,
    given: reviews.givenPoints,
    reviewedBy: staff.name,
    reviewedAt: reviews.createdAt,
    waitedSince: reviews.waitedSince,
    askedAgain: reviews.againReason,
  }).from(responses)
    .innerJoin(
      reviews,
      and(
        eq(reviews.assignmentId, responses.assignmentId),
        eq(reviews.studentId, responses.studentId),
      ),
    )
    .innerJoin(assignments, eq(assignments.id, responses.assignmentId))
    .innerJoin(people, eq(people.id, responses.studentId))
    .innerJoin(staff, eq(staff.id, reviews.reviewerId))
    .where(where).orderBy(...order, asc(reviews.createdAt), asc(reviews.id));

/** All reviews of the responses that match, superseded ones too, oldest first of each response. */
export function exportReviews(ask: Ask, filter: Filter<typeof reviewsExport>): Export {
  return exported({
    name: "reviews",
    columns: [
      ...["_id", "assignmentId", "question", "tag", "difficulty", "studentId", "student", "email"],
      ...["attempt", "reviewStatus", "comment", "correctedCode", "points", "pointsMost", "rubric"],
      ...["reviewedBy", "reviewedAt", "waitedSince", "askedAgain"],
    ],
    select: (db) => reviewRows(db, wholeQueue(ask, { ...filter, waiting: undefined })),
    toRow: ({ given, ...row }) => ({ ...shownTag(row), ...rubricOf(given) }),
  });
}

const doubtRows = (db: Selector, ask: Ask, filter: Filter<typeof doubtsExport>) =>
  db.select({
    _id: doubts.id,
    ...question,
    ...student,
    branch: people.branch,
    doubt: doubts.doubtText,
    private: doubts.private,
    anonymous: doubts.anonymous,
    status: sql<string>`case when ${doubts.stage} <> 'resolved' and ${holder.id} is not null
      then 'review' else ${doubts.stage} end`,
    entries: doubts.entries,
    sharers: doubts.sharers,
    answeredBy: staff.name,
    claimedBy: holder.name,
    kept: isSet(doubts.keptAt),
    helped: isSet(doubts.helpedAt),
    mergedInto: doubts.mergedIntoId,
    ...pick(doubts, "createdAt", "activeAt", "waitingSince", "resolvedAt"),
  }).from(doubts)
    .innerJoin(assignments, eq(assignments.id, doubts.assignmentId))
    .innerJoin(people, eq(people.id, doubts.studentId))
    .leftJoin(staff, eq(staff.id, doubts.answeredById))
    .leftJoin(
      claims,
      onValidClaim("doubt", { subjectId: doubts.id, studentId: doubts.studentId }, ask.now),
    )
    .leftJoin(holder, onHolder)
    .where(matchingDoubts(ask, filter)).orderBy(...orderOf(ask, filter));

const isSet = (column: PgColumn) => sql<boolean>`${column} is not null`;

export function exportDoubts(
  ask: Ask,
  filter: Filter<typeof doubtsExport>,
): Export {
  return exported({
    name: "doubts",
    columns: [
      ...["_id", "assignmentId", "question", "tag", "difficulty"],
      ...["studentId", "student", "email", "branch", "doubt", "private", "anonymous", "status"],
      ...["entries", "sharers", "answeredBy", "claimedBy", "kept", "helped", "mergedInto"],
      ...["createdAt", "activeAt", "waitingSince", "resolvedAt"],
    ],
    select: (db) => doubtRows(db, ask, filter),
    toRow: shownTag,
  });
}

const goalRows = (db: Selector, which: SQL | undefined) =>
  db.select({
    _id: goals.id,
    mentorId: goals.userId,
    mentor: people.name,
    week: goals.week,
    target: goals.weeklyTarget,
    summary: goals.weeklyJustification,
    reports: goals.dailyReports,
    createdAt: goals.createdAt,
    updatedAt: goals.updatedAt,
  }).from(goals).innerJoin(people, eq(people.id, goals.userId))
    .where(and(isNull(goals.termId), which))
    .orderBy(people.name, people.id, desc(goals.week));

/** A mentor's own goals; for an admin, any. @throws Refusal 403 for another person's goals */
export function exportGoals(
  { me }: Ask,
  { mentor = me.role === "admin" ? undefined : me._id, section }: Filter<typeof goalsExport>,
): Export {
  if (mentor !== undefined && !canGoals.read(me, { user: mentor })) {
    throw forbidden("You may read only your own goals.");
  }
  return exported({
    name: "goals",
    columns: [
      ...["_id", "mentorId", "mentor", "week", "goals", "completed", "items", "summary"],
      ...["reports", "createdAt", "updatedAt"],
    ],
    select: (db) =>
      goalRows(
        db,
        mentor === undefined
          ? isInSections(sql`people.id`, chosenSections(me, section))
          : eq(goals.userId, mentor),
      ),
    toRow: ({ target, ...row }) => {
      const items: GoalItem[] = JSON.parse(target);
      const completed = items.filter((item) => item.completed).length;
      return { ...row, goals: items.length, completed, items };
    },
  });
}

/** The audit trail, newest first. Its first row is that of this export. */
export function exportAudit({ zone }: Ask, filter: Filter<typeof auditExport>): Export {
  return exported({
    name: "audit",
    columns: [
      ...["_id", "happenedAt", "verb", "what", "byId", "by", "kind", "aboutId", "about"],
      ...["detail", "address", "device"],
    ],
    select: (db) =>
      db.select({
        _id: audit.id,
        happenedAt: audit.at,
        verb: audit.verb,
        byId: audit.byId,
        by: audit.byName,
        kind: audit.kind,
        aboutId: audit.aboutId,
        about: audit.title,
        ...pick(audit, "detail", "address", "device"),
      }).from(audit).where(wholeTrail(filter, zone)).orderBy(...newestFirst(audit.at, audit.id)),
    toRow: (row) => ({ ...row, what: VERBS[row.verb] }),
  });
}

const GRADEBOOK_BATCH = 10;
/** The columns of one question. Fractions are two numbers: a spreadsheet takes "3/5" for a date. */
const OF_QUESTION: Record<string, (cell: GradebookCell) => unknown> = {
  status: (cell) => cell.responseStatus,
  review: (cell) => cell.reviewStatus,
  "cases passed": (cell) => cell.cases?.part,
  cases: (cell) => cell.cases?.whole,
  verified: (cell) => cell.cases && cell.verified,
  points: (cell) => cell.points?.part,
  "points of": (cell) => cell.points?.whole,
  late: (cell) => cell.late,
  attempts: (cell) => cell.attempts,
};

/** A row for each student. In CSV, each question has columns; in JSON Lines, a row has a list. */
export async function exportGradebook(
  { db, me }: Ask,
  { format, ...filter }: z.infer<typeof gradebookExport>,
): Promise<Export> {
  const { questions, rows } = await gradebookOf({ db, me }, filter);
  const parts = Object.entries(OF_QUESTION);
  const asCells = (cells: Map<number, GradebookCell>) =>
    Object.fromEntries(
      [...cells].flatMap(([place, cell]) =>
        parts.map(([part, value]) => [`${place} ${part}`, value(cell)])
      ),
    );
  const asList = (cells: Map<number, GradebookCell>) => ({
    answers: [...cells].map(([place, cell]) => ({
      assignmentId: questions[place]?._id,
      question: questions[place]?.title,
      ...cell,
    })),
  });
  const toRow = ({ _id, name, email, branch, solved, ...row }: (typeof rows)[number]) => {
    const cells = cellsOf({ _id, name, branch, solved, ...row });
    const student = { studentId: _id, student: name, email, branch, solved };
    return { ...student, ...(format === "csv" ? asCells(cells) : asList(cells)) };
  };
  return {
    name: "gradebook",
    columns: [
      ...["studentId", "student", "email", "branch", "solved"],
      ...questions.flatMap(({ title }, place) =>
        parts.map(([part]) => ({ key: `${place} ${part}`, title: `${title}: ${part}` }))
      ),
    ],
    async read(_, use) {
      for (const some of batches(rows, GRADEBOOK_BATCH)) await use(some.map(toRow));
    },
  };
}
