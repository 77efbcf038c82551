/** The calls about quick questions. */
import type { AnswerInput, QuickQuestionInput } from "../../server/quick-questions/schema.ts";
import { api, call, once } from "../kit/net/api.ts";
import { quickQuestions, withOne } from "./state.ts";

const at = api["quick-questions"];

export async function loadQuickQuestion(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(at.current.$get({}, { init: { signal } }));
  quickQuestions.store({ ...data, seq });
}

/** @param key the same for the same question, so that a repeated call asks it once */
export async function askClass(json: QuickQuestionInput, key: string): Promise<void> {
  quickQuestions.applyOwn(
    "quickQuestion.opened",
    await call(at.$post({ json }, once(key))),
  );
}

export async function answerQuickQuestion(id: string, json: AnswerInput): Promise<void> {
  const { data } = await call(at[":id"].answer.$put({ param: { id }, json }));
  quickQuestions.edit((known) => withOne(known, id, () => ({ own: data })));
}

export async function closeQuickQuestion(id: string): Promise<void> {
  quickQuestions.applyOwn(
    "quickQuestion.closed",
    await call(at[":id"].close.$put({ param: { id } })),
  );
}

export async function voteAgain(id: string): Promise<void> {
  quickQuestions.applyOwn(
    "quickQuestion.again",
    await call(at[":id"].again.$put({ param: { id } })),
  );
}

/** @param shown the answers in words that the class shall see */
export async function showQuickQuestion(id: string, shown: string[]): Promise<void> {
  quickQuestions.applyOwn(
    "quickQuestion.shown",
    await call(
      at[":id"].show.$put({ param: { id }, json: { shown } }),
    ),
  );
}
