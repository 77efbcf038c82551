/** Reviews of responses: the queue's item and its events. */
import * as z from "zod";
import { id, time } from "../kit/schema.ts";
import { response } from "../assignments/schema.ts";

/** A response as the queue shows it. */
export const reviewItem = response.omit({ student: true }).extend({
  assignmentId: id,
  assignmentTitle: z.string(),
  student: z.object({ _id: id, name: z.string() }),
  /** When the newest attempt came in. */
  waitingSince: time,
});
export type ReviewItem = z.infer<typeof reviewItem>;

export const reviewEvents = { "review.waiting": reviewItem, "review.changed": reviewItem };
