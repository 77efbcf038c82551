/** Asks the class a quick question, takes answers, closes it, and shows the result. */
import { and, desc, eq, gt, isNull, lte, sql } from "drizzle-orm";
import { later } from "../kit/core/clock.ts";
import { badField, conflict, notFound } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import { splitRunning } from "../class-sessions/policy.ts";
import { runningClassSessions } from "../class-sessions/queries.ts";
import { someone } from "../kit/core/roles.ts";
import type { Me } from "../kit/http/guard.ts";
import { takeLock } from "../kit/db/locks.ts";
import { type Act, announce } from "../live/outbox.ts";
import { userRoom } from "../live/rooms.ts";
import { type Audience, haveCommon, isFor } from "../sections/policy.ts";
import { runs } from "../runs/tables.ts";
import { roomsFor } from "../sections/queries.ts";
import { isOpen, resultOf, whyNotAgain } from "./policy.ts";
import {
  answersOf,
  type QuickQuestionRow,
  selectQuickQuestions,
  toQuickQuestion,
} from "./queries.ts";
import {
  type AnswerInput,
  ANSWERS_EACH,
  ANSWERS_MOST,
  OPEN_MINUTES,
  type OwnAnswer,
  QUICK_QUESTIONS_AN_HOUR,
  type QuickQuestion,
  type QuickQuestionInput,
  type ShowInput,
} from "./schema.ts";
import { quickQuestionAnswers, quickQuestions } from "./tables.ts";

/** @throws Refusal 400, or 409 while another is open or the class was asked too much */
export async function ask(act: Act, input: QuickQuestionInput): Promise<QuickQuestion> {
  const { db, me, now } = act;
  const { text, options, rightOption = null, seconds = null, runId = null } = input;
  refuseChoices(options, rightOption);
  if (runId !== null && await db.$count(runs, eq(runs.id, runId)) === 0) {
    throw badField("runId", "This program is no longer kept.");
  }
  // Parallel questions wait for each other here.
  await takeLock(db, "quickQuestions");
  const classSession = await classSessionOf(act, input.classSessionId);
  await refuseWhileOpen(act, classSession?.audience);
  if (
    await db.$count(quickQuestions, gt(quickQuestions.createdAt, later(now, -60))) >=
      QUICK_QUESTIONS_AN_HOUR
  ) {
    throw conflict(
      "quickQuestion.often",
      `The class was asked ${QUICK_QUESTIONS_AN_HOUR} questions in this hour. Ask later.`,
    );
  }
  const [before] = await db.select({ createdAt: quickQuestions.createdAt }).from(quickQuestions)
    .orderBy(desc(quickQuestions.createdAt)).limit(1);
  const id = newId();
  const row = {
    text,
    options,
    rightOption,
    program: input.program?.trimEnd() || null,
    ...{ runId, first: null },
    classSessionId: classSession?._id ?? null,
    // The newest question is the current one, so two questions never have the same time.
    createdAt: before && before.createdAt >= now ? next(before.createdAt) : now,
    closesAt: seconds === null ? later(now, OPEN_MINUTES) : inSeconds(now, seconds),
    isTimed: seconds !== null,
  };
  await db.insert(quickQuestions).values({ id, askedById: me._id, ...row });
  const askedBy = someone(me);
  const audience = classSession?.audience ?? null;
  const made = { _id: id, askedBy, closedAt: null, shownAt: null, result: null, audience, ...row };
  const quickQuestion = toQuickQuestion(made);
  announce(act, "quickQuestion.opened", roomsFor(audience), quickQuestion);
  announce(act, "quickQuestion.changed", ["staff"], { quickQuestionId: id, rightOption, runId });
  return quickQuestion;
}

const inSeconds = (now: string, seconds: number): string =>
  new Date(Date.parse(now) + seconds * 1000).toISOString();
const next = (time: string): string => new Date(Date.parse(time) + 1).toISOString();

