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
      "classSession.changed",
      "classSession.cell",
      "classSession.signs",
      "classSession.steps",
      "doubt.opened",
      "doubt.changed",
      "doubt.entry",
      "review.waiting",
      "assignment.saved",
      "quickQuestion.opened",
      "quickQuestion.changed",
      "quickQuestion.closed",
      "quickQuestion.again",
      "quickQuestion.shown",
    ],
    read: wallsOf,
  },
  isByLink: true,
  revokedBy: {
    "classSession.wall": ({ classSessionId }) => ({ id: classSessionId, keeps: [] }),
    "classSession.ended": ({ _id }) => ({ id: _id, keeps: [] }),
  },
};
