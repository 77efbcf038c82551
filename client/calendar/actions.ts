/** The calls about one's calendar address. */
import { api, call } from "../kit/net/api.ts";
import { calendar } from "./state.ts";

export async function loadCalendar(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(api.calendar.$get({}, { init: { signal } }));
  calendar.store({ ...data, seq });
}

export type MadeAddress = { url: string; madeAt: string };

/** Makes the address; an earlier one ends. Only this reply has it. */
export async function makeAddress(): Promise<MadeAddress> {
  const { data: { path, madeAt }, seq } = await call(api.calendar.$post());
  calendar.applyOwn("calendar.changed", { data: { madeAt }, seq });
  return { url: location.origin + path, madeAt };
}

export async function takeAddressBack(): Promise<void> {
  const { seq } = await call(api.calendar.$delete());
  calendar.applyOwn("calendar.changed", { data: { madeAt: null }, seq });
}
