/** The language in which this person reads what explains messages, crashes and wrong outputs. */
import { atom } from "jotai/vanilla";
import type { EXPLAIN_IN } from "../../../server/languages/types.ts";
import { retryUntilLoaded } from "../net/retry.ts";
import { meAtom } from "../net/session.ts";
import { store } from "../net/store.ts";
import { enqueue, outboxAtom } from "./outbox.ts";

export type ExplainIn = typeof EXPLAIN_IN[number];
const KIND = "explain-in";

/** A choice that has not arrived yet counts already. */
export const explainInAtom = atom((get): ExplainIn => {
  const chosen = get(outboxAtom).findLast(({ kind }) => kind === KIND);
  // A user that was stored by an earlier version has none.
  return chosen ? chosen.body as ExplainIn : get(meAtom)?.explainIn ?? "en";
});

export function chooseExplainIn(language: ExplainIn): void {
  const me = store.get(meAtom);
  if (me === null || language === store.get(explainInAtom)) return;
  enqueue({ feature: "auth", kind: KIND, subject: me._id, body: language });
}

type Translate = (sentence: string) => string | null;
const loadedAtom = atom<{ inHindi: Translate } | null>(null);
loadedAtom.onMount = (keep) => {
  const load = () => import("../../../server/languages/sentences/translate.ts");
  void retryUntilLoaded(load).then(keep);
};

const none: Translate = () => null;
/** Returns the Hindi of a sentence; null where it is read in English, or has no Hindi. */
export const translateAtom = atom((get): Translate =>
  (get(explainInAtom) === "hi" ? get(loadedAtom)?.inHindi : undefined) ?? none
);
