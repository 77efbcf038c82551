/** The calls about notifications. */
import { KEPT_MOST, type SettingsInput } from "../../server/notifications/schema.ts";
import { api, call } from "../kit/net/api.ts";
import { store } from "../kit/net/store.ts";
import { bell, bellAtom, settings, withRead } from "./state.ts";

export async function loadBell(signal: AbortSignal): Promise<void> {
  const query = { limit: String(KEPT_MOST) };
  const { data, seq } = await call(api.notifications.$get({ query }, { init: { signal } }));
  bell.store({ items: data.notifications, seq });
}

/** Marks these as read, at once on this screen. Without a connection they stay unread elsewhere. */
export async function read(ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  bell.edit((known) => withRead(known, { ids, upTo: null }));
  await call(api.notifications.read.$post({ json: { ids } }));
}

export async function readAll(): Promise<void> {
  const upTo = store.get(bellAtom)?.items[0]?._id;
  if (upTo === undefined) return;
  await call(api.notifications["read-all"].$post({ json: { upTo } }));
  bell.edit((known) => withRead(known, { ids: [], upTo }));
}

export async function loadSettings(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(api.notifications.settings.$get({}, { init: { signal } }));
  settings.store({ settings: data, seq });
}

export async function changeSettings(json: SettingsInput): Promise<void> {
  settings.applyOwn("notification.settings", await call(api.notifications.settings.$put({ json })));
}

export async function endMails(token: string): Promise<void> {
  await call(api.notifications.unsubscribe.$post({ query: { token } }));
}
