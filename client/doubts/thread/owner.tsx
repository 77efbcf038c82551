/** For the student who raised an open doubt: the place in the line, resolving it, asking again. */
import { useEffect, useRef, useState } from "react";
import { useLatest } from "../../kit/data/use-latest.ts";
import { flushSync } from "react-dom";
import CircleCheckBig from "../../kit/ui/icon.tsx?circle-check-big";
import RotateCcw from "../../kit/ui/icon.tsx?rotate-ccw";
import type { Doubt } from "../../../server/doubts/schema.ts";
import { refTo, useOwnProgram } from "../../runs/saved/newest-run.tsx";
import { resolveDoubt, resolveOnLeaving } from "../actions.ts";
import { newestProgram } from "../state.ts";
import { Compose, useThreadDraft } from "./compose.tsx";
import { LineOrder, WaitingLine } from "../line.tsx";
import { useAtomValue } from "jotai";
import {
  outboxAtom,
  type OutboxItem,
  sendingAtom,
  sendNow,
  withdraw,
} from "../../kit/data/outbox.ts";
import { connectionAtom } from "../../kit/net/socket.ts";
import { Checkbox } from "../../kit/forms/fields.tsx";
import { toast } from "../../kit/data/toast.ts";
import { useDeviceNow } from "../../kit/ui/format-time.ts";
import { Button } from "../../kit/ui/button.tsx";

export default function Owner({ doubt }: { doubt: Doubt }) {
  const resolving = useResolving(doubt._id);
  if (resolving !== undefined) return <Resolving key={resolving.key} item={resolving} />;
  return (
    <>
      <WaitingLine doubt={doubt} isThread />
      {doubt.waitingSince !== null && <LineOrder />}
      <OwnerActions doubt={doubt} />
    </>
  );
}

function OwnerActions({ doubt }: { doubt: Doubt }) {
  const [draft] = useThreadDraft("followup", doubt._id);
  const [chosen, setChosen] = useState<boolean | null>(null);
  // A draft that was begun, or that was returned, is shown.
  const asking = chosen ?? (draft.followup ?? "") !== "";
  const section = useRef<HTMLElement>(null);
  // The main button comes with the first reply. Until then, the student may leave the line.
  const isAnswered = doubt.answeredBy !== null;
  function toggleAsking() {
    flushSync(() => setChosen(!asking));
    section.current?.querySelector("textarea")?.focus();
  }
  /** The form makes room for the new entry, which takes the focus. */
  function leaveForm() {
    flushSync(() => setChosen(null));
    const thread = section.current?.parentElement;
    thread?.querySelector<HTMLElement>("[role=log] > ol > :last-child")?.focus();
  }
  return (
    <section
      ref={section}
      aria-label="Your doubt"
      // It covers no part of a long thread.
      className="writing static! space-y-4 shadow-none!"
    >
      <div className="flex flex-wrap gap-3 max-sm:*:grow max-sm:*:px-2">
        {isAnswered && (
          <Button className="btn-success" onClick={() => resolveDoubt(doubt._id)}>
            <CircleCheckBig aria-hidden className="size-5" />
            Mark as Resolved
          </Button>
        )}
        <Button aria-expanded={asking} onClick={toggleAsking}>
          <RotateCcw aria-hidden className="size-5" />
          Ask Again
        </Button>
        {!isAnswered && (
          <Button className="btn-ghost" onClick={() => resolveDoubt(doubt._id)}>
            I found it myself
          </Button>
        )}
      </div>
      {asking && <AskAgain doubt={doubt} onSent={leaveForm} />}
    </section>
  );
}

/** Asks again. A run since the last attached one is attached, or a program that was typed since. */
function AskAgain({ doubt, onSent }: { doubt: Doubt; onSent: () => void }) {
  const { _id: assignmentId } = doubt.assignment;
  const own = useOwnProgram(assignmentId, newestProgram(doubt)?.run?._id);
  const [isOn, setOn] = useState(true);
  return (
    <>
      {own && <Checkbox label="Attach my program" hint={own.text} isOn={isOn} onChange={setOn} />}
      <Compose
        doubt={doubt}
        kind="followup"
        onSent={onSent}
        run={() => own && isOn ? refTo(assignmentId, own) : null}
      />
    </>
  );
}

const useResolving = (doubtId: string): OutboxItem | undefined =>
  useAtomValue(outboxAtom).find(({ kind, subject }) => kind === "resolve" && subject === doubtId);

function Resolving({ item }: { item: OutboxItem }) {
  const isSending = useAtomValue(sendingAtom) === item.key;
  const { state } = useAtomValue(connectionAtom);
  const now = useDeviceNow(500);
  const undo = useRef<HTMLButtonElement>(null);
  const latest = useLatest(item);
  useEffect(() => {
    if (document.activeElement === document.body) undo.current?.focus();
    const leave = () => resolveOnLeaving(latest.current);
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      sendNow(latest.current.key);
    };
  }, []);
  const left = Math.ceil(((item.notBefore ?? 0) - now) / 1000);
  return (
    <div className="my-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-box border-l-8 border-success bg-success/12 p-4">
      <p role="status" className="text-lg font-semibold">Marked as resolved.</p>
      {left <= 0 && state !== "live" && <p>It is sent when the connection is back.</p>}
      <Button
        ref={undo}
        className="ml-auto"
        busy={isSending}
        onClick={() => {
          if (!withdraw(item.key)) toast.info("It is too late to undo this.");
        }}
      >
        Undo {left > 0 && <span aria-hidden className="tabular-nums">({left})</span>}
      </Button>
    </div>
  );
}
