/** Files with rosters, read as the screen reads them. */
import { readTables } from "../../client/kit/data/read-tables.ts";
import { guessKinds, readPeople, sheetOf } from "../../server/people/roster/policy.ts";
import type { RosterInput } from "../../server/people/roster/schema.ts";

/** Files as schools export them, of invented people. */
export const fileOf = (name: string): Promise<Uint8Array<ArrayBuffer>> =>
  Deno.readFile(new URL(`../rosters/${name}`, import.meta.url));

export async function rosterOf(
  content: string | Uint8Array<ArrayBuffer>,
  { domain, ...options }: Omit<RosterInput, "rows"> & { domain?: string } = {},
): Promise<RosterInput> {
  const { tables: [table] } = await readTables(new Blob([content]));
  const lines = sheetOf(table?.rows ?? []);
  return { rows: readPeople(lines, guessKinds(lines), domain), ...options };
}
