/** Reads the cells of the gradebook from their columns. Used on both sides. */
import { RESPONSE_STATUSES, REVIEW_STATUSES } from "../assignments/responses/schema.ts";
import type { GradebookCell, GradebookRow } from "./schema.ts";

/** Returns the value that begins with this letter. */
const starting = <T extends string>(values: readonly T[], letter: string | undefined): T =>
  values.find((value) => value[0] === letter) ?? values[0] as T;

/** Reads "3/5". */
function fractionOf(text: string | undefined): GradebookCell["cases"] {
  if (!text) return null;
  const [part = "", whole = ""] = text.split("/");
  return { part: Number(part), whole: Number(whole) };
}

/** Returns the cells of a student by the places of their questions. Other questions have none. */
export function cellsOf(row: GradebookRow): Map<number, GradebookCell> {
  const [cases, points, attempts] = [row.cases, row.points, row.attempts]
    .map((column) => column.split(","));
  return new Map(row.at.map((place, nth) => [place, {
    responseStatus: starting(RESPONSE_STATUSES, row.status[nth]),
    reviewStatus: starting(REVIEW_STATUSES, row.review[nth]),
    late: row.late[nth] === "l",
    verified: row.verified[nth] === "v",
    cases: fractionOf(cases?.[nth]),
    points: fractionOf(points?.[nth]),
    attempts: Number(attempts?.[nth] ?? 1),
  }]));
}
