/** API calls for people; replies are stored in the state. */
import {
  type Account,
  type AccountInput,
  type InviteInput,
  type ManyInput,
  type ManyReply,
  PEOPLE_MOST,
} from "../../server/people/schema.ts";
import { api, call, callAndStore, callToRemove, once, type Reply } from "../kit/net/api.ts";
import { fetchAllPages } from "../kit/net/fetch-pages.ts";
import { store } from "../kit/net/store.ts";
import { accounts, hereAtom, students } from "./state.ts";

export async function loadAccounts(signal: AbortSignal): Promise<void> {
  const { data: items, seq } = await fetchAllPages<Account>(PEOPLE_MOST, async (from) => {
    const reply = await call(api.users.$get({ query: { from } }, { init: { signal } }));
    // Only admins can call this, so the reply has whole accounts.
    return reply as Reply<Account[]>;
  });
  accounts.store({ items, isWhole: true, seq });
}

export async function loadStudents(signal: AbortSignal): Promise<void> {
  const { data: items, seq } = await fetchAllPages(
    PEOPLE_MOST,
    (from) => call(api.users.students.$get({ query: { from } }, { init: { signal } })),
  );
  students.store({ items, seq, fetchedAt: Date.now() });
}

const storeAccount = (reply: Reply<Account>): void => accounts.applyOwn("user.changed", reply);

export async function inviteAccount(json: InviteInput, key: string): Promise<void> {
  storeAccount(await call(api.users.$post({ json }, once(key))));
}

export async function editAccount(id: string, json: AccountInput): Promise<void> {
  const request = api.users[":id"].$patch({ param: { id }, json });
  await callAndStore(request, storeAccount, () => forget(id));
}

/** Disables an account for some hours; 0 hours enables it again. */
export async function disableAccount(id: string, hours: number): Promise<void> {
  const request = api.users[":id"].disable.$post({ param: { id }, json: { hours } });
  await callAndStore(request, storeAccount, () => forget(id));
}

/** What the question before a deletion says. */
export const AFTER_DELETION =
  "For 7 days an admin can restore it. After that, what is theirs alone is removed, and what others rely on stays without their name.";

export async function deleteAccount(id: string): Promise<void> {
  await callToRemove(api.users[":id"].$delete({ param: { id } }));
  forget(id);
}

function forget(id: string): void {
  accounts.put(id, null);
}

/** A change of several accounts, without their ids. */
export type Change = { act: "disable"; hours: number } | { act: "enable" | "delete" };

export async function changeAccounts(
  input: Change & { ids: string[] },
  key: string,
): Promise<ManyReply> {
  const json: ManyInput = input;
  const { data } = await call(api.users.many.$post({ json }, once(key)));
  // The events bring the changed accounts.
  if (input.act === "delete") data.done.forEach(forget);
  return data;
}

export async function loadHere(signal: AbortSignal): Promise<void> {
  const { data } = await call(api.users.here.$get({}, { init: { signal } }));
  store.set(hereAtom, { people: data, fetchedAt: Date.now() });
}
