/** One response as a mentor reads it, with the review form under it. Nothing moves while reading. */
import { useAtomValue } from "jotai";
import { type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { can, OWN_RESPONSE } from "../../server/reviews/policy.ts";
import type { ListedReview } from "../../server/reviews/schema.ts";
import { loadAssignment } from "../assignments/actions.ts";
import { detailsAtom } from "../assignments/state.ts";
import { Notice } from "../kit/editing.tsx";
import { useFetched } from "../kit/here.ts";
import { useKeys } from "../kit/keys.tsx";
import { lazily } from "../kit/lazily.tsx";
import { useLoad } from "../kit/load.ts";
import { LoadFailed, Waiting } from "../kit/page.tsx";
import { meAtom } from "../kit/session.ts";
import { showDateTime, useNow } from "../kit/time.ts";
import { WaitingClock } from "../kit/waiting.tsx";
import { Attempt } from "./attempt.tsx";
import { ClaimLine } from "./claim.tsx";
import { Correction, ReviewForm, useReviewForm, type Writing } from "./form.tsx";
import { attemptsIn, Timeline, useHistory } from "./history.tsx";
import { hasHistory, keyOf } from "./state.ts";
import { ReviewBadge } from "./status.tsx";

// Folded away at first.
const question = async () => ({ default: (await import("../assignments/question.tsx")).Question });
const Question = lazily(question);

/** Whether the question is unfolded, for the next item too. */
let questionOpen = false;

interface ItemProps {
  item: ListedReview;
  onSent: () => void;
  /** In the triage view the item has a scroll bar of its own, and the form stays at its foot. */
  docked?: boolean;
  /** It was opened by going on from another, whose field had the focus. */
  takesFocus?: boolean;
}

export function ReviewPane({ item, onSent, docked, takesFocus = false }: ItemProps) {
  const me = useAtomValue(meAtom);
  const [reading, setReading] = useState(item);
  const isOwnReview = item.mentorReview.by?._id === me?._id && item.mentorReview.at !== null;
  // One's own review is no news; and what has no version of its own is always as it is now.
  const isSame = reading.version === item.version || reading.waitingSince === item.waitingSince &&
      isOwnReview;
  const held = isSame ? item : { ...reading, claim: item.claim };
  const writing = useReviewForm(held, { item, onSent });
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
          <Correction form={writing.form} />
        </Response>
      </div>
      {isBehind && (
        // Of its own height at most: the field below it stays where it is.
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
        {can.review(me, item)
          ? <ReviewForm item={held} writing={writing} />
          : <p role="note">{OWN_RESPONSE}</p>}
      </div>
    </article>
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
  return (
    <header className="flex flex-wrap items-center gap-x-5 gap-y-2 border-b border-base-300 px-4 py-2">
      <div className="min-w-0">
        <h2 ref={heading} tabIndex={-1} className="truncate text-xl font-bold outline-none">
          <Link href={`/assignments/${item.assignmentId}`} className="hover:underline">
            {item.assignmentTitle}
          </Link>
        </h2>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">{student.name}</span>
          {mentorReview.status === "pending" ? <WaitingClock since={waitingSince} now={now} /> : (
            <>
              <ReviewBadge status={mentorReview.status} />
              {mentorReview.by !== null && <span>by {mentorReview.by.name}</span>}
            </>
          )}
          {gaveUpAt !== null && (
            <span className="text-sm text-muted">
              saw the solution on {showDateTime(gaveUpAt)}
            </span>
          )}
        </p>
      </div>
      {can.review(me, item) && (
        <div className="lg:ml-auto">
          <ClaimLine item={claimed} />
        </div>
      )}
    </header>
  );
}

interface ResponseProps {
  item: ListedReview;
  /** Whether the question is unfolded. */
  open: boolean;
  /** What stands below the attempt. */
  children: ReactNode;
}

function Response({ item, open, children }: ResponseProps) {
  if (!hasHistory(item)) {
    return (
      <>
        <Attempt attempt={item} />
        {children}
        <TheQuestion assignmentId={item.assignmentId} open={open} />
      </>
    );
  }
  return <Again item={item} open={open}>{children}</Again>;
}

/** A response with a history: the attempt beside the one before it. */
function Again({ item, open, children }: ResponseProps) {
  const { history, loading } = useHistory(keyOf(item), item.version);
  const attempts = attemptsIn(history ?? []);
  // While the history is a newer one, the attempt that is being read is found by its time.
  const at = attempts.findLastIndex(({ createdAt }) => createdAt <= item.waitingSince);
  const earlier = (history ?? []).filter(({ createdAt }) => createdAt < item.waitingSince);
  const isComing = history === undefined && loading.state === "loading";
  return (
    <>
      <Attempt
        attempt={item}
        before={isComing ? "coming" : { code: attempts[at - 1]?.studentSolutionSource ?? null }}
      />
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
  useFetched(question);
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

function LoadedQuestion({ id }: { id: string }) {
  const detail = useAtomValue(detailsAtom)[id];
  const load = useCallback((signal: AbortSignal) => loadAssignment(id, signal), [id]);
  const loading = useLoad(load, "Failed to fetch assignment details", detail?.stale);
  if (detail !== undefined) {
    return (
      <Suspense fallback={<div className="skeleton h-64" />}>
        <Question assignment={detail.assignment} />
      </Suspense>
    );
  }
  if (loading.state === "failed") return <LoadFailed loading={loading} />;
  return (
    <Waiting label="Loading assignment details...">
      <div className="skeleton h-64" />
    </Waiting>
  );
}

interface NewsProps {
  held: ListedReview;
  item: ListedReview;
  writing: Writing;
  onTake: () => void;
}

/** Something has happened to what is being read: it is told, and shown when asked for. */
function News({ held, item, writing, onTake }: NewsProps) {
  const { mentorReview: { by, status, comment } } = item;
  if (item.waitingSince !== held.waitingSince) {
    return (
      <Told
        text={`${item.student.name} has handed in a newer attempt.`}
        action="Show the newer attempt"
        onAction={onTake}
      />
    );
  }
  if (by !== null && held.mentorReview.at !== item.mentorReview.at) {
    const did = status === "pending" ? "has commented on this" : `has set this to ${status}`;
    return (
      <Told
        text={`${by.name} ${did}.`}
        action={writing.isTouched ? "Send mine as well" : "Show the review"}
        onAction={onTake}
      >
        {comment !== null && <p className="whitespace-pre-wrap">{comment}</p>}
      </Told>
    );
  }
  return (
    <Told
      text="This has changed since you began to write."
      action="Go on with my review"
      onAction={onTake}
    />
  );
}

interface ToldProps {
  text: string;
  action: string;
  onAction: () => void;
  children?: ReactNode;
}

function Told({ text, action, onAction, children }: ToldProps) {
  useKeys([{ keys: ["u"], name: action, run: onAction }]);
  return (
    <Notice text={text}>
      {children}
      <button
        type="button"
        className="btn btn-sm"
        onClick={({ currentTarget }) => {
          // It goes; one goes on with what is shown now.
          currentTarget.closest("article")?.querySelector("h2")?.focus();
          onAction();
        }}
      >
        {action} <kbd aria-hidden className="kbd kbd-sm max-lg:hidden">u</kbd>
      </button>
    </Notice>
  );
}
