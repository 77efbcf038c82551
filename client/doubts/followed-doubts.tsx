/** The doubts of others that a learner has, too: their replies are news, like the learner's own. */
import type { DoubtCard } from "../../server/doubts/schema.ts";
import { isLearner } from "../../server/kit/core/roles.ts";
import { api, call } from "../kit/net/api.ts";
import { onEvent } from "../kit/data/live-query.ts";
import { useLoad } from "../kit/data/query.ts";
import { meAtom, perUserAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";
import { announce } from "../kit/news/news.ts";
import { doubtsAtom } from "./state.ts";

/** By the doubt's id: how many entries it has, as far as the learner has been told. */
export const followedAtom = perUserAtom<Readonly<Record<string, number>>>({});

/** Loads which they are, and keeps the news of them. */
export default function FollowedDoubts() {
  useLoad(loadFollowed, null);
  return null;
}

async function loadFollowed(signal: AbortSignal): Promise<void> {
  const { data } = await call(api.doubts.followed.$get({}, { init: { signal } }));
  store.set(followedAtom, Object.fromEntries(data.map(({ _id, entries }) => [_id, entries])));
}

export function markFollowed(id: string, isFollowed: boolean): void {
  const { [id]: known, ...others } = store.get(followedAtom);
  const entries = store.get(doubtsAtom)[id]?.row.entries ?? known ?? 0;
  store.set(followedAtom, isFollowed ? { ...others, [id]: entries } : others);
}

onEvent("doubt.opened", tellReply);
onEvent("doubt.changed", tellReply);

onEvent("doubt.merged", ({ into, student, doubtId, at }) => {
  const me = store.get(meAtom);
  if (!isLearner(me)) return;
  // The merge has changed which doubts this learner follows.
  void loadFollowed(new AbortController().signal).catch(() => {});
  if (student !== me?._id || into === null) return;
  announce({
    place: "doubts",
    subject: `merge:${doubtId}`,
    at,
    note: {
      title: "Others have your doubt, too",
      body: "A mentor answers you there.",
      path: `/doubts/${into}`,
    },
  });
});

function tellReply({ _id, entries, ...card }: DoubtCard): void {
  const known = store.get(followedAtom);
  const before = known[_id];
  if (before === undefined || entries <= before) return;
  store.set(followedAtom, { ...known, [_id]: entries });
  if (card.resolved || card.waitingSince !== null) return;
  announce({
    place: "doubts",
    subject: `doubt:${_id}`,
    at: card.activeAt,
    note: {
      title: `${card.answeredBy?.name ?? "A mentor"} replied to a doubt that you have too`,
      body: card.assignment.title,
      path: `/doubts/${_id}`,
    },
  });
}
