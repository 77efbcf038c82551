/** Asks the class a quick question, takes answers, closes it, and shows the result. */
import { and, desc, eq, gt, isNull, lte, sql } from "drizzle-orm";
import { later } from "../kit/core/clock.ts";
import { badField, notFound, Refusal } from "../kit/core/errors.ts";
import { newId } from "../kit/core/ids.ts";
import { splitRunning } from "../lessons/policy.ts";
import { runningLessons } from "../lessons/queries.ts";
import type { Lesson } from "../lessons/schema.ts";
import { someone } from "../kit/core/roles.ts";
import type { Me } from "../kit/http/guard.ts";
import { takeLock } from "../kit/db/locks.ts";
import { type Act, announce } from "../live/outbox.ts";
import { userRoom } from "../live/rooms.ts";
import { type Audience, haveCommon, isFor } from "../sections/policy.ts";
import { runs } from "../runs/tables.ts";
import { roomsFor } from "../sections/queries.ts";
import { isOpen, resultOf, whyNotAgain } from "./policy.ts";
import { answersOf, type PollRow, selectPolls, toPoll } from "./queries.ts";
import {
  type AnswerInput,
  ANSWERS_EACH,
  ANSWERS_MOST,
  OPEN_MINUTES,
  type OwnAnswer,
  type Poll,
  type PollInput,
  POLLS_AN_HOUR,
  type ShowInput,
} from "./schema.ts";
import { pollAnswers, polls } from "./tables.ts";