/** @throws Refusal 400 that names the field */
function refuseChoices(options: readonly string[], rightOption: number | null): void {
  if (options.length === 1) throw badField("options", "Give two choices or more, or none.");
  if (new Set(options.map((option) => option.toLowerCase())).size < options.length) {
    throw badField("options", "Each choice must be different.");
  }
  if (rightOption !== null && rightOption >= options.length) {
    throw badField("rightOption", "The right choice must be one of the choices.");
  }
}

/** The class session in which it is asked, if any. @throws Refusal 400 if it does not run */
async function classSessionOf(act: Act, id: string | null | undefined) {
  const running = await runningClassSessions(act);
  if (!id) return splitRunning(act.me, running).classSession;
  const classSession = running.find(({ _id }) => _id === id);
  if (!classSession) throw badField("classSessionId", "This class session is over.");
  return classSession;
}

/** Each section is asked one question at a time. @throws Refusal 409 while one is open for these */
async function refuseWhileOpen({ db, now }: Act, audience: Audience): Promise<void> {
  const rows = await selectQuickQuestions(db)
    .where(and(isNull(quickQuestions.closedAt), gt(quickQuestions.closesAt, now)));
  const open = rows.find((one) => haveCommon(one.audience, audience));
  if (!open) return;
  throw conflict("quickQuestion.open", "Another question is open. Close it first.", {
    current: toQuickQuestion(open),
  });
}

/** Answers, or changes the answer. The same answer once more changes nothing. */
export async function answer(act: Act, id: string, input: AnswerInput): Promise<OwnAnswer> {
  const { db, me, now } = act;
  // Answers do not wait for each other, but closing waits for them.
  const [quickQuestion] = await selectQuickQuestions(db).where(eq(quickQuestions.id, id)).for(
    "share",
    { of: quickQuestions },
  );
  if (!quickQuestion || !isFor(me, quickQuestion.audience)) throw notFound("This question");
  if (!isOpen(quickQuestion, now)) {
    throw conflict("quickQuestion.closed", "This question is closed.");
  }
  const given = givenAnswer(quickQuestion, input);
  const [before] = await db.select().from(quickQuestionAnswers)
    .where(
      and(eq(quickQuestionAnswers.quickQuestionId, id), eq(quickQuestionAnswers.personId, me._id)),
    ).for("update");
  if (before && before.option === given.option && before.text === given.text) return given;
  if (before && before.times >= ANSWERS_EACH) {
    throw conflict(
      "quickQuestion.changes",
      `An answer can be changed ${ANSWERS_EACH - 1} times. Your last one counts.`,
    );
  }
  if (
    !before &&
    await db.$count(quickQuestionAnswers, eq(quickQuestionAnswers.quickQuestionId, id)) >=
      ANSWERS_MOST
  ) {
    throw conflict("quickQuestion.full", "This question has as many answers as it can have.");
  }
  const row = { ...given, at: now };
  await db.insert(quickQuestionAnswers).values({ quickQuestionId: id, personId: me._id, ...row })
    .onConflictDoUpdate({
      target: [quickQuestionAnswers.quickQuestionId, quickQuestionAnswers.personId],
      set: { ...row, times: sql`poll_answers.times + 1` },
    });
  const person = { _id: me._id, name: me.name };
  announce(act, "quickQuestion.changed", ["staff", userRoom(me._id)], {
    quickQuestionId: id,
    answer: { person, ...row },
  });
  return given;
}

/** @throws Refusal 400 that names the field */
function givenAnswer({ options }: QuickQuestionRow, { option, text }: AnswerInput): OwnAnswer {
  if (options.length === 0) {
    if (option !== undefined) throw badField("option", "This question has no choices.");
    if (text === undefined) throw badField("text", "Answer is required.");
    return { option: null, text };
  }
  if (text !== undefined) throw badField("text", "Answer this question with one of its choices.");
  if (option === undefined || option >= options.length) {
    throw badField("option", "Choose one of the choices.");
  }
  return { option, text: null };
}

