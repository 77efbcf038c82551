/** The calls about what happened. */
import type { Account } from "../../server/people/schema.ts";
import { api, call } from "../kit/net/api.ts";
import { store } from "../kit/net/store.ts";
import { auditAtom, type AuditFilter } from "./state.ts";

const FOUND_MOST = 20;

export async function loadAudit(filter: AuditFilter, signal?: AbortSignal): Promise<void> {
  const { data } = await call(api.audit.$get({ query: queryOf(filter) }, { init: { signal } }));
  store.set(auditAtom, { ...data, filter });
}

export async function loadOlderAudit(): Promise<void> {
  const known = store.get(auditAtom);
  const before = known?.rows.at(-1)?._id;
  if (!known || before === undefined) return;
  const { data } = await call(api.audit.$get({ query: { ...queryOf(known.filter), before } }));
  // Another filter may have been chosen meanwhile.
  if (store.get(auditAtom) !== known) return;
  store.set(auditAtom, { ...known, ...data, rows: [...known.rows, ...data.rows] });
}

/** The server validates what somebody may have typed into the address. */
const queryOf = ({ verb, ...filter }: AuditFilter) => ({ ...filter, verb: verb as "" });

export async function findAccounts(search: string, signal: AbortSignal): Promise<Account[]> {
  const { data } = await call(api.users.$get({ query: { search } }, { init: { signal } }));
  // Only admins see this screen, so the reply has whole accounts.
  return (data as Account[]).slice(0, FOUND_MOST);
}
