/**
 * The class session on the projector, in numbers and without names: the question, how many opened,
 * ran and solved it, the failure that most share, the longest wait, and the countdown; in its place
 * the quick question, or the program that staff step through, while there is one. It is readable
 * from the last row.
 */
import { useEffect, useState } from "react";
import { quickQuestionShownUntil } from "../../server/class-sessions/wall/policy.ts";
import type {
  WallGroup,
  WallQuestion,
  WallQuickQuestion as QuickQuestion,
  WallSteps as Shown,
  WallView,
} from "../../server/class-sessions/wall/schema.ts";
import { shownBeside } from "../../server/languages/texts.ts";
import { api, CallError, failure, isAbort } from "../kit/net/api.ts";
import { serverNow } from "../kit/net/server-clock.ts";
import { readSession } from "../kit/net/session.ts";
import { Explanation } from "../kit/ui/explanation.tsx";
import { useNow } from "../kit/ui/format-time.ts";
import { plural } from "../kit/ui/plural.ts";
import { titleSize } from "../home/fitted-text.tsx";
import { loadWall } from "./actions.ts";
import { sayLeft, showLeft } from "./countdown.tsx";
import { WallQuickQuestion } from "./wall-quick-question.tsx";
import { TraceView } from "../runs/steps/step-through.tsx";

/** Each question is shown for this long if they are shown in turn, in ms. */
const TURN_MS = 20_000;
/** The view is fetched this often, in ms. */
const ASK_EVERY = 1000;
/** The same while no class session runs and no quick question is open. */
const LOOK_EVERY = 5000;
const RETRY_AFTER = 3000;

/**
 * @param code of the wall's link; without one, it shows what the staff who are signed in here may
 * see: while no class session runs, the quick question that was asked without one
 * @param onOver is called when the link does not work any more. It must be stable.
 */
export function useWall(code: string | null, onOver: () => void): OnWall | null {
  const [view, setView] = useState<OnWall | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const load = async () => {
      let wait = ASK_EVERY;
      try {
        const fresh = await loadWall(code, stop.signal);
        if (!stop.signal.aborted) setView(fresh);
      } catch (error) {
        if (stop.signal.aborted || isAbort(error)) return;
        if (error instanceof CallError && [401, 403, 404].includes(error.status)) {
          if (code !== null) return onOver();
          const alone = await loadQuickQuestionAlone(stop.signal).catch(() => null);
          if (stop.signal.aborted) return;
          setView(alone);
          if (alone === null) wait = LOOK_EVERY;
        } else wait = RETRY_AFTER;
      }
      if (!stop.signal.aborted) timer = setTimeout(load, wait);
    };
    void load();
    return () => {
      stop.abort();
      clearTimeout(timer);
      setView(null);
    };
  }, [code, onOver]);
  return view;
}

/**
 * Loads the newest quick question that was asked without a class session, for the staff who are
 * signed in here.
 * @returns null if there is none, or its time on the wall is over
 */
async function loadQuickQuestionAlone(signal: AbortSignal): Promise<QuickQuestion | null> {
  const headers = { "x-auth-token": readSession()?.token ?? "" };
  const answer = await api["quick-questions"].current.$get({}, { headers, init: { signal } });
  if (!answer.ok) throw await failure(answer);
  const { others, ...newest } = await answer.json();
  for (const { quickQuestion, staff } of [newest, ...others]) {
    if (!quickQuestion || quickQuestion.classSessionId !== null || !staff) continue;
    const until = quickQuestionShownUntil(quickQuestion);
    if (until <= serverNow()) continue;
    return { ...quickQuestion, answers: staff.answers.length, until };
  }
  return null;
}

/** A class session, or a quick question that was asked without one. */
type OnWall = WallView | QuickQuestion;

