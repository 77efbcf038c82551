/** The newest quick questions: with the user's own answers, or for staff with all answers. */
import { can, currentOf, isCurrentFor } from "../../server/polls/policy.ts";
import type { AskedPoll, CurrentPoll, Poll, PollAnswer } from "../../server/polls/schema.ts";
import type { Actor } from "../../server/kit/core/roles.ts";
import { type Fetched, liveQuery } from "../kit/data/live-query.ts";
import { meAtom, perUserAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";

export type KnownPoll = CurrentPoll & Fetched;

export const pollAtom = perUserAtom<KnownPoll | null>(null);

/** The answers with a new one, or a changed one, in the server's order. */
function withAnswer(answers: readonly PollAnswer[], answer: PollAnswer): PollAnswer[] {
  const others = answers.filter(({ person }) => person._id !== answer.person._id);
  const order = (a: PollAnswer, b: PollAnswer) =>
    a.at === b.at ? (a.person._id < b.person._id ? -1 : 1) : a.at < b.at ? -1 : 1;
  return [...others, answer].sort(order);
}

/** All current questions, newest first. */
export const allOf = ({ poll, own, staff, others }: KnownPoll): AskedPoll[] =>
  poll ? [{ poll, own, staff }, ...others] : [];

const withAll = (known: KnownPoll, all: readonly AskedPoll[]): KnownPoll => {
  const [first, ...others] = currentOf(all);
  return { ...known, ...first, others };
};

/** Changes one of the questions; one that is not current changes nothing. */
export const withOne = (
  known: KnownPoll,
  id: string,
  change: (one: AskedPoll) => Partial<AskedPoll>,
): KnownPoll =>
  withAll(
    known,
    allOf(known).map((one) => one.poll._id === id ? { ...one, ...change(one) } : one),
  );

const withPoll = (known: KnownPoll, { seq: _, ...poll }: Poll & { seq: number }): KnownPoll =>
  withOne(known, poll._id, () => ({ poll }));

const NOTHING = { rightOption: null, answers: [], first: null, runId: null };

export const polls = liveQuery({
  atom: pollAtom,
  context: (): Actor | null => store.get(meAtom),
  reduce: {
    "poll.opened": (known: KnownPoll, { seq: _, ...poll }, me): KnownPoll => {
      if (!isCurrentFor(me, poll)) return known;
      if (allOf(known).some((one) => one.poll._id === poll._id)) return known;
      const staff = can.seeAnswers(me) ? NOTHING : null;
      return withAll(known, [...allOf(known), { poll, own: null, staff }]);
    },
    "poll.changed": (known, { pollId, rightOption, runId, first, answer }, me) =>
      withOne(known, pollId, ({ own, staff }) => ({
        own: answer && !can.seeAnswers(me) && answer.person._id === me?._id
          ? { option: answer.option, text: answer.text }
          : own,
        staff: staff && {
          rightOption: rightOption === undefined ? staff.rightOption : rightOption,
          runId: runId === undefined ? staff.runId : runId,
          first: first ?? staff.first,
          answers: answer ? withAnswer(staff.answers, answer) : staff.answers,
        },
      })),
    "poll.closed": withPoll,
    "poll.again": (known, { seq: _, ...poll }) =>
      withOne(known, poll._id, ({ staff }) => ({
        poll,
        own: null,
        staff: staff && { ...staff, answers: [] },
      })),
    "poll.shown": withPoll,
  },
});
