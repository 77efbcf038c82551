/**
 * One response as a mentor reads it, above the review form. Changes by others are shown only after
 * a click.
 */
import { useAtomValue } from "jotai";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { can, OWN_RESPONSE } from "../../../server/reviews/policy.ts";
import type { ListedReview } from "../../../server/reviews/schema.ts";
import { useAttached } from "../../comments/drafts/state.ts";
import { useShortcuts } from "../../kit/focus/shortcuts.tsx";
import { typeIntoNext } from "../../kit/forms/type-ahead.ts";
import { meAtom } from "../../kit/net/session.ts";
import { showAgo, useNow } from "../../kit/ui/format-time.ts";
import { Time } from "../../kit/ui/time.tsx";
import { WaitingClock } from "../../kit/triage/waiting-time.tsx";
import { PersonName } from "../../people/person-name.tsx";
import { Attempt, type Before } from "../attempts/attempt.tsx";
import { ReviewClaimLine } from "./claim.tsx";
import { againAt, handedInAt, hasHistory, keyOf, partsOf } from "../state.ts";
import { ReviewBadge } from "../status.tsx";
import { type Correcting, useReviewForm, type Writing } from "./writing.tsx";
import Question from "./question.tsx";
import ReviewBench from "../../runs/kept/review-bench.tsx";
import ReviewForm, { Correction } from "./form.tsx";
import GoesWith from "../../comments/goes-with.tsx";
import Again from "./again.tsx";
import News from "./news.tsx";

/** Whether the question is unfolded. It stays so for the next item. */
let questionOpen = false;

interface ItemProps {
  item: ListedReview;
  onSent: () => void;
  /** In the triage view, the response has its own scroll area, and the form stays below it. */
  docked?: boolean;
  /**
   * Whether the triage view opened this item after another one: it then takes the focus if nothing
   * else has it.
   */
  takesFocus?: boolean;
}

export function ReviewPane({ item, onSent, docked, takesFocus = false }: ItemProps) {
  const me = useAtomValue(meAtom);
  const [reading, setReading] = useState(item);
  const isOwnReview = item.mentorReview.by?._id === me?._id && item.mentorReview.at !== null;
  // The user's own review is not news. The claim has no version, so it is always shown as it is
  // now.
  const isSame = reading.version === item.version ||
    handedInAt(reading) === handedInAt(item) && isOwnReview;
  const held = isSame ? item : { ...reading, claim: item.claim };
  const writing = useReviewForm(held, { item, onSent });
  const isSent = useDecisionKeys(writing, can.review(me, item));
  const correcting = useCorrecting(writing, held, can.review(me, item));
  const isBehind = item.version > writing.form.values.base;
  function takeNewer() {
    setReading(item);
    const { values } = writing.form;
    if (writing.isTouched) writing.take({ ...values, base: item.version, refusal: "" });
  }
  const frame = docked ? "panel flex h-full flex-col overflow-hidden max-lg:h-auto" : "panel";
  return (
    <article aria-label={`${item.assignmentTitle}, ${item.student.name}`} className={frame}>
      <Heading item={held} claimed={item} takesFocus={takesFocus} />
      <div
        role={docked ? "region" : undefined}
        aria-label={docked ? "Response" : undefined}
        tabIndex={docked ? 0 : undefined}
        className={`space-y-6 p-4 -outline-offset-3 ${
          docked ? "min-h-0 flex-1 lg:overflow-y-auto" : ""
        }`}
      >
        <Response item={held} open={!docked}>
          <RunIt item={held} form={writing.form} />
          {writing.form.values.updatedStudentSolution !== null && (
            <Correction form={writing.form} edits={correcting.edits} />
          )}
        </Response>
      </div>
      {isBehind && (
        // The height is limited, so that the field below does not move.
        <div
          className={`border-t border-base-300 px-4 pt-4 ${
            docked ? "lg:max-h-[35%] lg:overflow-y-auto" : ""
          }`}
        >
          <News held={held} item={item} writing={writing} onTake={takeNewer} />
        </div>
      )}
      <div
        className={`px-4 pt-2 pb-3 ${isBehind ? "" : "border-t border-base-300"} ${
          docked ? "shrink-0" : ""
        }`}
      >
        <Goes subject={keyOf(item)} />
        {can.review(me, item)
          ? <ReviewForm item={held} {...{ writing, isSent, correcting }} />
          : <p role="note">{OWN_RESPONSE}</p>}
      </div>
    </article>
  );
}

/**
 * The keys that decide, also while the form is loading. Returns whether the review was sent before
 * the form was there.
 */