/** @throws Refusal 400, or 409 while another question is open, or when the class was asked too much */
export async function ask(act: Act, input: PollInput): Promise<Poll> {
  const { db, me, now } = act;
  const { text, options, rightOption = null, seconds = null, runId = null } = input;
  refuseChoices(options, rightOption);
  if (runId !== null && await db.$count(runs, eq(runs.id, runId)) === 0) {
    throw badField("runId", "This program is no longer kept.");
  }
  // Parallel questions wait for each other here.
  await takeLock(db, "polls");
  const lesson = await lessonOf(act, input.lessonId);
  await refuseWhileOpen(act, lesson?.audience);
  if (await db.$count(polls, gt(polls.createdAt, later(now, -60))) >= POLLS_AN_HOUR) {
    throw new Refusal(
      409,
      "poll.often",
      `The class was asked ${POLLS_AN_HOUR} questions in this hour. Ask later.`,
    );
  }
  const [before] = await db.select({ createdAt: polls.createdAt }).from(polls)
    .orderBy(desc(polls.createdAt)).limit(1);
  const id = newId();
  const row = {
    text,
    options,
    rightOption,
    program: input.program?.trimEnd() || null,
    ...{ runId, first: null },
    lessonId: lesson?._id ?? null,
    // The newest question is the current one, so two questions never have the same time.
    createdAt: before && before.createdAt >= now ? next(before.createdAt) : now,
    closesAt: seconds === null ? later(now, OPEN_MINUTES) : inSeconds(now, seconds),
    isTimed: seconds !== null,
  };
  await db.insert(polls).values({ id, askedById: me._id, ...row });
  const askedBy = someone(me);
  const audience = lesson?.audience ?? null;
  const made = { _id: id, askedBy, closedAt: null, shownAt: null, result: null, audience, ...row };
  const poll = toPoll(made);
  announce(act, "poll.opened", roomsFor(audience), poll);
  announce(act, "poll.changed", ["staff"], { pollId: id, rightOption, runId });
  return poll;
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

/** The class session in which a question is asked, if any. @throws Refusal 400 if it does not run */
async function lessonOf(act: Act, id: string | null | undefined): Promise<Lesson | null> {
  const running = await runningLessons(act);
  if (!id) return splitRunning(act.me, running).lesson;
  const lesson = running.find(({ _id }) => _id === id);
  if (!lesson) throw badField("lessonId", "This class session is over.");
  return lesson;
}

/**
 * Closes open questions whose time is over. Each section is asked one question at a time.
 * @throws Refusal 409 while one is open for these sections
 */
async function refuseWhileOpen(act: Act, audience: Audience): Promise<void> {
  const rows = await selectPolls(act.db).where(isNull(polls.closedAt)).for("update", { of: polls });
  for (const open of rows) {
    if (!isOpen(open, act.now)) await closeRow(act, open);
    else if (haveCommon(open.audience, audience)) {
      throw new Refusal(409, "poll.open", "Another question is open. Close it first.", {
        more: { current: toPoll(open) },
      });
    }
  }
}

/** Answers, or changes the answer. The same answer once more changes nothing. */
export async function answer(act: Act, id: string, input: AnswerInput): Promise<OwnAnswer> {
  const { db, me, now } = act;
  // Answers do not wait for each other, but closing waits for them.
  const [poll] = await selectPolls(db).where(eq(polls.id, id)).for("share", { of: polls });
  if (!poll || !isFor(me, poll.audience)) throw notFound("This question");
  if (!isOpen(poll, now)) {
    throw new Refusal(409, "poll.closed", "This question is closed.");
  }
  const given = givenAnswer(poll, input);
  const [before] = await db.select().from(pollAnswers)
    .where(and(eq(pollAnswers.pollId, id), eq(pollAnswers.personId, me._id))).for("update");
  if (before && before.option === given.option && before.text === given.text) return given;
  if (before && before.times >= ANSWERS_EACH) {
    throw new Refusal(
      409,
      "poll.changes",
      `An answer can be changed ${ANSWERS_EACH - 1} times. Your last one counts.`,
    );
  }
  if (!before && await db.$count(pollAnswers, eq(pollAnswers.pollId, id)) >= ANSWERS_MOST) {
    throw new Refusal(409, "poll.full", "This question has as many answers as it can have.");
  }
  const row = { ...given, at: now };
  await db.insert(pollAnswers).values({ pollId: id, personId: me._id, ...row })
    .onConflictDoUpdate({
      target: [pollAnswers.pollId, pollAnswers.personId],
      set: { ...row, times: sql`poll_answers.times + 1` },
    });
  const person = { _id: me._id, name: me.name };
  announce(act, "poll.changed", ["staff", userRoom(me._id)], {
    pollId: id,
    answer: { person, ...row },
  });
  return given;
}

/** @throws Refusal 400 that names the field */
function givenAnswer({ options }: PollRow, { option, text }: AnswerInput): OwnAnswer {
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
export async function close(act: Act, id: string): Promise<Poll> {
  return toPoll(await closeRow(act, await lock(act, id)));
}

/** Closes a question whose time is over, unless another server has it. */
export async function closeDue(act: Act<null>, id: string): Promise<void> {
  const [due] = await selectPolls(act.db)
    .where(and(eq(polls.id, id), isNull(polls.closedAt), lte(polls.closesAt, act.now)))
    .for("update", { of: polls, skipLocked: true });
  if (due) await closeRow(act, due);
}

/** Shows the class the result. It takes no answers after that. */
export async function show(act: Act, id: string, { shown: chosen }: ShowInput): Promise<Poll> {
  const { db, now } = act;
  const closed = await closeRow(act, await lock(act, id));
  const answers = (await answersOf(db, [id])).get(id) ?? [];
  const result = resultOf({ ...closed, shown: chosen }, answers);
  if (JSON.stringify(closed.result) === JSON.stringify(result)) return toPoll(closed);
  const shown = { result, shownAt: closed.shownAt ?? now };
  await db.update(polls).set(shown).where(eq(polls.id, id));
  const poll = toPoll({ ...closed, ...shown });
  announce(act, "poll.shown", roomsFor(closed.audience), poll);
  return poll;
}

/**
 * Asks the class to talk and to vote again. The first vote is counted and stays beside the second.
 * @throws Refusal 409 when there was a second vote, or nothing to vote on
 */
export async function again(act: Act, id: string): Promise<Poll> {
  const { db, now } = act;
  await takeLock(db, "polls");
  const row = await lock(act, id);
  const why = whyNotAgain(row);
  if (why !== null) throw new Refusal(409, "poll.again", why);
  const later = await selectPolls(db).where(gt(polls.createdAt, row.createdAt));
  if (later.some(({ audience }) => haveCommon(audience, row.audience))) {
    throw new Refusal(409, "poll.again", "The class was asked another question since.");
  }
  const { groups } = resultOf(row, (await answersOf(db, [id])).get(id) ?? []);
  const second = {
    first: groups.map(({ count }) => count),
    closedAt: null,
    closesAt: inSeconds(now, OPEN_MINUTES * 60),
    isTimed: false,
  };
  await db.delete(pollAnswers).where(eq(pollAnswers.pollId, id));
  await db.update(polls).set(second).where(eq(polls.id, id));
  const poll = toPoll({ ...row, ...second });
  announce(act, "poll.again", roomsFor(row.audience), poll);
  announce(act, "poll.changed", ["staff"], { pollId: id, first: second.first });
  return poll;
}

async function closeRow(act: Act<Me | null>, row: PollRow): Promise<PollRow> {
  if (row.closedAt !== null) return row;
  const closed = { ...row, closedAt: act.now < row.closesAt ? act.now : row.closesAt };
  await act.db.update(polls).set({ closedAt: closed.closedAt }).where(eq(polls.id, row._id));
  announce(act, "poll.closed", roomsFor(row.audience), toPoll(closed));
  return closed;
}

async function lock({ db }: Act, id: string): Promise<PollRow> {
  const [row] = await selectPolls(db).where(eq(polls.id, id)).for("update", { of: polls });
  if (!row) throw notFound("This question");
  return row;
}
