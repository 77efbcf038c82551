/** A question to look together is news to the side that is asked. */
import { can } from "../../server/together/policy.ts";
import type { LiveFeature } from "../kit/data/live-query.ts";
import { serverNow } from "../kit/net/server-clock.ts";
import { passOn } from "./state.ts";

export const live: LiveFeature = {
  news(me, { event, data }) {
    if (event !== "doubt.together" || data.together === null) return null;
    const { _id, askedBy, student, mentor, doubtId } = data.together;
    if (!can.agree(me, data.together)) return null;
    const asker = askedBy === "student" ? student : mentor;
    return {
      place: "doubts",
      subject: `together:${_id}`,
      at: serverNow(),
      note: {
        title: `${asker?.name} asks you to look at a program together`,
        body: "You both type in it, live.",
        path: `/doubts/${doubtId}`,
      },
    };
  },
  signals: { relay: passOn },
};
