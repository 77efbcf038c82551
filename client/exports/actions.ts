/** Downloads a list as a file, filtered as on the screen. */
import type { EXPORT_FORMATS } from "../../server/exports/schema.ts";
import { call, downloads } from "../kit/net/api.ts";

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export type ExportList = keyof typeof downloads.exports;

/** A browser begins to save the file within this time, in ms. */
const SAVED_AFTER = 60_000;

/** The part of the address that is not the list's filter. */
const NO_FILTER = ["view", "item", "panel", "tab", "page", "limit"];

/** Returns the filter that the screen's address names. The list may have other names for its parts. */
export function filterOf(search: string, names: Record<string, string> = {}) {
  const parts = [...new URLSearchParams(search)].filter(([name]) => !NO_FILTER.includes(name));
  return Object.fromEntries(parts.map(([name, value]) => [names[name] ?? name, value]));
}

/**
 * Resolves when the browser has the whole file. A response that is cut off fails, so nobody saves a
 * part of it.
 */
export async function download(
  list: ExportList,
  format: ExportFormat,
  filter: Record<string, string>,
): Promise<void> {
  const asked = downloads.exports[list].$get({ query: { ...filter, format } });
  const { data: file } = await call(asked, async (answer) => {
    const [, name = `${list}.${format}`] =
      answer.headers.get("content-disposition")?.match(/filename="([^"]+)"/) ?? [];
    return { name, address: URL.createObjectURL(await answer.blob()) };
  });
  Object.assign(document.createElement("a"), { href: file.address, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(file.address), SAVED_AFTER);
}
