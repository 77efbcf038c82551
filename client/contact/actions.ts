/** API calls of the contact form, and of the admins who read its messages. */
import type { ContactInput } from "../../server/contact/schema.ts";
import { api, call, once } from "../kit/net/api.ts";
import { contactMessages } from "./state.ts";

/** @returns the server's thanks */
export async function sendContactMessage(json: ContactInput, key: string): Promise<string> {
  return (await call(api.contact.$post({ json }, once(key)))).data.msg;
}

const pages = (signal?: AbortSignal) => ({
  size: 20,
  fetch: (query: { page: string; limit: string }) =>
    call(api.contact.$get({ query }, { init: { signal } })),
});

export const loadContactMessages = (signal: AbortSignal): Promise<void> =>
  contactMessages.load(pages(signal));

export const loadOlderContactMessages = (): Promise<void> => contactMessages.loadOlder(pages());
