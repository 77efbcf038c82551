/** The calls about notifications. */
import { KEPT_MOST, type SettingsInput } from "../../server/notifications/schema.ts";
import { api, call } from "../kit/net/api.ts";
import { store } from "../kit/net/store.ts";
import { bell, bellAtom, settings } from "./state.ts";

export async function loadBell(signal: AbortSignal): Promise<void> {
  const query = { limit: String(KEPT_MOST) };
  const { data, seq } = await call(api.notifications.$get({ query }, { init: { signal } }));
  bell.store({ items: data.notifications, seq, stale: false });
}

/** Marks these as read, at once on this screen. Without a connection they stay unread elsewhere. */
export async function read(ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  bell.edit((known) => ({
    ...known,
    items: known.items.map((one) => ids.includes(one._id) ? { ...one, isRead: true } : one),
  }));
  await call(api.notifications.read.$post({ json: { ids } }));
}

export async function readAll(): Promise<void> {
  const upTo = store.get(bellAtom)?.items[0]?._id;
  if (upTo === undefined) return;
  await call(api.notifications["read-all"].$post({ json: { upTo } }));
  bell.edit((known) => ({
    ...known,
    items: known.items.map((one) => one._id <= upTo ? { ...one, isRead: true } : one),
  }));
}

export async function loadSettings(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(api.notifications.settings.$get({}, { init: { signal } }));
  settings.store({ settings: data, seq, stale: false });
}

export async function changeSettings(json: SettingsInput): Promise<void> {
  const { data, seq } = await call(api.notifications.settings.$put({ json }));
  settings.applyOwn({ event: "notification.settings", data: { ...data, seq } });
}

export async function endMails(token: string): Promise<void> {
  await call(api.notifications.unsubscribe.$post({ query: { token } }));
}
