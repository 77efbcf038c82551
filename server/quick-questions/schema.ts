/** Quick questions: what staff ask the class, the answers, the result, and the events. */
import * as z from "zod";
import {
  id,
  isStorable,
  limit,
  line,
  page,
  someone,
  time,
  title,
  UNSTORABLE,
} from "../kit/core/schema.ts";
import { audience } from "../sections/schema.ts";

export const QUICK_QUESTION_TEXT = 300;
export const OPTION_TEXT = 120;
export const OPTIONS_MOST = 6;
export const PROGRAM_TEXT = 4000;
/** The longest answer in words. */
export const ANSWER_TEXT = 200;
/** How long it may be open, in seconds. */
export const SECONDS_LEAST = 10;
export const SECONDS_MOST = 3600;
/** Without a time, it closes by itself after so many minutes. */
export const OPEN_MINUTES = 6 * 60;
export const QUICK_QUESTIONS_AN_HOUR = 60;
/** How often a person may answer one question: the answer, and its changes. */
export const ANSWERS_EACH = 20;
export const ANSWERS_MOST = 2000;
/** The most groups of equal answers in words that a result has. */
export const GROUPS_MOST = 12;
/** A client shows the newest question for so many minutes after it was asked. */
export const CURRENT_MINUTES = 12 * 60;

export const quickQuestionInput = z.strictObject({
  /** The running class session in which it is asked: without it, that of one's own sections. */
  classSessionId: id.nullable().optional(),
  /** It is also the title of the notification. */
  text: title()
    .min(1, "Question is required.")
    .max(QUICK_QUESTION_TEXT, `Question must be at most ${QUICK_QUESTION_TEXT} characters.`)
    .refine(isStorable, UNSTORABLE),
  /** Without choices, the answers are in words. */
  options: z.array(line("Choice", OPTION_TEXT))
    .max(OPTIONS_MOST, `Give at most ${OPTIONS_MOST} choices.`).default([]),
  /** The place of the right choice, counted from 0. */
  rightOption: z.int().min(0, "The right choice must be one of the choices.").nullable().optional(),
  /** The program that the question is about, as the class sees it. */
  program: z.string().max(PROGRAM_TEXT, `The program must be at most ${PROGRAM_TEXT} characters.`)
    .refine(isStorable, UNSTORABLE).nullable().optional(),
  /** The kept run that staff step through after the votes. The class is not told of it. */
  runId: id.nullable().optional(),
  /** It closes by itself after this time. */
  seconds: z.int("The time must be a whole number of seconds.")
    .min(SECONDS_LEAST, `The time must be at least ${SECONDS_LEAST} seconds.`)
    .max(SECONDS_MOST, `The time must be at most ${SECONDS_MOST} seconds.`).nullable().optional(),
});
export type QuickQuestionInput = z.infer<typeof quickQuestionInput>;

/** Either the place of a choice, or a text. */
export const answerInput = z.strictObject({
  option: z.int().min(0, "Choose one of the choices.").optional(),
  text: line("Answer", ANSWER_TEXT).optional(),
});
export type AnswerInput = z.infer<typeof answerInput>;

export const showInput = z.strictObject({
  /** Answers that staff let the class see. Others are only counted: one may come since. */
  shown: z.array(line("Answer", ANSWER_TEXT))
    .max(GROUPS_MOST, `A result has at most ${GROUPS_MOST} answers.`).default([]),
});
export type ShowInput = z.infer<typeof showInput>;

export const quickQuestionsQuery = z.object({ classSessionId: id.optional(), page, limit });
export type QuickQuestionsQuery = z.infer<typeof quickQuestionsQuery>;

export const answerGroup = z.object({
  text: z.string(),
  /** The place of the choice; null for answers in words. */
  option: z.int().nullable(),
  count: z.int(),
});
export const quickQuestionResult = z.object({
  answers: z.int(),
  rightOption: z.int().nullable(),
  /** The choices in their order, or the answers in words, the most frequent first. */
  groups: z.array(answerGroup),
  /** How many answers are in none of these groups. */
  others: z.int(),
  /** How often each choice was chosen in the first of two votes. */
  first: z.array(z.int()).optional(),
});
export type QuickQuestionResult = z.infer<typeof quickQuestionResult>;

/** As everyone in the class sees it: never names, and no answers before staff show them. */
export const quickQuestion = z.object({
  _id: id,
  classSessionId: id.nullable(),
  /** The sections of the class session in which it was asked. */
  audience,
  text: z.string(),
  options: z.array(z.string()),
  program: z.string().optional(),
  /** Whether it is the second vote, after the class has talked. */
  again: z.literal(true).optional(),
  askedBy: someone,
  createdAt: time,
  /** When it closes by itself. */
  closesAt: time,
  /** Whether staff have given it a time. */
  isTimed: z.boolean(),
  closedAt: time.nullable(),
  shownAt: time.nullable(),
  /** Null until staff show it. */
  result: quickQuestionResult.nullable(),
});
export type QuickQuestion = z.infer<typeof quickQuestion>;

export const ownAnswer = z.object({ option: z.int().nullable(), text: z.string().nullable() });
export type OwnAnswer = z.infer<typeof ownAnswer>;

/** With a name: for staff, and for the person who answered. */
export const quickQuestionAnswer = ownAnswer.extend({
  person: z.object({ _id: id, name: z.string() }),
  at: time,
});
export type QuickQuestionAnswer = z.infer<typeof quickQuestionAnswer>;

/** The part of a question that only staff see. */
export const staffPart = z.object({
  rightOption: z.int().nullable(),
  answers: z.array(quickQuestionAnswer),
  /** How often each choice was chosen in the first of two votes. */
  first: z.array(z.int()).nullable(),
  runId: id.nullable(),
});
export type StaffPart = z.infer<typeof staffPart>;

/** A question with a learner's own answer, or for staff with all. */
export const askedQuickQuestion = z.object({
  quickQuestion,
  own: ownAnswer.nullable(),
  staff: staffPart.nullable(),
});
export type AskedQuickQuestion = z.infer<typeof askedQuickQuestion>;

/** The newest question of the last hours. */
export const currentQuickQuestion = askedQuickQuestion.extend({
  quickQuestion: quickQuestion.nullable(),
  /** The newest ones of sections that this question is not for, newest first. */
  others: z.array(askedQuickQuestion),
});
export type CurrentQuickQuestion = z.infer<typeof currentQuickQuestion>;

export const listedQuickQuestion = quickQuestion.extend({ tally: quickQuestionResult });
export type ListedQuickQuestion = z.infer<typeof listedQuickQuestion>;

export const quickQuestionChange = z.object({
  quickQuestionId: id,
  /** To staff, when the question is asked. */
  rightOption: z.int().nullable().optional(),
  runId: id.nullable().optional(),
  /** To staff, when the second vote begins. */
  first: z.array(z.int()).optional(),
  /** An answer, or the change of one. */
  answer: quickQuestionAnswer.optional(),
});

export const quickQuestionEvents = {
  "quickQuestion.opened": quickQuestion,
  /** To staff; an answer also to the person who gave it. */
  "quickQuestion.changed": quickQuestionChange,
  "quickQuestion.closed": quickQuestion,
  /** The second vote has begun: the answers of the first are only counted. */
  "quickQuestion.again": quickQuestion,
  "quickQuestion.shown": quickQuestion,
};
