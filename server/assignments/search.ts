/** Finds the rows of another list by their assignments. */
import { and, type Column, eq, inArray, type SQL, sql } from "drizzle-orm";
import { contains } from "../kit/db/columns.ts";
import { type AssignmentTag, type DIFFICULTIES, distributionTagsOf } from "./schema.ts";
import { assignments } from "./tables.ts";

/** The part of another list's filter that applies to assignments. */
type AssignmentFilter = {
  assignmentTag?: AssignmentTag | undefined;
  difficulty?: (typeof DIFFICULTIES)[number] | undefined;
  assignmentTitle?: string | undefined;
};

/**
 * Whether a row is about an assignment that matches; undefined when the filter asks nothing. With
 * the ids in an array, PostgreSQL finds the rows by them; with a join, it goes through the whole list
 * in its order for a title that few have.
 */
export function isOfAssignments(
  assignmentId: Column,
  { assignmentTag, difficulty, assignmentTitle }: AssignmentFilter,
): SQL | undefined {
  const matches = and(
    assignmentTag && inArray(assignments.distributionTag, distributionTagsOf(assignmentTag)),
    difficulty && eq(assignments.difficulty, difficulty),
    assignmentTitle ? contains(assignments.title, assignmentTitle) : undefined,
  );
  return matches &&
    sql`${assignmentId} = any(array(select ${assignments.id} from ${assignments} where ${matches}))`;
}
