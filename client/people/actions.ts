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
import { whole } from "../kit/whole.ts";
import {
  type AccountPush,
  accountsAtom,
  dropAccount,
  keepAccount,
  keepAccountChange,
  studentsAtom,
} from "./state.ts";

const changesAfter = (seq: number): AccountPush[] =>
  pushesAfter(seq).filter(({ event }) => event === "user.changed")
    .map(({ data }) => data as AccountPush);

export async function loadAccounts(signal: AbortSignal): Promise<void> {
  const { data: items, seq } = await whole<Account>(PEOPLE_MOST, async (page) => {
    const reply = await call(api.users.$get({ query: { page } }, { init: { signal } }));
    // An admin asks: others are not let in here.
    return reply as Reply<Account[]>;
  });
  store.set(accountsAtom, changesAfter(seq).reduce(keepAccountChange, { items, seq }));
}

export async function loadStudents(signal: AbortSignal): Promise<void> {
  const { data: items, seq } = await whole(
    PEOPLE_MOST,
    (page) => call(api.users.students.$get({ query: { page } }, { init: { signal } })),
  );
  const moves = pushesAfter(seq).filter(({ event }) => event === "stats.changed");
  const movedAt = moves.at(-1)?.data.seq ?? 0;
  store.set(studentsAtom, { items, seq, fetchedAt: Date.now(), movedAt });
}

/** The mentors that there are, for whoever may only list whom to write to, too. */
export async function loadMentors(signal: AbortSignal): Promise<Reply<Recipient[]>> {
  const query = { role: "mentor" } as const;
  return await call(api.users.$get({ query }, { init: { signal } }));
}

/** It may have been changed once more since, or deleted. */
function keep({ data, seq }: Reply<Account>): void {
  store.set(accountsAtom, (known) => {
    if (known === null) return null;
    const kept = { ...keepAccount(known, data), seq: Math.min(known.seq, seq) };
    return changesAfter(kept.seq).reduce(keepAccountChange, kept);
  });
}

export async function inviteAccount(json: InviteInput, key: string): Promise<void> {
  const headers = { "Idempotency-Key": key };
  keep(await call(api.users.$post({ json }, { headers })));
}

/** A refusal because of a newer version brings it along: it is kept, and offered. */
async function changing(id: string, request: Promise<Reply<Account>>): Promise<void> {
  try {
    keep(await request);
  } catch (error) {
    if (error instanceof Failed && error.code === "stale") {
      keep({ data: error.body.current as Account, seq: error.seq });
    } else if (error instanceof Failed && error.status === 404) forget(id);
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
