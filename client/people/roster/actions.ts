/** The calls about rosters, and what was chosen for the columns of files. */
import type { Kind } from "../../../server/people/roster/policy.ts";
import type {
  ImportInput,
  ImportReply,
  RosterInput,
  RosterPreview,
  UndoReply,
} from "../../../server/people/roster/schema.ts";
import { api, call, once } from "../../kit/net/api.ts";
import { meAtom } from "../../kit/net/session.ts";
import { readStored, writeStored } from "../../kit/net/storage.ts";
import { store } from "../../kit/net/store.ts";
import { accounts } from "../state.ts";
import { imports } from "./state.ts";

const at = api.users.roster;

export async function loadImports(signal: AbortSignal): Promise<void> {
  imports.storeWhole(await call(at.$get({}, { init: { signal } })));
}

export async function previewRoster(
  json: RosterInput,
  signal: AbortSignal,
): Promise<RosterPreview> {
  return (await call(at.preview.$post({ json }, { init: { signal } }))).data;
}

export async function importRoster(json: ImportInput, key: string): Promise<ImportReply> {
  const { data, seq } = await call(at.$post({ json }, once(key)));
  storeImport(data.import, seq);
  return data;
}

export async function undoImport(id: string): Promise<UndoReply> {
  const { data, seq } = await call(at[":id"].undo.$post({ param: { id } }));
  storeImport(data.import, seq);
  return data;
}

function storeImport(done: ImportReply["import"], seq: number): void {
  imports.applyOwn("roster.changed", { data: done, seq });
  accounts.edit((known) => ({ ...known, stale: true }));
}

/** What an admin chose by hand, for the next file. */
export interface Choices {
  /** Plain heading → what the column is; empty: it is not read. */
  kinds: Record<string, Kind | "">;
  domain: string;
}

const HEADINGS_MOST = 300;
const choicesKey = () => `roster:${store.get(meAtom)?._id}`;

export const readChoices = (): Choices => ({
  kinds: {},
  domain: "",
  ...readStored<Partial<Choices>>(choicesKey()),
});

export function storeChoices({ kinds, domain }: Partial<Choices>): void {
  const before = readChoices();
  const all = Object.entries({ ...before.kinds, ...kinds }).slice(-HEADINGS_MOST);
  const next = { kinds: Object.fromEntries(all), domain: domain ?? before.domain };
  writeStored(choicesKey(), next);
}
