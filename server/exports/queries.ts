/** Rows limited to what the asker may see, in the list's filter and order, flat as a table's. */
import { and, asc, desc, eq, isNotNull, isNull, sql, type SQLWrapper } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import { wholeTrail } from "../audit/queries.ts";
import { type Verb, VERBS } from "../audit/schema.ts";
import { audit } from "../audit/tables.ts";
import { assignmentTagOf, type DistributionTag } from "../assignments/schema.ts";
import { assignments, attempts, isOfWork, responses } from "../assignments/tables.ts";
import { holder, onDoubtClaim, onHolder, onResponseClaim } from "../claims/queries.ts";
import { matchingDoubts, orderOf } from "../doubts/search.ts";
import { doubts } from "../doubts/tables.ts";
import { can as canGoals } from "../goals/policy.ts";
import type { GoalItem } from "../goals/schema.ts";
import { goals } from "../goals/tables.ts";
import { gradebookOf } from "../gradebook/queries.ts";
import type { GradebookCell, GradebookRow } from "../gradebook/schema.ts";
import { batches } from "../kit/db/batches.ts";
import { forbidden } from "../kit/core/errors.ts";
import { contains, pick } from "../kit/db/columns.ts";
import { newestFirst } from "../kit/db/newest_first.ts";
import { claims } from "../kit/db/tables.ts";
import { type Listing, readInBatches } from "../kit/db/cursor.ts";
import type { ExportRow } from "../kit/formats/export_rows.ts";
import type { Export } from "../kit/http/download.ts";
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

/** A list whose columns are its fields, in their order. */
const exported = (
  { name, fields, select }: {
    name: string;
    fields: Record<string, SQLWrapper>;
    select: Listing<ExportRow>["select"];
  },
): Export => {
  const columnsOf = (key: string, value: unknown): ExportRow =>
    key in DERIVED ? DERIVED[key as keyof typeof DERIVED](value as never) : { [key]: value };
  const toRow = (row: ExportRow) =>
    Object.assign({}, ...Object.entries(row).map(([key, value]) => columnsOf(key, value)));
  return {
    name,
    columns: Object.keys(fields).flatMap((key) => Object.keys(columnsOf(key, null))),
    read: (database, use) =>
      readInBatches(database, { name, select }, (rows) => use(rows.map(toRow))),
  };
};

const staff = alias(people, "staff");

const question = {
  assignmentId: assignments.id,
  question: assignments.title,
  tag: assignments.distributionTag,
  difficulty: assignments.difficulty,
};
const student = { studentId: people.id, student: people.name, email: ADDRESS };

const isSet = (column: PgColumn) => sql<boolean>`${column} is not null`;

/** The columns that are made of a field; of null, when only their names are wanted. */
const DERIVED = {
  tag: (tag: DistributionTag) => ({ tag: assignmentTagOf(tag) ?? "central" }),
  given: (given: GivenPoints | null) => ({
    points: given && sumOf(given.chosen),
    pointsMost: given && given.total,
    rubric: given?.chosen.map(({ name, points }) => ({ name, points })) ?? [],
  }),
  target(target: string | null) {
    const items: GoalItem[] = JSON.parse(target ?? "[]");
    return { goals: items.length, completed: items.filter((item) => item.completed).length, items };
  },
  verb: (verb: Verb) => ({ verb, what: VERBS[verb] }),
};

/** A class without sections has no column for them. */
export async function exportStudents(
  { db }: Ask,
  { search }: Filter<typeof studentsExport>,
): Promise<Export> {
  const hasSections = (await listSections(db)).length > 0;
  const text = sql`concat_ws(E'\n', ${people.name}, ${people.email}, ${people.branch})`;
  const fields = {
    _id: people.id,
    ...pick(people, "name", "email", "branch", "year"),
    ...(hasSections && { section: SECTION_NAMES_OF_PERSON }),
    createdAt: people.createdAt,
  };
  return exported({
    name: "students",
    fields,
    select: (db) =>
      db.select(fields).from(people).where(and(
        isNull(people.deletedAt),
        isNotNull(people.verifiedAt),
        eq(people.role, "student"),
        search === undefined ? undefined : contains(text, search),
      )).orderBy(people.name, people.id),
  });
}

const RESPONSE = {
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
};

