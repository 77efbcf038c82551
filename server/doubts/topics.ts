/** Watchers of a thread get entries, presence and typing; learners their places in the line. */
import * as z from "zod";
import { type Room, topicRoom, userRoom } from "../live/rooms.ts";
import type { Topic } from "../live/topics/topics.ts";
import { unnamedInThread, whoMayWatch } from "../threads/queries.ts";
import { lineParts } from "./line/queries.ts";
import { DOUBT_TOPIC } from "./schema.ts";

export const doubtRoom = (id: string): Room => topicRoom(DOUBT_TOPIC, id);

export const doubtTopic: Topic = {
  name: DOUBT_TOPIC,
  key: "doubtId",
  id: z.uuid(),
  whoMayWatch,
  unnamedIn: unnamedInThread,
  tellsPresence: true,
  tellsTyping: true,
  revokedBy: {
    "doubt.hidden": ({ _id, student }) => ({ id: _id, keeps: ["staff", userRoom(student)] }),
  },
};

export const lineTopic: Topic = {
  name: "line",
  key: "lineOf",
  id: z.uuid(),
  whoMayWatch: (_db, id) => Promise.resolve(({ _id }) => _id === id),
  feed: { signal: "line", changedBy: ["doubt.opened", "doubt.changed"], read: lineParts },
};