/** Closes it for answers. One that is closed stays as it is. */
export async function close(act: Act, id: string): Promise<QuickQuestion> {
  return toQuickQuestion(await closeRow(act, await lock(act, id)));
}

/** Closes a question whose time is over, unless another server has it. */
export async function closeDue(act: Act<null>, id: string): Promise<void> {
  const [due] = await selectQuickQuestions(act.db)
    .where(
      and(
        eq(quickQuestions.id, id),
        isNull(quickQuestions.closedAt),
        lte(quickQuestions.closesAt, act.now),
      ),
    )
    .for("update", { of: quickQuestions, skipLocked: true });
  if (due) await closeRow(act, due);
}

/** Shows the class the result. It takes no answers after that. */
export async function show(
  act: Act,
  id: string,
  { shown: chosen }: ShowInput,
): Promise<QuickQuestion> {
  const { db, now } = act;
  const closed = await closeRow(act, await lock(act, id));
  const answers = (await answersOf(db, [id])).get(id) ?? [];
  const result = resultOf({ ...closed, shown: chosen }, answers);
  if (JSON.stringify(closed.result) === JSON.stringify(result)) return toQuickQuestion(closed);
  const shown = { result, shownAt: closed.shownAt ?? now };
  await db.update(quickQuestions).set(shown).where(eq(quickQuestions.id, id));
  const quickQuestion = toQuickQuestion({ ...closed, ...shown });
  announce(act, "quickQuestion.shown", roomsFor(closed.audience), quickQuestion);
  return quickQuestion;
}

/** The first vote stays beside the second. @throws Refusal 409 without one, or after two */
export async function again(act: Act, id: string): Promise<QuickQuestion> {
  const { db, now } = act;
  await takeLock(db, "quickQuestions");
  const row = await lock(act, id);
  const why = whyNotAgain(row);
  if (why !== null) throw conflict("quickQuestion.again", why);
  const later = await selectQuickQuestions(db).where(gt(quickQuestions.createdAt, row.createdAt));
  if (later.some(({ audience }) => haveCommon(audience, row.audience))) {
    throw conflict("quickQuestion.again", "The class was asked another question since.");
  }
  const { groups } = resultOf(row, (await answersOf(db, [id])).get(id) ?? []);
  const second = {
    first: groups.map(({ count }) => count),
    closedAt: null,
    closesAt: inSeconds(now, OPEN_MINUTES * 60),
    isTimed: false,
  };
  await db.delete(quickQuestionAnswers).where(eq(quickQuestionAnswers.quickQuestionId, id));
  await db.update(quickQuestions).set(second).where(eq(quickQuestions.id, id));
  const quickQuestion = toQuickQuestion({ ...row, ...second });
  announce(act, "quickQuestion.again", roomsFor(row.audience), quickQuestion);
  announce(act, "quickQuestion.changed", ["staff"], { quickQuestionId: id, first: second.first });
  return quickQuestion;
}

async function closeRow(act: Act<Me | null>, row: QuickQuestionRow): Promise<QuickQuestionRow> {
  if (row.closedAt !== null) return row;
  const closed = { ...row, closedAt: act.now < row.closesAt ? act.now : row.closesAt };
  await act.db.update(quickQuestions).set({ closedAt: closed.closedAt }).where(
    eq(quickQuestions.id, row._id),
  );
  announce(act, "quickQuestion.closed", roomsFor(row.audience), toQuickQuestion(closed));
  return closed;
}

async function lock({ db }: Act, id: string): Promise<QuickQuestionRow> {
  const [row] = await selectQuickQuestions(db).where(eq(quickQuestions.id, id)).for("update", {
    of: quickQuestions,
  });
  if (!row) throw notFound("This question");
  return row;
}