/** Responses in the order of the review queue, each with its newest run and its newest review. */
export function exportResponses(
  ask: Ask,
  filter: Filter<typeof responsesExport>,
): Export {
  const { where, order } = wholeQueue(ask, filter);
  return exported({
    name: "responses",
    fields: RESPONSE,
    select: (db) =>
      db.select(RESPONSE)
        .from(responses)
        .innerJoin(assignments, eq(assignments.id, responses.assignmentId))
        .innerJoin(people, eq(people.id, responses.studentId))
        .leftJoin(staff, eq(staff.id, responses.reviewedById))
        .leftJoin(runs, eq(runs.id, responses.runId))
        .leftJoin(giveUps, isOfWork(giveUps, responses))
        .leftJoin(claims, onResponseClaim(ask.now))
        .leftJoin(holder, onHolder)
        .where(where).orderBy(...order),
  });
}

const REVIEW = {
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
};

/** All reviews of the responses that match, superseded ones too, oldest first of each response. */
export function exportReviews(ask: Ask, filter: Filter<typeof reviewsExport>): Export {
  const { where, order } = wholeQueue(ask, { ...filter, waiting: undefined });
  return exported({
    name: "reviews",
    fields: REVIEW,
    select: (db) =>
      db.select(REVIEW)
        .from(responses)
        .innerJoin(reviews, isOfWork(reviews, responses))
        .innerJoin(assignments, eq(assignments.id, responses.assignmentId))
        .innerJoin(people, eq(people.id, responses.studentId))
        .innerJoin(staff, eq(staff.id, reviews.reviewerId))
        .where(where).orderBy(...order, asc(reviews.createdAt), asc(reviews.id)),
  });
}

const DOUBT = {
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
};

export function exportDoubts(
  ask: Ask,
  filter: Filter<typeof doubtsExport>,
): Export {
  return exported({
    name: "doubts",
    fields: DOUBT,
    select: (db) =>
      db.select(DOUBT)
        .from(doubts)
        .innerJoin(assignments, eq(assignments.id, doubts.assignmentId))
        .innerJoin(people, eq(people.id, doubts.studentId))
        .leftJoin(staff, eq(staff.id, doubts.answeredById))
        .leftJoin(claims, onDoubtClaim(ask.now))
        .leftJoin(holder, onHolder)
        .where(matchingDoubts(ask, filter)).orderBy(...orderOf(ask, filter)),
  });
}

const GOAL = {
  _id: goals.id,
  mentorId: goals.userId,
  mentor: people.name,
  week: goals.week,
  target: goals.weeklyTarget,
  summary: goals.weeklyJustification,
  reports: goals.dailyReports,
  createdAt: goals.createdAt,
  updatedAt: goals.updatedAt,
};

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
    fields: GOAL,
    select: (db) =>
      db.select(GOAL)
        .from(goals).innerJoin(people, eq(people.id, goals.userId))
        .where(and(
          isNull(goals.termId),
          mentor === undefined
            ? isInSections(sql`people.id`, chosenSections(me, section))
            : eq(goals.userId, mentor),
        ))
        .orderBy(people.name, people.id, desc(goals.week)),
  });
}

const AUDIT = {
  _id: audit.id,
  happenedAt: audit.at,
  verb: audit.verb,
  byId: audit.byId,
  by: audit.byName,
  kind: audit.kind,
  aboutId: audit.aboutId,
  about: audit.title,
  ...pick(audit, "detail", "address", "device"),
};

/** The audit trail, newest first. Its first row is that of this export. */
export function exportAudit({ zone }: Ask, filter: Filter<typeof auditExport>): Export {
  return exported({
    name: "audit",
    fields: AUDIT,
    select: (db) =>
      db.select(AUDIT).from(audit).where(wholeTrail(filter, zone))
        .orderBy(...newestFirst(audit.at, audit.id)),
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
  const asCells = (cells: GradebookRow["cells"]) =>
    Object.fromEntries(questions.flatMap(({ _id }, place) => {
      const cell = cells[_id];
      return cell ? parts.map(([part, value]) => [`${place} ${part}`, value(cell)]) : [];
    }));
  const asList = (cells: GradebookRow["cells"]) => ({
    answers: questions.flatMap(({ _id, title }) =>
      cells[_id] ? { assignmentId: _id, question: title, ...cells[_id] } : []
    ),
  });
  const toRow = ({ _id, name, email, branch, solved, cells }: (typeof rows)[number]) => ({
    studentId: _id,
    student: name,
    email,
    branch,
    solved,
    ...(format === "csv" ? asCells(cells) : asList(cells)),
  });
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
