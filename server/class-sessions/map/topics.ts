/** The live topic of the map: staff who watch a session are told which learners are connected. */
import * as z from "zod";
import type { Topic } from "../../live/topics/topics.ts";
import { can } from "./policy.ts";
import { learnersHere } from "./queries.ts";

export const mapTopic: Topic = {
  name: "map",
  key: "mapOf",
  id: z.uuid(),
  whoMayWatch: () => Promise.resolve(can.read),
  feed: { signal: "here", changedBy: [], read: learnersHere },
};
