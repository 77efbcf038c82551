/** The calls about groups. */
import type {
  GroupAnswerInput,
  GroupAnswerReply,
  GroupQuestion,
  GroupQuestionQuery,
} from "../../server/groups/schema.ts";
import { api, call, once } from "../kit/net/api.ts";
import { groupAnswers } from "./state.ts";

/** The newest answers of a class session; there are hardly more. */
const PAGE = 100;

export const loadGroupAnswers = (signal: AbortSignal): Promise<void> =>
  groupAnswers.load({
    size: PAGE,
    fetch: (query) => call(api.groups.answers.$get({ query }, { init: { signal } })),
  });

/** Fetches a quick question about the group's program, to be changed and asked. */
export const groupQuestion = async (query: GroupQuestionQuery): Promise<GroupQuestion> =>
  (await call(api.groups.question.$get({ query }))).data;

/** @param key the idempotency key: a second press sends nothing more */
export async function answerGroup(json: GroupAnswerInput, key: string): Promise<GroupAnswerReply> {
  const { data, seq } = await call(api.groups.answers.$post({ json }, once(key)));
  const { left: _, ...answer } = data;
  groupAnswers.applyOwn("group.answered", { data: answer, seq });
  return data;
}
