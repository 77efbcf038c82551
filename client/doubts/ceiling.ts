/** How far the server counts what a filter finds. */
import {
  type DoubtFilter,
  QUEUE_CEILING,
  SEARCH_CEILING,
  TOTAL_CEILING,
} from "../../server/doubts/schema.ts";
import { type Actor, isStaff } from "../../server/kit/roles.ts";

/** Totals are exact up to this; a list with more matches says this many. */
export function ceilingOf({ text, order }: DoubtFilter, me: Actor): number {
  if (text !== undefined) return SEARCH_CEILING;
  return order === "queue" && isStaff(me) ? QUEUE_CEILING : TOTAL_CEILING;
}
