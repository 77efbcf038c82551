/** The calls about quick questions. */
import type { AnswerInput, PollInput } from "../../server/polls/schema.ts";
import { api, call } from "../kit/net/api.ts";
import { meAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";
import { polls, withOne } from "./state.ts";

export async function loadPoll(signal: AbortSignal): Promise<void> {
  const { data, seq } = await call(api.polls.current.$get({}, { init: { signal } }));
  if (store.get(meAtom) !== null) polls.store({ ...data, seq, stale: false });
}

/** @param key the same for the same question, so that a repeated call asks it once */
export async function askClass(json: PollInput, key: string): Promise<void> {
  const headers = { "Idempotency-Key": key };
  const { data, seq } = await call(api.polls.$post({ json }, { headers }));
  polls.applyOwn({ event: "poll.opened", data: { ...data, seq } });
}

export async function answerPoll(id: string, json: AnswerInput): Promise<void> {
  const { data } = await call(api.polls[":id"].answer.$put({ param: { id }, json }));
  polls.edit((known) => withOne(known, id, () => ({ own: data })));
}

export async function closePoll(id: string): Promise<void> {
  const { data, seq } = await call(api.polls[":id"].close.$put({ param: { id } }));
  polls.applyOwn({ event: "poll.closed", data: { ...data, seq } });
}

/** Begins the second vote. */
export async function voteAgain(id: string): Promise<void> {
  const { data, seq } = await call(api.polls[":id"].again.$put({ param: { id } }));
  polls.applyOwn({ event: "poll.again", data: { ...data, seq } });
}

/** @param shown the answers in words that the class shall see */
export async function showPoll(id: string, shown: string[]): Promise<void> {
  const { data, seq } = await call(
    api.polls[":id"].show.$put({ param: { id }, json: { shown } }),
  );
  polls.applyOwn({ event: "poll.shown", data: { ...data, seq } });
}
