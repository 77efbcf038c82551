/** The class, for staff: the running session with its map, or the way to start one. */
import { useAtomValue } from "jotai";
import { useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import type { ClassSession } from "../../server/class-sessions/schema.ts";
import { CallError } from "../kit/net/api.ts";
import { contentKey } from "../kit/net/idempotency-key.ts";
import { useCall } from "../kit/data/use-call.ts";
import { meAtom } from "../kit/net/session.ts";
import { Page, useKnown, useQueryParameter } from "../kit/ui/page.tsx";
import { AudienceField, type AudienceValue, changedAudience } from "../sections/audience.tsx";
import { SectionNames } from "../sections/names.tsx";
import { type Candidate, loadRunning, startClassSession } from "./actions.ts";
import { inMinutes } from "./countdown.tsx";
import { EndedClassSession, PastClassSessions } from "./past.tsx";
import { QuestionPicker } from "./question-picker.tsx";
import { allOf, runningAtom } from "./state.ts";
import RunningClassSession from "./running-session.tsx";

/** The longest countdown, in minutes: a session lasts six hours. */
const COUNTDOWN_MOST = 359;

export default function ClassScreen() {
  const [known, waiting] = useKnown(runningAtom, loadRunning, {
    failed: "Failed to load the class session.",
    label: "Loading the class session...",
    skeleton: "h-96 rounded-box",
  });
  const isPast = useQueryParameter("view") === "past";
  const chosen = useQueryParameter("session");
  const running = known ? allOf(known) : [];
  const classSession = chosen === null
    ? known?.classSession ?? undefined
    : running.find(({ _id }) => _id === chosen);
  /** The session that this screen has shown last: when it ends, its summary takes its place. */
  const [last, setLast] = useState<string | null>(null);
  if (classSession && classSession._id !== last) setLast(classSession._id);
  const [, navigate] = useLocation();
  const again = () => {
    setLast(null);
    if (chosen !== null) navigate("/mentor/class");
  };
  return (
    <Page
      title="Class"
      aside={classSession && (isPast
        ? <Link href={pathOf(classSession._id)} className="link-plain">The running session</Link>
        : <Link href="/mentor/class?view=past" className="link-plain">Past sessions</Link>)}
      dense
    >
      {known === null ? waiting : classSession && !isPast
        ? (
          <>
            <OtherSessions running={running} current={classSession._id} />
            <RunningClassSession key={classSession._id} classSession={classSession} />
          </>
        )
        : (
          <div className="space-y-8">
            {!isPast && <OtherSessions running={running} current={NEW} />}
            {!classSession && (last === null || chosen === NEW
              ? <StartClassSession isBeside={running.length > 0} />
              : <EndedClassSession id={last} onAgain={again} />)}
            <PastClassSessions except={last} />
          </div>
        )}
    </Page>
  );
}

/** The `session` of the address in which one is begun. */
const NEW = "new";
const pathOf = (session: string) => `/mentor/class?session=${session}`;

function OtherSessions(
  { running, current }: { running: readonly ClassSession[]; current: string },
) {
  // One that is for the whole class is the only one.
  if (running.every(({ audience }) => !audience)) return null;
  return (
    <nav aria-label="Class sessions" className="flex flex-wrap gap-2 pb-4">
      {running.map(({ _id, audience }) => (
        <Link
          key={_id}
          href={pathOf(_id)}
          aria-current={_id === current ? "page" : undefined}
          className={`btn btn-sm py-1 ${_id === current ? "btn-primary" : ""}`}
        >
          <span className="min-w-0 break-words">
            Class session: <SectionNames ids={audience} />
          </span>
        </Link>
      ))}
      <Link
        href={pathOf(NEW)}
        aria-current={current === NEW ? "page" : undefined}
        className={`btn btn-sm ${current === NEW ? "btn-primary" : ""}`}
      >
        Start another
      </Link>
    </nav>
  );
}

/** @param isBeside another session runs, so that it cannot be for the whole class */
function StartClassSession({ isBeside }: { isBeside: boolean }) {
  const [chosen, setChosen] = useState<readonly Candidate[]>([]);
  const [minutes, setMinutes] = useState("");
  const me = useAtomValue(meAtom);
  const [audience, setAudience] = useState<AudienceValue>(isBeside ? me?.sections ?? [] : null);
  const [, navigate] = useLocation();
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { busy, run } = useCall("The class session could not be started.");
  const key = useRef(contentKey());
  function start(): void {
    const found = problemsOf(chosen, minutes);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const questions = chosen.map(({ _id }) => _id);
    run(async () => {
      const countdownAt = minutes === "" ? null : inMinutes(Number(minutes));
      try {
        const input = { questions, ...changedAudience(audience, null) };
        const id = await startClassSession(
          { ...input, countdownAt },
          key.current({ ...input, minutes }),
        );
        if (isBeside) navigate(pathOf(id), { replace: true });
      } catch (error) {
        if (error instanceof CallError) setErrors(error.errors);
        throw error;
      }
    });
  }
  return (
    <form
      noValidate
      aria-labelledby="start"
      className="panel space-y-4 p-4 sm:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
    >
      <div>
        <h2 id="start" className="text-xl font-bold">Start a class session</h2>
        <p className="text-muted">
          Students who are online see the way to the first question that they have not solved. The
          session ends when you end it, or by itself after six hours.
        </p>
      </div>
      <QuestionPicker chosen={chosen} onChange={setChosen} problem={errors.questions} />
      <AudienceField value={audience} error={errors.audience} onChange={setAudience} />
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <label className="block">
          <span className="mb-1 block font-semibold">Countdown, in minutes (optional)</span>
          <input
            type="number"
            min={1}
            max={COUNTDOWN_MOST}
            className="input w-40"
            value={minutes}
            aria-invalid={errors.countdownAt !== undefined}
            onChange={({ target }) => setMinutes(target.value)}
          />
        </label>
        <button type="submit" className="btn btn-primary btn-lg" aria-disabled={busy}>
          {busy ? "Starting..." : "Start class"}
        </button>
      </div>
      {errors.countdownAt && (
        <p role="alert" className="font-semibold text-error">{errors.countdownAt}</p>
      )}
    </form>
  );
}

function problemsOf(chosen: readonly Candidate[], minutes: string): Record<string, string> {
  const count = Number(minutes);
  return {
    ...(chosen.length === 0 && { questions: "Choose at least one question." }),
    ...(minutes !== "" && !(Number.isInteger(count) && count >= 1 && count <= COUNTDOWN_MOST) && {
      countdownAt: `The countdown is a whole number of minutes, from 1 to ${COUNTDOWN_MOST}.`,
    }),
  };
}
