/** "Look at it together", in a thread: to ask, to agree, the shared program, and to end it. */
import { useAtomValue } from "jotai";
import { Suspense, useRef, useState } from "react";
import { Link } from "wouter";
import Users from "../kit/ui/icon.tsx?users";
import type { Doubt } from "../../server/doubts/schema.ts";
import { isStaff } from "../../server/kit/core/roles.ts";
import { can } from "../../server/together/policy.ts";
import type { Together as Session } from "../../server/together/schema.ts";
import { useLoad } from "../kit/data/query.ts";
import { useShortcuts } from "../kit/focus/shortcuts.tsx";
import { takeLostFocus } from "../kit/focus/hand-over-focus.ts";
import { meAtom } from "../kit/net/session.ts";
import { type ButtonCall, useCall } from "../kit/data/use-call.ts";
import { useNow } from "../kit/ui/format-time.ts";
import { lazyComponent } from "../kit/ui/lazy.tsx";
import { agreeTogether, askTogether, endTogether, loadTogether } from "./actions.ts";
import { togethersAtom } from "./state.ts";
import { Button } from "../kit/ui/button.tsx";

/** What each state begins with. */
type Begins = { ref: (place: HTMLElement | null) => void; tabIndex: -1 };

interface StateProps extends ButtonCall {
  begins: Begins;
}

const Panel = lazyComponent(() => import("./panel.tsx"));

interface TogetherProps {
  doubt: Doubt;
  /** Staff ask from the menu of the desk, and not by a button. */
  inMenu?: boolean;
}

/** For the doubt's owner and staff. */
export default function Together({ doubt, inMenu = false }: TogetherProps) {
  const me = useAtomValue(meAtom);
  return can.see(me, doubt) ? <SessionState doubt={doubt} inMenu={inMenu} /> : null;
}

function SessionState({ doubt, inMenu }: Required<TogetherProps>) {
  const { _id: id } = doubt;
  const known = useAtomValue(togethersAtom)[id];
  useLoad(loadTogether, null, known?.stale, id);
  const { busy, run } = useCall("It could not be done.");
  const [wasOn, setWasOn] = useState(false);
  /** What had the focus last in this section. */
  const own = useRef<Element | null>(null);
  // Each state takes the focus from the button that is gone. No button takes it: whoever was typing
  // when the other ended the session would press it.
  const [begins] = useState((): Begins => ({
    ref: (place) => {
      if (own.current?.isConnected === false) takeLostFocus(place);
    },
    tabIndex: -1,
  }));
  const now = useNow();
  const last = known?.together ?? null;
  // A question, or a session, ends by itself. No event tells of that.
  const one = last !== null && Date.parse(last.until) > now ? last : null;
  if (one?.state === "on" && !wasOn) setWasOn(true);
  if (known === undefined) return inMenu ? null : <div className="h-12" />;
  return (
    <section
      aria-label="Together"
      className="mt-4 space-y-3"
      onFocus={({ target }) => own.current = target}
    >
      {one === null
        ? <Ask {...{ doubt, inMenu, busy, run, begins, wasOn }} />
        : one.state === "on"
        ? <On {...{ one, busy, run, begins }} />
        : <WaitingSession {...{ one, busy, run, begins }} />}
    </section>
  );
}

type AskProps = StateProps & Required<TogetherProps> & { wasOn: boolean };

function Ask({ doubt, inMenu, busy, run, begins, wasOn }: AskProps) {
  const me = useAtomValue(meAtom);
  const ask = () => run(() => askTogether(doubt._id));
  const name = isStaff(me) ? "Look at it together" : "Ask a mentor to look at it together";
  useShortcuts(inMenu && !doubt.resolved ? [{ keys: [], name, run: ask }] : [], "More");
  if (doubt.resolved) return null;
  return (
    <div {...begins} className="flex flex-wrap items-center gap-x-4 gap-y-2 outline-none">
      {!inMenu && <Button icon={Users} className="btn-sm" busy={busy} onClick={ask}>{name}</Button>}
      {wasOn && (
        <span role="status" className="text-sm text-muted">
          You do not look at it together any more.{" "}
          {!isStaff(me) && (
            <Link href={`/assignments/${doubt.assignment._id}`} className="link-plain">
              The program is in your workspace.
            </Link>
          )}
        </span>
      )}
    </div>
  );
}

function WaitingSession({ one, busy, run, begins }: StateProps & { one: Session }) {
  const me = useAtomValue(meAtom);
  const { student, mentor } = one;
  const asker = one.askedBy === "student" ? student : mentor;
  if (!can.agree(me, one)) {
    return (
      <div {...begins} className="flex flex-wrap items-center gap-x-4 gap-y-2 outline-none">
        <p role="status">
          {asker?._id !== me?._id
            ? `${asker?.name} asks ${student.name} to look at it together.`
            : `You asked ${
              mentor ? student.name : "a mentor"
            } to look at it together. Waiting for an answer.`}
        </p>
        {can.end(me, one) && (
          <Button
            className="btn-sm"
            busy={busy}
            onClick={() => run(() => endTogether(one))}
          >
            Cancel the request
          </Button>
        )}
      </div>
    );
  }
  return (
    <div
      {...begins}
      className="panel flex flex-wrap items-center gap-x-4 gap-y-2 border-l-6 border-l-primary p-3 outline-none"
    >
      <p role="status" className="grow font-semibold">
        {asker?.name} asks to look at {one.askedBy === "student" ? "the" : "your"} program together.
        <span className="block text-sm font-normal text-muted">
          You both type in it, live. Either of you can end it at any time.
        </span>
      </p>
      <Button
        className="btn-sm btn-primary"
        busy={busy}
        onClick={() => run(() => agreeTogether(one))}
      >
        Agree
      </Button>
      <Button className="btn-sm" busy={busy} onClick={() => run(() => endTogether(one))}>No</Button>
    </div>
  );
}

/** As a `ref`: says to the page that a program is edited together. The thread's form makes room. */
function markTogether(): () => void {
  const { documentElement } = document;
  documentElement.toggleAttribute("data-together", true);
  return () => void documentElement.toggleAttribute("data-together", false);
}

function On({ one, busy, run, begins }: StateProps & { one: Session }) {
  const me = useAtomValue(meAtom);
  const { student, mentor } = one;
  if (!can.join(me, one)) {
    return <p role="status">{mentor?.name} and {student.name} look at it together.</p>;
  }
  const other = me?._id === student._id ? mentor : student;
  return (
    <>
      <div ref={markTogether} className="flex flex-wrap items-center justify-between gap-2">
        <h3 {...begins} className="text-lg font-bold outline-none">Together with {other?.name}</h3>
        <Button className="btn-sm" busy={busy} onClick={() => run(() => endTogether(one))}>
          End it
        </Button>
      </div>
      <Suspense fallback={<div className="skeleton h-72" />}>
        <Panel key={one._id} one={one} />
      </Suspense>
    </>
  );
}
