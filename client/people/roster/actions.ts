/** The calls about rosters. */
import type { Imported, RosterPreview, Undone } from "../../../server/people/roster/schema.ts";
import { api, call } from "../../kit/net/api.ts";
import { accounts } from "../state.ts";
import { imports } from "./state.ts";

const at = api.users.roster;

export async function loadImports(signal: AbortSignal): Promise<void> {
  const { data: items, seq } = await call(at.$get({}, { init: { signal } }));
  imports.keep({ items, seq, stale: false });
}

export async function previewRoster(file: File): Promise<RosterPreview> {
  return (await call(at.preview.$post({ form: { file } }))).data;
}

/** @param digest of the preview: the server refuses another file */
export async function importRoster(file: File, digest: string, key: string): Promise<Imported> {
  const headers = { "Idempotency-Key": key };
  const { data, seq } = await call(at.$post({ form: { file, digest } }, { headers }));
  keep(data.import, seq);
  return data;
}

export async function undoImport(id: string): Promise<Undone> {
  const { data, seq } = await call(at[":id"].undo.$post({ param: { id } }));
  keep(data.import, seq);
  return data;
}

function keep(done: Imported["import"], seq: number): void {
  imports.keepOwn({ event: "roster.changed", data: { ...done, seq } });
  accounts.edit((known) => ({ ...known, stale: true }));
}
