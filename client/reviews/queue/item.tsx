/** One response as a mentor reads it. Changes by others are shown only after a click. */
import { useAtomValue } from "jotai";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { can, OWN_RESPONSE } from "../../../server/reviews/policy.ts";
import type { ListedReview } from "../../../server/reviews/schema.ts";
import { useShortcuts } from "../../kit/focus/shortcuts.tsx";
import { meAtom } from "../../kit/net/session.ts";
import { showAgo, useNow } from "../../kit/ui/format-time.ts";
import { Time } from "../../kit/ui/time.tsx";
import { ItemHeading } from "../../kit/triage/triage.tsx";
import { WaitingClock } from "../../kit/triage/waiting-time.tsx";
import { PersonName } from "../../people/person-name.tsx";
import { Facts, Screenshots, Solution } from "../attempts/attempt.tsx";
import { againAt, asksAgain, hasHistory, keyOf, partsOf } from "../state.ts";
import { MentorReview, ReviewBadge } from "../status.tsx";
import { type CodeEdit, type ReviewEdit, useReviewForm } from "./form-state.tsx";
import { LoadedQuestion } from "../../assignments/detail/question.tsx";
import { FailingCase } from "../../runs/saved/attached-run.tsx";
import { isWell } from "../../runs/saved/verification.tsx";
import { fetchBenches, ReviewBench } from "../../runs/benches.tsx";
import { useFetchAhead } from "../../kit/focus/user-activity.ts";
import ReviewForm, { Correction } from "./form.tsx";
import Attachments from "../../comments/attachments.tsx";
import News from "./news.tsx";
import { ClaimLine } from "../../kit/triage/claim-line.tsx";
import { claim, release } from "../actions.ts";
import { LoadFailed } from "../../kit/ui/page.tsx";
import { attemptsIn, Timeline, useHistory } from "../attempts/history.tsx";
import { Button } from "../../kit/ui/button.tsx";

/** Whether the question is unfolded. It stays so for the next item. */
let questionOpen = false;

interface ItemProps {
  item: ListedReview;
  onSent: () => void;
  /** In the triage view, the response has its own scroll area, and the form stays below it. */
  docked?: boolean;
  /** Opened after another one by the view: it takes the focus if nothing else has it. */
  takesFocus?: boolean;
}

export function ReviewPane({ item, onSent, docked, takesFocus = false }: ItemProps) {
  const me = useAtomValue(meAtom);
  const [reading, setReading] = useState(item);
  const isOwnReview = item.mentorReview.by?._id === me?._id && item.mentorReview.at !== null;
  // The user's own review is not news. The claim has no version, so it is always shown as it is
  // now.
  const isSame = reading.version === item.version ||
    reading.submittedAt === item.submittedAt && isOwnReview;
  const copy = isSame ? item : { ...reading, claim: item.claim };
  const writing = useReviewForm(copy, { item, onSent });
  useDecisionKeys(writing, can.review(me, item));
  const correcting = useCorrecting(writing, copy, can.review(me, item));
  const isBehind = item.version > writing.form.values.base;
  function takeNewer() {
    setReading(item);
    const { values } = writing.form;
    if (writing.isTouched) writing.take({ ...values, base: item.version, refusal: "" });
  }
  const frame = docked ? "panel flex h-full flex-col overflow-hidden max-lg:h-auto" : "panel";
  const running = useRunning(copy);
  return (
    <article aria-label={`${item.assignmentTitle}, ${item.student.name}`} className={frame}>
      <Heading item={copy} claimed={item} takesFocus={takesFocus} />
      <div
        className={`lg:grid lg:grid-cols-[minmax(0,1fr)_21rem] lg:grid-rows-[auto_minmax(0,1fr)] ${
          docked ? "min-h-0 grow" : ""
        }`}
      >
        <div className="space-y-3 border-base-300 px-3 pt-3 lg:col-start-2 lg:max-h-[26dvh] lg:overflow-y-auto lg:border-l">
          {copy.run && !isWell(copy.run) && <FailingCase id={copy.run._id} of="this response" />}
          <Facts
            attempt={copy}
            tools={running.open && (
              <Button className="btn-sm" onClick={running.open}>Run this program</Button>
            )}
          />
        </div>
        <div
          role={docked ? "region" : undefined}
          aria-label={docked ? "Response" : undefined}
          tabIndex={docked ? 0 : undefined}
          data-response
          className={`space-y-4 -outline-offset-3 lg:col-start-1 lg:row-span-2 lg:row-start-1 ${
            running.isOpen ? "lg:overflow-hidden" : "p-3 lg:overflow-y-auto"
          } ${docked ? "min-h-0" : ""}`}
        >
          {running.isOpen
            ? <RunIt item={copy} form={writing.form} running={running} />
            : (
              <Response item={copy} open={!docked}>
                <Correction form={writing.form} />
              </Response>
            )}
        </div>
        <div
          className={`border-base-300 space-y-3 px-3 py-3 max-lg:border-t lg:col-start-2 lg:row-start-2 lg:overflow-y-auto lg:border-l ${
            docked ? "min-h-0" : "lg:sticky lg:top-20 lg:self-start"
          }`}
        >
          {isBehind && <News copy={copy} item={item} writing={writing} onTake={takeNewer} />}
          <Attachments subject={keyOf(item)} />
          {can.review(me, item)
            ? <ReviewForm item={copy} writing={writing} correcting={correcting} />
            : <p role="note">{OWN_RESPONSE}</p>}
        </div>
      </div>
    </article>
  );
}

