/** A reply or a follow-up was taken back: it is no news, and counts as unread nowhere. */
import { store } from "../../kit/net/store.ts";
import { takeBackNews } from "../../kit/news/news.ts";
import { forgetNews } from "../../kit/news/own-news.ts";
import { lowerSeenCount } from "../../kit/news/unread.tsx";
import { doubtsAtom } from "../state.ts";

export function forget(doubtId: string): void {
  const card = store.get(doubtsAtom)[doubtId]?.row;
  if (card !== undefined) lowerSeenCount(doubtId, card.entries);
  takeBackNews("doubts", `doubt:${doubtId}`);
  forgetNews(`/doubts/${doubtId}`);
}
