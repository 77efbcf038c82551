/**
 * Announces news to a person: an unread mark beside the place, a browser notification, and for
 * learners a notice with a link and the count in the tab's title.
 */
import { isStaff } from "../../../server/kit/core/roles.ts";
import { serverTime } from "../net/server-clock.ts";
import { meAtom } from "../net/session.ts";
import { store } from "../net/store.ts";
import { type Note, notify } from "./notifications.ts";
import { tell } from "./own-news.ts";
import { markRead, markUnread, type UnreadKind } from "./unread.tsx";

export interface News {
  place: UnreadKind;
  /** The subject of the news and its time. News with an equal pair is announced once. */
  subject: string;
  at: string;
  /** The browser notification; null if the mark is enough. */
  note: Omit<Note, "tag"> | null;
}

const STARTED = Date.now();
/** For each subject, the time of its newest announced news. */
const announced = new Map<string, string>();

/** The subject because of which alone a place is marked as unread. */
const markedBy = new Map<UnreadKind, string>();

/** The news of this subject is gone, and with it the mark, if there is no other reason for it. */
export function takeBackNews(place: UnreadKind, subject: string): void {
  if (markedBy.get(place) === subject) markRead(place);
}

/** Announces news, unless it is older than this tab or was announced already. */
export function announce({ place, subject, at, note }: News): void {
  if (Date.parse(at) < serverTime(STARTED) || (announced.get(subject) ?? "") >= at) return;
  announced.set(subject, at);
  if (markUnread(place)) markedBy.set(place, subject);
  else if (markedBy.get(place) !== subject) markedBy.delete(place);
  if (note === null) return;
  notify({ ...note, tag: `${subject}:${at}` });
  // Staff see what waits in their lists.
  if (!isStaff(store.get(meAtom))) tell(note);
}
