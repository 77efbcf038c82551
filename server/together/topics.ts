/** Two people send each other edits and cursors, unread by the server, which keeps nothing. */
import * as z from "zod";
import type { Topic } from "../live/topics/topics.ts";
import { whoMayJoin } from "./queries.ts";

export const togetherTopic: Topic = {
  name: "together",
  key: "togetherId",
  id: z.uuid(),
  whoMayWatch: whoMayJoin,
  relays: true,
  revokedBy: { "doubt.together": ({ ended }) => ({ id: ended ?? "none", keeps: [] }) },
};
