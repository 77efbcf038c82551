/** The access rules for quick questions, and how answers become a result. */
import { type Actor, isLearner, isStaff } from "../kit/core/roles.ts";
import { type Audience, haveCommon, isForOwn } from "../sections/policy.ts";
import {
  type AskedQuickQuestion,
  GROUPS_MOST,
  type OwnAnswer,
  type QuickQuestion,
  type QuickQuestionAnswer,
  type QuickQuestionResult,
  type StaffPart,
} from "./schema.ts";

export const can = {
  ask: (me: Actor | null): boolean => isStaff(me),
  answer: (me: Actor | null): boolean => isLearner(me),
  seeAnswers: (me: Actor | null): boolean => isStaff(me),
};

/** Whether a client shows this person the question: staff see what their own sections are asked. */
export const isCurrentFor = (
  me: Actor | null,
  { askedBy, audience }: { askedBy: { _id: string }; audience?: Audience },
): boolean => isForOwn(me, audience) || askedBy._id === me?._id;

type QuestionRow = { quickQuestion: { createdAt: string; audience?: Audience } };

/** Returns the newest question of each section, newest first: a later one replaces those before. */
export const currentOf = <P extends QuestionRow>(asked: readonly P[]): P[] =>
  asked.toSorted((a, b) => a.quickQuestion.createdAt < b.quickQuestion.createdAt ? 1 : -1)
    .filter(({ quickQuestion }, at, all) =>
      all.slice(0, at).every((later) =>
        !haveCommon(later.quickQuestion.audience, quickQuestion.audience)
      )
    );

/** Whether it still takes answers. It closes by itself at its time. */
export const isOpen = (
  { closedAt, closesAt }: { closedAt: string | null; closesAt: string },
  now: string,
): boolean => closedAt === null && now < closesAt;

/** Returns why the class cannot vote on it a second time; null if it can. */
export function whyNotAgain(
  { options, shownAt, first }:
    & Pick<QuickQuestion, "options" | "shownAt">
    & Pick<StaffPart, "first">,
): string | null {
  if (options.length === 0) return "Only a question with choices has a second vote.";
  if (first !== null) return "The class has voted on this twice.";
  return shownAt === null ? null : "The class has seen the result.";
}

/** A client shows it by itself for so many ms after it was closed or its result shown. */
const STAYS_MS = 60_000;

/**
 * Whether a client shows the question by itself: while it is open, and for a moment after that
 * where there is something to read (the result, for learners) or to do (for the person who asked
 * it).
 */
export function isAtHand(
  { quickQuestion, staff }: AskedQuickQuestion,
  { now, isMine }: { now: string; isMine: boolean },
): boolean {
  if (isOpen(quickQuestion, now)) return true;
  const since = Date.parse(
    quickQuestion.shownAt ?? quickQuestion.closedAt ?? quickQuestion.closesAt,
  );
  return Date.parse(now) - since <= STAYS_MS && (staff ? isMine : quickQuestion.result !== null);
}

/** Equal answers have one key: without case, repeated spaces and the sentence's end. */
export const answerKey = (text: string): string =>
  text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").replace(/[\s.!?;,]+$/, "").trim() ||
  text;

/** Counts answers: each choice, or the most frequent answers in words. */
export function resultOf(
  { options, rightOption, shown, first }: {
    options: readonly string[];
    rightOption: number | null;
    /** The answers in words that the result has; without it, all of them. */
    shown?: readonly string[];
    /** How often each choice was chosen in the first of two votes. */
    first?: number[] | null;
  },
  answers: readonly (OwnAnswer & Partial<QuickQuestionAnswer>)[],
): QuickQuestionResult {
  const all = { answers: answers.length, rightOption };
  if (options.length > 0) {
    const groups = options.map((text, option) => ({
      text,
      option,
      count: answers.filter((one) => one.option === option).length,
    }));
    return { ...all, groups, others: 0, ...(first && { first }) };
  }
  const counts = new Map<string, { text: string; count: number }>();
  for (const { text } of answers) {
    const key = answerKey(text ?? "");
    const known = counts.get(key);
    // The same text for the group, in whatever order the answers came.
    const first = known === undefined || (text ?? "") < known.text ? text ?? "" : known.text;
    counts.set(key, { text: first, count: (known?.count ?? 0) + 1 });
  }
  const only = shown && new Set(shown.map(answerKey));
  const groups = [...counts].filter(([key]) => only?.has(key) ?? true)
    .sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1))
    .slice(0, GROUPS_MOST).map(([, { text, count }]) => ({ text, option: null, count }));
  const counted = groups.reduce((sum, { count }) => sum + count, 0);
  return { ...all, groups, others: answers.length - counted };
}