/** @param clock the day and the time, which the projector shows on all its sheets */
export default function Wall({ view, clock }: { view: OnWall; clock: React.ReactNode }) {
  const now = useNow(1000);
  if ("text" in view) {
    return <WallQuickQuestion quickQuestion={view} now={now} countdown={null} clock={clock} />;
  }
  const { questions, shownId } = view;
  const turn = Math.floor((now - Date.parse(view.startedAt)) / TURN_MS);
  const chosen = questions.findIndex(({ _id }) => _id === shownId);
  const at = chosen >= 0 ? chosen : Math.max(0, turn) % Math.max(1, questions.length);
  const question = questions[at];
  if (view.steps && now < Date.parse(view.steps.until)) {
    return <WallSteps steps={view.steps} clock={clock} />;
  }
  if (view.quickQuestion && now < Date.parse(view.quickQuestion.until)) {
    const countdown = view.countdownAt && <SmallCountdown until={view.countdownAt} now={now} />;
    return (
      <WallQuickQuestion
        quickQuestion={view.quickQuestion}
        now={now}
        countdown={countdown}
        clock={clock}
      />
    );
  }
  if (question === undefined) return null;
  return (
    <>
      <header className="pb-[calc(var(--unit)*3)] pl-[calc(var(--unit)*2)]">
        <div className="flex flex-wrap items-center gap-[calc(var(--unit)*3)] text-[calc(var(--unit)*3.4)] leading-none">
          <p className="font-bold text-primary">
            Class session
            {questions.length > 1 && `, question ${at + 1} of ${questions.length}`}
          </p>
          {clock}
        </div>
        <h1
          key={question._id}
          className="slide-in mt-[0.35em] line-clamp-3 leading-[1.1] font-extrabold text-balance"
          style={{ fontSize: `calc(var(--unit) * ${titleSize(question.title)})` }}
        >
          {question.title}
        </h1>
      </header>
      <div className="grid min-h-0 content-start gap-[calc(var(--unit)*4)] overflow-hidden pl-[calc(var(--unit)*2)] landscape:grid-cols-[3fr_2fr]">
        <Bars question={question} students={view.students} />
        <div className="space-y-[calc(var(--unit)*3)]">
          {/* One above the other, the three would not fit into the window's height. */}
          <div className="flex gap-[calc(var(--unit)*3)] *:min-w-0 *:flex-1">
            {view.countdownAt && <Countdown until={view.countdownAt} now={now} />}
            <Wait {...view.waiting} now={now} />
          </div>
          {question.group && <Group group={question.group} />}
        </div>
      </div>
      <p className="py-[calc(var(--unit)*2)] pl-[calc(var(--unit)*2)] text-[calc(var(--unit)*3)] text-muted">
        {view.students === 0
          ? "Nobody has begun yet."
          : `${plural(view.students, "student has", "students have")} begun.`}
      </p>
    </>
  );
}

const BARS = [
  ["opened", "Opened it", "bg-info"],
  ["ran", "Ran it", "bg-warning"],
  ["solved", "Solved it", "bg-success"],
] as const;

function Bars({ question, students }: { question: WallQuestion; students: number }) {
  return (
    <dl className="space-y-[calc(var(--unit)*2.5)]">
      {BARS.map(([name, label, colour]) => (
        <div key={name}>
          <div className="flex items-baseline justify-between gap-[1em]">
            <dt className="text-[calc(var(--unit)*4)] font-semibold">{label}</dt>
            <dd className="text-[calc(var(--unit)*7)] leading-none font-extrabold">
              {question[name]}
            </dd>
          </div>
          <div
            aria-hidden
            className="mt-[calc(var(--unit)*0.8)] h-[calc(var(--unit)*3)] overflow-hidden rounded-full border-[calc(var(--unit)*0.2)] border-base-content/40 bg-base-100"
          >
            <div
              className={`h-full rounded-full transition-[width] duration-700 ${colour}`}
              style={{ width: `${students === 0 ? 0 : 100 * question[name] / students}%` }}
            />
          </div>
        </div>
      ))}
    </dl>
  );
}

