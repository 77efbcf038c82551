/** The newest quick question: with the user's own answer, or for staff with all answers. */
import { can, isCurrentFor } from "../../server/polls/policy.ts";
import type { CurrentPoll, Poll, PollAnswer } from "../../server/polls/schema.ts";
import type { Actor } from "../../server/kit/core/roles.ts";
import { type Fetched, liveQuery } from "../kit/data/live-query.ts";
import { meAtom, perUserAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";
import { pollValues } from "./live.ts";

export type KnownPoll = CurrentPoll & Fetched;

export const pollAtom = perUserAtom<KnownPoll | null>(null);

/** The answers with a new one, or a changed one, in the server's order. */
function withAnswer(answers: readonly PollAnswer[], answer: PollAnswer): PollAnswer[] {
  const others = answers.filter(({ person }) => person._id !== answer.person._id);
  const order = (a: PollAnswer, b: PollAnswer) =>
    a.at === b.at ? (a.person._id < b.person._id ? -1 : 1) : a.at < b.at ? -1 : 1;
  return [...others, answer].sort(order);
}

const withPoll = (known: KnownPoll, { seq: _, ...poll }: Poll & { seq: number }): KnownPoll =>
  known.poll?._id === poll._id ? { ...known, poll } : known;

export const polls = liveQuery({
  atom: pollAtom,
  context: (): Actor | null => store.get(meAtom),
  reduce: {
    "poll.opened": (known: KnownPoll, { seq: _, ...poll }, me): KnownPoll => {
      if (!isCurrentFor(me, poll)) return known;
      if (known.poll !== null && known.poll.createdAt >= poll.createdAt) return known;
      const staff = can.seeAnswers(me) ? { rightOption: null, answers: [] } : null;
      return { ...known, poll, own: null, staff };
    },
    "poll.changed": (known, { pollId, rightOption, answer }, me) => {
      if (known.poll?._id !== pollId) return known;
      const isOwn = !can.seeAnswers(me) && answer?.person._id === me?._id;
      const own = isOwn && answer ? { option: answer.option, text: answer.text } : known.own;
      const staff = known.staff && {
        rightOption: rightOption === undefined ? known.staff.rightOption : rightOption,
        answers: answer ? withAnswer(known.staff.answers, answer) : known.staff.answers,
      };
      return { ...known, own, staff };
    },
    "poll.closed": withPoll,
    "poll.shown": withPoll,
  },
});

pollValues.add(polls);