function useDecisionKeys({ form }: Writing, isAllowed: boolean): boolean {
  const [isSent, setSent] = useState(false);
  const keys = [
    { keys: ["a"], name: "Approve", run: () => form.set("reviewStatus", "approved") },
    { keys: ["n"], name: "Not approve", run: () => form.set("reviewStatus", "not approved") },
    {
      keys: ["Ctrl+Enter"],
      name: "Send the review, and open the next",
      run() {
        const element = document.getElementById(form.id);
        if (element instanceof HTMLFormElement) element.requestSubmit();
        else setSent(true);
      },
    },
  ];
  useShortcuts(isAllowed ? keys : []);
  return isSent;
}

/** Shows the field for the corrected code with the cursor in it, and removes it. */
function useCorrecting({ form }: Writing, held: ListedReview, isAllowed: boolean): Correcting {
  const [edits, setEdits] = useState(0);
  /** A correction that was removed; "Correct the code" restores it. */
  const removed = useRef<string | null>(null);
  const code = form.values.updatedStudentSolution;
  function begin() {
    typeIntoNext();
    if (code === null) {
      form.set("updatedStudentSolution", removed.current ?? held.studentSolutionSource ?? "");
    }
    setEdits(edits + 1);
  }
  useShortcuts(isAllowed ? [{ keys: ["e"], name: "Correct the code", run: begin }] : [], "Answer");
  return {
    edits,
    begin,
    leave() {
      removed.current = code;
      form.set("updatedStudentSolution", null);
      setEdits(0);
    },
  };
}

/** What goes with the review. */
function Goes({ subject }: { subject: string }) {
  const { comments, proposal } = useAttached(subject);
  if (comments.length === 0 && proposal === null) return null;
  return <GoesWith subject={subject} />;
}

/** Stable, so that it runs once for an element. */
const intoView = (place: HTMLElement | null) => place?.scrollIntoView({ block: "nearest" });

/** As in the bench, which is loaded later. */
const STEP = { keys: ["d"], name: "Step through the program" };

/** Runs the student's program, or the mentor's own change of it. */
function RunIt({ item, form }: { item: ListedReview } & Pick<Writing, "form">) {
  const [isOpen, setOpen] = useState(false);
  const [isStepping, setStepping] = useState(false);
  const source = item.studentSolutionSource;
  function step() {
    setStepping(true);
    setOpen(true);
  }
  // The bench has the key once it is open.
  useShortcuts(source && !isOpen ? [{ ...STEP, run: step }] : []);
  if (!source) return null;
  return (
    <>
      <button
        type="button"
        className="btn btn-sm"
        aria-expanded={isOpen}
        onClick={() => {
          setStepping(false);
          setOpen(!isOpen);
        }}
      >
        {isOpen ? "Close the run" : "Run this program"}
      </button>
      {isOpen && (
        <div ref={intoView} className="min-h-96">
          <ReviewBench
            assignmentId={item.assignmentId}
            studentId={item.student._id}
            source={source}
            language={item.language}
            correction={form.values.updatedStudentSolution}
            onCorrection={(text) => form.set("updatedStudentSolution", text)}
            run={item.run}
            isStepping={isStepping}
          />
        </div>
      )}
    </>
  );
}

interface HeadingProps {
  item: ListedReview;
  claimed: ListedReview;
  takesFocus: boolean;
}

function Heading({ item, claimed, takesFocus }: HeadingProps) {
  const me = useAtomValue(meAtom);
  const now = useNow(1000);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const isNowhere = document.activeElement === document.body;
    if (takesFocus && isNowhere) heading.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const { mentorReview, student, waitingSince, gaveUpAt } = item;
  const again = againAt(item);
  return (
    <header className="flex flex-wrap items-center gap-x-5 gap-y-2 border-b border-base-300 px-4 py-2">
      <div className="min-w-0">
        <h2 ref={heading} tabIndex={-1} className="truncate text-xl font-bold outline-none">
          <Link href={`/assignments/${item.assignmentId}`} className="hover:underline">
            {item.assignmentTitle}
          </Link>
        </h2>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <PersonName person={student} className="font-semibold" />
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
        </p>
      </div>
      {can.review(me, item) && (
        <div className="lg:ml-auto">
          <ReviewClaimLine item={claimed} />
        </div>
      )}
    </header>
  );
}

interface ResponseProps {
  item: ListedReview;
  /** Whether the question is unfolded. */
  open: boolean;
  /** Shown below the attempt. */
  children: ReactNode;
}

function Response({ item, open, children }: ResponseProps) {
  const isAgain = hasHistory(item);
  const [before, setBefore] = useState<Before>("coming");
  return (
    <>
      <Attempt
        attempt={item}
        of={partsOf(keyOf(item))}
        isReviewed
        {...isAgain && { before }}
      />
      {children}
      {isAgain && <Again item={item} onBefore={setBefore} />}
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
      {isOpen && <Question id={assignmentId} />}
    </details>
  );
}
