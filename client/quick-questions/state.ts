/** The newest quick questions: with the user's own answers, or for staff with all answers. */
import { can, currentOf, isCurrentFor } from "../../server/quick-questions/policy.ts";
import type {
  AskedQuickQuestion,
  CurrentQuickQuestion,
  QuickQuestion,
  QuickQuestionAnswer,
} from "../../server/quick-questions/schema.ts";
import { type Freshness, liveQuery } from "../kit/data/live-query.ts";
import { perUserAtom } from "../kit/net/session.ts";

export type KnownQuickQuestion = CurrentQuickQuestion & Freshness;

export const quickQuestionAtom = perUserAtom<KnownQuickQuestion | null>(null);

/** The answers with a new one, or a changed one, in the server's order. */
function withAnswer(
  answers: readonly QuickQuestionAnswer[],
  answer: QuickQuestionAnswer,
): QuickQuestionAnswer[] {
  const others = answers.filter(({ person }) => person._id !== answer.person._id);
  const order = (a: QuickQuestionAnswer, b: QuickQuestionAnswer) =>
    a.at === b.at ? (a.person._id < b.person._id ? -1 : 1) : a.at < b.at ? -1 : 1;
  return [...others, answer].sort(order);
}

/** All current questions, newest first. */
export const allOf = (
  { quickQuestion, own, staff, others }: KnownQuickQuestion,
): AskedQuickQuestion[] => quickQuestion ? [{ quickQuestion, own, staff }, ...others] : [];

const withAll = (
  known: KnownQuickQuestion,
  all: readonly AskedQuickQuestion[],
): KnownQuickQuestion => {
  const [first, ...others] = currentOf(all);
  return { ...known, ...first, others };
};

/** Changes one of the questions; one that is not current changes nothing. */
export const withOne = (
  known: KnownQuickQuestion,
  id: string,
  change: (one: AskedQuickQuestion) => Partial<AskedQuickQuestion>,
): KnownQuickQuestion =>
  withAll(
    known,
    allOf(known).map((one) => one.quickQuestion._id === id ? { ...one, ...change(one) } : one),
  );

const withQuickQuestion = (
  known: KnownQuickQuestion,
  { seq: _, ...quickQuestion }: QuickQuestion & { seq: number },
): KnownQuickQuestion => withOne(known, quickQuestion._id, () => ({ quickQuestion }));

const NOTHING = { rightOption: null, answers: [], first: null, runId: null };

export const quickQuestions = liveQuery({
  atom: quickQuestionAtom,
  reduce: {
    "quickQuestion.opened": (
      known: KnownQuickQuestion,
      { seq: _, ...quickQuestion },
      me,
    ): KnownQuickQuestion => {
      if (!isCurrentFor(me, quickQuestion)) return known;
      if (allOf(known).some((one) => one.quickQuestion._id === quickQuestion._id)) return known;
      const staff = can.seeAnswers(me) ? NOTHING : null;
      return withAll(known, [...allOf(known), { quickQuestion, own: null, staff }]);
    },
    "quickQuestion.changed": (known, { quickQuestionId, rightOption, runId, first, answer }, me) =>
      withOne(known, quickQuestionId, ({ own, staff }) => ({
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
    "quickQuestion.closed": withQuickQuestion,
    "quickQuestion.again": (known, { seq: _, ...quickQuestion }) =>
      withOne(known, quickQuestion._id, ({ staff }) => ({
        quickQuestion,
        own: null,
        staff: staff && { ...staff, answers: [] },
      })),
    "quickQuestion.shown": withQuickQuestion,
  },
});