/** The keys that decide, and send. */
function useDecisionKeys({ form }: ReviewEdit, isAllowed: boolean): void {
  const keys = [
    { keys: ["a"], name: "Approve", run: () => form.set("reviewStatus", "approved") },
    { keys: ["n"], name: "Not approve", run: () => form.set("reviewStatus", "not approved") },
    {
      keys: ["Ctrl+Enter"],
      name: "Send, and open the next",
      run() {
        const element = document.getElementById(form.id);
        if (element instanceof HTMLFormElement) element.requestSubmit();
      },
    },
  ];
  useShortcuts(isAllowed ? keys : []);
}

/** Shows the field for the corrected code with the cursor in it, and removes it. */
function useCorrecting({ form }: ReviewEdit, copy: ListedReview, isAllowed: boolean): CodeEdit {
  /** A correction that was removed; "Correct the code" restores it. */
  const removed = useRef<string | null>(null);
  const code = form.values.updatedStudentSolution;
  function begin() {
    const first = removed.current ?? copy.studentSolutionSource ?? "";
    if (code === null) flushSync(() => form.set("updatedStudentSolution", first));
    document.querySelector<HTMLElement>("[name=updatedStudentSolution]")?.focus();
  }
  useShortcuts(isAllowed ? [{ keys: [], name: "Correct the code", run: begin }] : [], "Answer");
  return {
    begin,
    leave() {
      removed.current = code;
      form.set("updatedStudentSolution", null);
    },
  };
}

function useRunning(item: ListedReview) {
  const [isOpen, setOpen] = useState(false);
  const [isStepping, setStepping] = useState(false);
  const hasProgram = !!item.studentSolutionSource;
  useFetchAhead(hasProgram ? fetchBenches : null);
  function show(next: boolean, steps = false) {
    setStepping(steps);
    setOpen(next);
  }
  // The bench has its own once it is open.
  useShortcuts(
    hasProgram && !isOpen
      ? [{ keys: [], name: "Step through the program", run: () => show(true, true) }]
      : [],
  );
  return {
    isOpen: isOpen && hasProgram,
    isStepping,
    /** Null without a program, and while it runs. */
    open: hasProgram && !isOpen ? () => show(true) : null,
    close: () => show(false),
  };
}

type OwnRun = ReturnType<typeof useRunning>;