const BOX =
  "rounded-box border border-base-content/25 bg-base-100 p-[calc(var(--unit)*2.5)] text-[calc(var(--unit)*3.4)] leading-[1.3]";

interface CountdownProps {
  until: string;
  now: number;
}

function SmallCountdown({ until, now }: CountdownProps) {
  const left = Date.parse(until) - now;
  return (
    <p
      role="timer"
      aria-label="Countdown"
      className="flex shrink-0 items-baseline gap-[0.6em] whitespace-nowrap"
    >
      <span className="text-[0.8em] text-muted">Countdown</span>
      <strong className="text-[1.5em] font-extrabold font-sans tabular-nums">
        {sayLeft(left)}
      </strong>
    </p>
  );
}

function Countdown({ until, now }: CountdownProps) {
  const left = Date.parse(until) - now;
  return (
    <p role="timer" className={BOX}>
      <span className="text-muted">{left > 0 ? "Time left" : "Countdown"}</span>
      <span className="block text-[calc(var(--unit)*6.5)] leading-none font-extrabold font-sans tabular-nums">
        {sayLeft(left)}
      </span>
    </p>
  );
}

function Group({ group }: { group: WallGroup }) {
  const { size, kind, case: number, expected, got, message } = group;
  return (
    <section aria-label="The failure that most share" className={BOX}>
      <p className="font-bold">
        {kind === "compile"
          ? `${size} programs do not compile`
          : kind === "crash"
          ? `${size} programs crash${number === undefined ? "" : ` on case ${number}`}`
          : `${size} fail case ${number}`}
      </p>
      {message && (
        <p className="line-clamp-3 break-words">
          <Explanation>{message}</Explanation>
        </p>
      )}
      {expected !== undefined && <Text name="Expected" text={shownBeside(expected, got ?? "")} />}
      {got !== undefined && <Text name="Got" text={shownBeside(got, expected ?? "")} />}
    </section>
  );
}

function Text({ name, text }: { name: string; text: string }) {
  return (
    <p className="flex gap-[0.6em]">
      <span className="w-[5em] shrink-0 text-muted">{name}</span>
      <code className="line-clamp-2 min-w-0 font-bold break-words whitespace-pre-wrap">
        {text === "" ? "nothing" : text}
      </code>
    </p>
  );
}

function Wait({ count, since, now }: WallView["waiting"] & { now: number }) {
  return (
    <p className={BOX}>
      <span className="text-muted">Longest wait</span>
      <span className="block text-[calc(var(--unit)*5)] leading-tight font-extrabold">
        {since === null ? "No one" : showLeft(Math.max(0, now - Date.parse(since)))}
      </span>
      {count > 0 && plural(count, "doubt waits", "doubts wait")}
    </p>
  );
}

function WallSteps({ steps, clock }: { steps: Shown; clock: React.ReactNode }) {
  useEffect(() => {
    const { style } = document.documentElement;
    style.fontSize = "125%";
    return () => void (style.fontSize = "");
  }, []);
  const { title, source, settings, input, call, expected, step, case: number } = steps;
  return (
    <>
      <header className="pb-[calc(var(--unit)*2)] pl-[calc(var(--unit)*2)]">
        <div className="flex flex-wrap items-center gap-[calc(var(--unit)*3)] text-[calc(var(--unit)*3.4)] leading-none">
          <p className="font-bold text-primary">Step by step</p>
          <h1 className="min-w-0 truncate font-bold">
            {title}
            {number !== null && `, case ${number}`}
          </h1>
          {clock}
        </div>
      </header>
      <div className="ml-[calc(var(--unit)*2)] flex min-h-0 flex-col overflow-hidden rounded-box border border-base-content/25 bg-base-100">
        <TraceView
          key={JSON.stringify([source, input, call])}
          source={source}
          settings={settings}
          read={input}
          call={call}
          expected={expected}
          begin={step}
          leader={{ step, by: "" }}
          isShown
        />
      </div>
      <p className="pb-[calc(var(--unit)*2)]" />
    </>
  );
}
