/** The words for the events that webhooks send. */
import type { Delivery } from "../../server/webhooks/schema.ts";

export const EVENT_WORDS: Record<Delivery["type"], string> = {
  "doubt.raised": "A doubt is raised",
  "doubt.answered": "A doubt is answered",
  "review.decided": "A review is decided",
  "webhook.test": "A test",
};