/** Runs the student's program, or the mentor's own change of it, in the place of the queue too. */
function RunIt(
  { item, form, running }: Pick<ReviewEdit, "form"> & { item: ListedReview; running: OwnRun },
) {
  return (
    <div data-bench className="h-full min-h-96">
      <ReviewBench
        assignmentId={item.assignmentId}
        studentId={item.student._id}
        source={item.studentSolutionSource ?? ""}
        language={item.language}
        correction={form.values.updatedStudentSolution}
        onCorrection={(text) => form.set("updatedStudentSolution", text)}
        run={item.run}
        isStepping={running.isStepping}
        onClose={running.close}
      />
    </div>
  );
}

function Heading(
  { item, claimed, takesFocus }: { item: ListedReview; claimed: ListedReview; takesFocus: boolean },
) {
  const me = useAtomValue(meAtom);
  const now = useNow(1000);
  const { assignmentId, assignmentTitle, mentorReview, student, waitingSince, gaveUpAt } = item;
  const again = againAt(item);
  const key = keyOf(claimed);
  return (
    <ItemHeading
      href={`/assignments/${assignmentId}`}
      title={assignmentTitle}
      takesFocus={takesFocus}
    >
      <PersonName person={student} className="truncate font-semibold" />
      {mentorReview.status === "pending" ? <WaitingClock since={waitingSince} now={now} /> : (
        <>
          <ReviewBadge status={mentorReview.status} />
          {mentorReview.by !== null && <span>by {mentorReview.by.name}</span>}
        </>
      )}
      {again !== null && <span className="text-sm">handed in again {showAgo(again, now)}</span>}
      {gaveUpAt !== null && (
        <span className="text-sm text-muted">
          saw the solution on <Time at={gaveUpAt} />
        </span>
      )}
      {can.review(me, item) && (
        <ClaimLine
          claim={claimed.claim}
          take={(takeOver) => claim(key, takeOver)}
          release={() => release(key)}
          item={`review:${key}`}
          isOpen={claimed.mentorReview.status === "pending"}
        />
      )}
    </ItemHeading>
  );
}

function Response(
  { item, open, children }: { item: ListedReview; open: boolean; children: ReactNode },
) {
  const isAgain = hasHistory(item);
  const { history, loading } = useHistory(keyOf(item), isAgain ? item.version : null);
  const attempts = attemptsIn(history ?? []);
  // The history may be newer than the attempt that is being read, so that attempt is found by its
  // time.
  const at = attempts.findLastIndex(({ createdAt }) => createdAt <= item.submittedAt);
  const earlier = (history ?? []).filter(({ createdAt }) => createdAt < item.submittedAt);
  const asked = asksAgain(item);
  return (
    <>
      {asked && (
        <section aria-label="Another look" className="border-l-4 border-accent pl-3">
          <MentorReview review={{ ...item.mentorReview, status: asked.decision }} />
        </section>
      )}
      <Solution
        attempt={item}
        of={partsOf(keyOf(item))}
        isReviewed
        before={attempts[at - 1]?.studentSolutionSource}
        isComing={isAgain && history === undefined && loading.state === "loading"}
      />
      <Screenshots urls={item.screenshots} />
      {children}
      {loading.state === "failed" && history === undefined && <LoadFailed loading={loading} />}
      {earlier.length > 0 && (
        <section aria-label="Earlier" className="space-y-4">
          <h3 className="text-lg font-bold">Earlier</h3>
          <Timeline history={earlier} />
        </section>
      )}
      <TheQuestion assignmentId={item.assignmentId} open={open} />
    </>
  );
}

function TheQuestion({ assignmentId, open }: { assignmentId: string; open: boolean }) {
  const [isOpen, setOpen] = useState(open || questionOpen);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
        if (!open) questionOpen = currentTarget.open;
      }}
    >
      <summary className="mb-3 cursor-pointer text-lg font-bold">Assignment</summary>
      {isOpen && <LoadedQuestion id={assignmentId} />}
    </details>
  );
}
