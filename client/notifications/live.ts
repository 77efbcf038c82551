/** Passes the events of notifications on to `state.ts`, which is loaded after the first screen. */
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";

export const bellValues = lateConsumer(
  "notification.made",
  "notification.read",
  "notification.settings",
  "announcement.saved",
  "announcement.deleted",
  "comment.withdrawn",
  "copy.changed",
  "doubt.mended",
  "assignment.saved",
  "assignment.unassigned",
  "person.renamed",
  "doubt.opened",
  "doubt.hidden",
  "doubt.merged",
);

export const live = liveFeature({ moved: [bellValues] });
