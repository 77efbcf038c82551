/** Reads search words and the chosen section from the address, as the server's schemas do. */
import { SOUGHT_MOST } from "../../../server/kit/core/schema.ts";

/** @returns undefined if there are none, or too many */
export function searchWords(asked: string | null | undefined): string | undefined {
  const sought = asked?.trim() ?? "";
  return sought === "" || sought.length > SOUGHT_MOST ? undefined : sought;
}

/** Reads the chosen section: its id, or "all". */
export const sectionOf = (asked: string | undefined): string | undefined =>
  /^(all|[\da-f-]{36})$/.test(asked ?? "") ? asked : undefined;
