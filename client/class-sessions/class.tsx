/** The class, for staff: the running session with its map, or the way to start one. */
import { useAtomValue } from "jotai";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { ClassSession } from "../../server/class-sessions/schema.ts";
import { TextField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
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

/** More than a session lasts: the server refuses it. */
const MINUTES_MOST = 10_000;

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
  const me = useAtomValue(meAtom);
  const [, navigate] = useLocation();
  const form = useForm({
    schema: async () => (await import("../../server/class-sessions/schema.ts")).startInput,
    empty: {
      questions: [] as readonly Candidate[],
      /** In minutes. */
      countdownAt: "",
      audience: (isBeside ? me?.sections ?? [] : null) as AudienceValue,
    },
    otherwise: "The class session could not be started.",
    toInput: ({ questions, countdownAt: minutes, audience }) => ({
      questions: questions.map(({ _id }) => _id),
      countdownAt: minutes === "" ? null : inMinutes(Math.min(Number(minutes), MINUTES_MOST)),
      ...changedAudience(audience, null),
    }),
    submit: async (input, _values, key) => {
      const id = await startClassSession(input, key);
      if (isBeside) navigate(pathOf(id), { replace: true });
    },
  });
  const { values, errors, set } = form;
  return (
    <form {...form.props} aria-labelledby="start" className="panel space-y-4 p-4 sm:p-6">
      <div>
        <h2 id="start" className="text-xl font-bold">Start a class session</h2>
        <p className="text-muted">
          Students who are online see the way to the first question that they have not solved. The
          session ends when you end it, or by itself after six hours.
        </p>
      </div>
      <QuestionPicker
        chosen={values.questions}
        onChange={(questions) => set("questions", questions)}
        problem={errors.questions}
      />
      <AudienceField
        value={values.audience}
        error={errors.audience}
        onChange={(audience) => set("audience", audience)}
      />
      <TextField
        form={form}
        name="countdownAt"
        label="Countdown, in minutes (optional)"
        type="number"
        min={1}
        className="max-w-64"
      />
      <FormError text={form.problem} />
      <SubmitButton busy={form.busy} busyLabel="Starting..." className="btn-primary btn-lg">
        Start class
      </SubmitButton>
    </form>
  );
}
