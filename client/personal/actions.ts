/** The calls about the copy of what is kept about oneself. */
import { downloads, saveFile } from "../kit/data/save-file.ts";
import { api, call } from "../kit/net/api.ts";
import { store } from "../kit/net/store.ts";
import { copyAtom, copyQuery } from "./state.ts";

export async function loadCopy(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(api.personal.copies.$get({}, { init: { signal } }));
  copyQuery.store({ ...data, seq });
}

export async function askForCopy(): Promise<void> {
  const { data: copy, seq } = await call(api.personal.copies.$post());
  const known = store.get(copyAtom);
  // It may be ready by now.
  if (known?.copy?._id !== copy._id) copyQuery.store({ copy, seq });
}

export async function downloadCopy(id: string): Promise<void> {
  const asked = downloads.personal.copies[":id"].$get({ param: { id } });
  await call(asked, (answer) => saveFile(answer, "doubtless.zip"));
}
