/** The home page's API call. */
import { RECENT_MOST } from "../../server/messages/schema.ts";
import { api, call } from "../kit/net/api.ts";
import { mentorMessages } from "./state.ts";

export async function loadMentorMessages(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(
    api.messages["recent-mentor"].$get({}, { init: { signal } }),
  );
  mentorMessages.store({ items: data, isWhole: data.length < RECENT_MOST, seq });
}
