/** The calls about people, and keeping what came back. */
import {
  type Account,
  type AccountInput,
  type InviteInput,
  PEOPLE_MOST,
  type Recipient,
} from "../../server/people/schema.ts";
import { api, call, Failed, type Reply } from "../kit/api.ts";
import { pushesAfter } from "../kit/log.ts";
import { store } from "../kit/store.ts";
import {
  type AccountPush,
  accountsAtom,
  dropAccount,
  keepAccount,
  keepAccountChange,
  type Known,
  studentsAtom,
} from "./state.ts";

/** A list is shown whole: page after page, until one is not full. */
async function whole<T>(loadPage: (page: string) => Promise<Reply<T[]>>): Promise<Known<T>> {
  const { data, seq } = await loadPage("1");
  const items = [...data];
  for (let page = 2; items.length === (page - 1) * PEOPLE_MOST; page++) {
    items.push(...(await loadPage(String(page))).data);
  }
  return { items, seq };
}

export async function loadAccounts(signal: AbortSignal): Promise<void> {
  const fetched = await whole<Account>(async (page) => {
    const reply = await call(api.users.$get({ query: { page } }, { init: { signal } }));
    // An admin asks: others are not let in here.
    return reply as Reply<Account[]>;
  });
  const changes = pushesAfter(fetched.seq).filter(({ event }) => event === "user.changed")
    .map(({ data }) => data as AccountPush);
  store.set(accountsAtom, changes.reduce(keepAccountChange, fetched));
}

export async function loadStudents(signal: AbortSignal): Promise<void> {
  const fetched = await whole((page) =>
    call(api.users.students.$get({ query: { page } }, { init: { signal } }))
  );
  store.set(studentsAtom, { ...fetched, fetchedAt: Date.now(), movedAt: 0 });
}

/** The mentors that there are, for whoever may only list whom to write to, too. */
export async function loadMentors(signal: AbortSignal): Promise<Reply<Recipient[]>> {
  const query = { role: "mentor" } as const;
  return await call(api.users.$get({ query }, { init: { signal } }));
}

function keep(account: Account): void {
  store.set(accountsAtom, (known) => known && keepAccount(known, account));
}

export async function inviteAccount(json: InviteInput, key: string): Promise<void> {
  const headers = { "Idempotency-Key": key };
  keep((await call(api.users.$post({ json }, { headers }))).data);
}

/** A refusal because of a newer version brings it along: it is kept, and offered. */
async function changing(id: string, request: Promise<Reply<Account>>): Promise<void> {
  try {
    keep((await request).data);
  } catch (error) {
    if (error instanceof Failed && error.code === "stale") keep(error.body.current as Account);
    else if (error instanceof Failed && error.status === 404) forget(id);
    throw error;
  }
}

export async function editAccount(id: string, json: AccountInput): Promise<void> {
  await changing(id, call(api.users[":id"].$patch({ param: { id }, json })));
}

/** With 0 hours, enables it again. */
export async function disableAccount(id: string, hours: number): Promise<void> {
  await changing(id, call(api.users[":id"].disable.$post({ param: { id }, json: { hours } })));
}

export async function deleteAccount(id: string): Promise<void> {
  try {
    await call(api.users[":id"].$delete({ param: { id } }));
  } catch (error) {
    // Somebody else was faster.
    if (!(error instanceof Failed) || error.status !== 404) throw error;
  }
  forget(id);
}

function forget(id: string): void {
  store.set(accountsAtom, (known) => known && dropAccount(known, id));
}
