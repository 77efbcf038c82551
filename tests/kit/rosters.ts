/** Builds the forms with which rosters are previewed and imported. */

/** @param digest of the preview, for an import */
export function rosterForm(content: string | Uint8Array<ArrayBuffer>, digest?: string): FormData {
  const form = new FormData();
  form.set("file", new File([content], "roster.csv", { type: "text/csv" }));
  if (digest !== undefined) form.set("digest", digest);
  return form;
}
