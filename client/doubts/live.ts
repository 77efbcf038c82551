/** Which events of doubts are news, and presence and typing. */
import type { DoubtCard } from "../../server/doubts/schema.ts";
import { type Actor, isStaff } from "../../server/kit/core/roles.ts";
import type { Someone } from "../../server/kit/core/schema.ts";
import { type LiveFeature, onEvent } from "../kit/data/live-query.ts";
import { storeReaders } from "../kit/data/readers.ts";
import { store } from "../kit/net/store.ts";
import { type News, takeBackNews } from "../kit/news/news.ts";
import { forgetNews } from "../kit/news/own-news.ts";
import { lowerSeenCount } from "../kit/news/unread.tsx";
import {
  cardIn,
  changedByEntry,
  doubtsAtom,
  knownIn,
  storeLine,
  storePresent,
  storeTyping,
} from "./state.ts";
import "./followed-doubts.tsx";

/** What was taken back is no news, and counts as unread nowhere. */
onEvent("doubt.mended", ({ doubtId, text }) => {
  if (text !== null) return;
  const card = store.get(doubtsAtom)[doubtId]?.row;
  if (card !== undefined) lowerSeenCount(doubtId, card.entries);
  takeBackNews("doubts", `doubt:${doubtId}`);
  forgetNews(`/doubts/${doubtId}`);
});

export const live: LiveFeature = {
  implied: (event) => changedByEntry(event, knownIn(store.get(doubtsAtom))),
  news(me, event) {
    const card = cardIn(event);
    return card === undefined ? null : doubtNews(me, card);
  },
  signals: {
    line: storeLine,
    reading: storeReaders,
    presence: ({ doubtId, people }: { doubtId: string; people: Someone[] }) =>
      storePresent(doubtId, people),
    typing: ({ doubtId, person }: { doubtId: string; person: Someone }) =>
      storeTyping(doubtId, person),
  },
};

function doubtNews(me: Actor, doubt: DoubtCard): News | null {
  const { _id, assignment, student, resolved, waitingSince, answeredBy, entries } = doubt;
  const isOwn = student._id === me._id;
  if (resolved || (!isStaff(me) && !isOwn)) return null;
  // It is news only if the last entry is from the other side.
  if (isStaff(me) !== (waitingSince !== null)) return null;
  const title = isOwn
    ? `${answeredBy?.name ?? "A mentor"} ${
      doubt.mentorFirst ? "wrote to you" : "replied to your doubt"
    }`
    : entries === 1
    ? `New doubt from ${student.name}`
    : `${student.name} asks again`;
  return {
    place: "doubts",
    subject: `doubt:${_id}`,
    at: doubt.activeAt,
    note: { title, body: assignment.title, path: `/doubts/${_id}` },
  };
}
