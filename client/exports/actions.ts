/** Downloads a list as a file, filtered as on the screen. */
import type { EXPORT_FORMATS } from "../../server/exports/schema.ts";
import { downloads, saveFile } from "../kit/data/save-file.ts";
import { call } from "../kit/net/api.ts";

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
export type ExportList = keyof typeof downloads.exports;

/** The part of the address that is not the list's filter. */
const NO_FILTER = ["view", "item", "panel", "tab", "page", "limit"];

/** Returns the filter that the screen's address names. The list may have other names for its parts. */
export function filterOf(search: string, names: Record<string, string> = {}) {
  const parts = [...new URLSearchParams(search)].filter(([name]) => !NO_FILTER.includes(name));
  return Object.fromEntries(parts.map(([name, value]) => [names[name] ?? name, value]));
}

/** Resolves when the browser has the whole file. */
export async function download(
  list: ExportList,
  format: ExportFormat,
  filter: Record<string, string>,
): Promise<void> {
  const asked = downloads.exports[list].$get({ query: { ...filter, format } });
  await call(asked, (answer) => saveFile(answer, `${list}.${format}`));
}
