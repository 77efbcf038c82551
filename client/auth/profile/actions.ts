/** The calls about one's own profile, password and sessions. */
import type { ProfileInput, SessionsEnded } from "../../../server/auth/schema.ts";
import type { DeleteOwnInput } from "../../../server/people/removals/schema.ts";
import { downloads, saveFile } from "../../kit/data/save-file.ts";
import { api, call, callAndStore, callToRemove } from "../../kit/net/api.ts";
import { storeUser } from "../../kit/net/session.ts";
import { store } from "../../kit/net/store.ts";
import { readBrowserToken, storeBrowserToken } from "../state.ts";
import { openSessionsAtom } from "./state.ts";

export async function editProfile(json: ProfileInput): Promise<void> {
  await callAndStore(api.auth.me.$patch({ json }), ({ data }) => storeUser(data));
}

export async function setPicture(profileImage: File): Promise<void> {
  storeUser((await call(api.auth.me.picture.$put({ form: { profileImage } }))).data);
}

export async function removePicture(): Promise<void> {
  storeUser((await call(api.auth.me.picture.$delete())).data);
}

/** @returns the sentence for the person */
function storeEnded({ msg, browser }: SessionsEnded): string {
  storeBrowserToken(browser);
  store.set(
    openSessionsAtom,
    (places) => places?.filter(({ isCurrent }) => isCurrent) ?? null,
  );
  return msg;
}

export async function changePassword(
  { password, newPassword }: { password: string; newPassword: string },
): Promise<string> {
  const json = { password, newPassword, browser: readBrowserToken() };
  return storeEnded((await call(api.auth.password.$put({ json }))).data);
}

export async function loadSessions(signal: AbortSignal): Promise<void> {
  const { data } = await call(api.auth.sessions.$get({}, { init: { signal } }));
  store.set(openSessionsAtom, data);
}

export async function endSession(id: string): Promise<void> {
  await callToRemove(api.auth.sessions[":id"].$delete({ param: { id } }));
  store.set(openSessionsAtom, (places) => places?.filter(({ _id }) => _id !== id) ?? null);
}

/** @returns the sentence for the person */
export async function endOtherSessions(): Promise<string> {
  const json = { browser: readBrowserToken() };
  return storeEnded((await call(api.auth.sessions["end-others"].$post({ json }))).data);
}

/** Mails a code with which the account can be deleted. @returns the sentence for the person */
export async function mailDeletionCode(): Promise<string> {
  return (await call(api.auth.me["deletion-code"].$post())).data.msg;
}

export async function deleteOwnAccount(input: DeleteOwnInput): Promise<void> {
  await call(api.auth.me.deletion.$post({ json: { ...input, browser: readBrowserToken() } }));
}

export async function downloadCopy(): Promise<void> {
  await call(downloads.personal.copy.$get(), (answer) => saveFile(answer, "doubtless.zip"));
}
