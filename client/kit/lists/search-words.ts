/** Reads search words from the address, as the server's schema does. */
import { SOUGHT_MOST } from "../../../server/kit/core/schema.ts";

/** @returns undefined if there are none, or too many */
export function searchWords(asked: string | null | undefined): string | undefined {
  const sought = asked?.trim() ?? "";
  return sought === "" || sought.length > SOUGHT_MOST ? undefined : sought;
}
