/** Passes the events of announcements on to `state.ts`, which only some screens load. */
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";

export const announcementValues = lateConsumer(
  "announcement.saved",
  "announcement.deleted",
  "announcement.prepared",
);

export const live = liveFeature({ moved: [announcementValues] });
