/** The home page's API call. */
import { RECENT_MOST } from "../../server/messages/schema.ts";
import { api, call } from "../kit/net/api.ts";
import { addFetchedPage } from "../kit/data/list-page.ts";
import { firstPage, newestFirst } from "../kit/data/paged-list.ts";
import { mentorMessages } from "./state.ts";

export async function loadMentorMessages(signal: AbortSignal): Promise<void> {
  const reply = await call(api.messages["recent-mentor"].$get({}, { init: { signal } }));
  const page = { ...reply, ...firstPage(RECENT_MOST) };
  mentorMessages.keep({ ...addFetchedPage(null, page, newestFirst), most: RECENT_MOST });
}
