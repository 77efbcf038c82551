/** The wall's topic: sockets that came with the wall's link are sent what the wall shows. */
import * as z from "zod";
import type { Topic } from "../../live/topics/topics.ts";
import { wallsOf } from "./queries.ts";

export const wallTopic: Topic = {
  name: "wall",
  key: "wallOf",
  id: z.uuid(),
  // The link alone opens it.
  whoMayWatch: () => Promise.resolve(() => false),
  feed: {
    signal: "wall",
    changedBy: [
      "lesson.changed",
      "lesson.cell",
      "lesson.signs",
      "lesson.steps",
      "doubt.opened",
      "doubt.changed",
      "doubt.entry",
      "review.waiting",
      "assignment.saved",
      "poll.opened",
      "poll.changed",
      "poll.closed",
      "poll.again",
      "poll.shown",
    ],
    read: wallsOf,
  },
  isByLink: true,
  revokedBy: {
    "lesson.wall": ({ lessonId }) => ({ id: lessonId, keeps: [] }),
    "lesson.ended": ({ _id }) => ({ id: _id, keeps: [] }),
  },
};
