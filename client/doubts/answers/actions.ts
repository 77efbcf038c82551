/** The calls about what was answered before, what helped, and what is kept. */
import type { SimilarDoubt } from "../../../server/doubts/schema.ts";
import { api, call } from "../../kit/net/api.ts";
import { draftKey, readDraft, writeDraft } from "../../kit/forms/draft.ts";
import { type DoubtLink, setLink } from "../../comments/drafts/state.ts";
import { storeRows, threads } from "../state.ts";
import { answers } from "./state.ts";

export async function loadAnswers(
  assignmentId: string,
  filter: { page: number; limit: number },
  signal: AbortSignal,
): Promise<void> {
  const { page, limit } = filter;
  const query = { assignmentId, page: String(page), limit: String(limit) };
  const { data, seq } = await call(api.doubts.answers.$get({ query }, { init: { signal } }));
  answers.store({ assignmentId, filter, ...data, seq });
}

/** Fetches answered doubts that may answer this one, too: the best match first. */
export async function loadOffers(doubtId: string, signal: AbortSignal): Promise<SimilarDoubt[]> {
  const { data } = await call(
    api.doubts.similar.$get({ query: { doubtId } }, { init: { signal } }),
  );
  return data;
}

/** Says whether a reply helped; null takes it back. */
export async function sayHelped(
  doubtId: string,
  entryId: string,
  helped: boolean | null,
): Promise<void> {
  threads.applyOwn(
    "doubt.helped",
    await call(
      api.doubts[":id"].helped.$put({ param: { id: doubtId }, json: { entryId, helped } }),
    ),
  );
}

export async function keepDoubt(id: string, kept: boolean): Promise<void> {
  const { data, seq } = await call(api.doubts[":id"].kept.$put({ param: { id }, json: { kept } }));
  storeRows([data], seq);
}

const USUAL_TEXT = "This was answered before.";

/** Fills the reply to a doubt with a link to another one. The mentor sends it. */
export function linkTo(id: string, link: DoubtLink): void {
  setLink(id, link);
  const draft = draftKey("reply", id);
  const typed = readDraft<{ reply?: string }>(draft) ?? {};
  if (!typed.reply?.trim()) writeDraft(draft, { ...typed, reply: USUAL_TEXT });
}
