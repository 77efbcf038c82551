/** The home page's own call. */
import { type Message, RECENT_MOST } from "../../server/messages/schema.ts";
import { api, call } from "../kit/api.ts";
import { pushesAfter } from "../kit/log.ts";
import { extend, firstPage, newestFirst } from "../kit/stretch.ts";
import { store } from "../kit/store.ts";
import { keepMentorMessage, mentorMessagesAtom } from "./state.ts";

export async function loadMentorMessages(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(api.messages["recent-mentor"].$get({}, { init: { signal } }));
  const sent = pushesAfter(seq).filter(({ event }) => event === "message.sent")
    .map(({ data }) => data as Message & { seq: number });
  const fetched = extend(null, data, { ...firstPage(RECENT_MOST), order: newestFirst });
  store.set(mentorMessagesAtom, sent.reduce(keepMentorMessage, { ...fetched, most: RECENT_MOST }));
}
