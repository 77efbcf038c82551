/**
 * For a student whose program is on the wall: the question whether their name may be there too, and
 * the way to take a yes back. As the quick question it stands at the bottom of the window, lies over
 * nothing and takes no focus.
 */
import { useEffect, useRef, useState } from "react";
import type { WallName } from "../../server/lessons/wall/schema.ts";
import { useCall } from "../kit/data/use-call.ts";
import { serverTime } from "../kit/net/server-clock.ts";
import { useRoomAtEnd } from "../kit/layout/room-at-end.ts";
import { answerForName, refreshRunning } from "./actions.ts";

export default function WallAsked({ asked }: { asked: WallName }) {
  const { title, by, agrees, until } = asked;
  const [isLater, setLater] = useState(false);
  const { busy, run } = useCall("Your answer could not be sent.");
  const root = useRef<HTMLElement>(null);
  const isShown = agrees !== false;
  useRoomAtEnd(root, "--asked", isShown);
  useEffect(() => {
    // The steps may have ended by themselves, or go on.
    const timer = setTimeout(refreshRunning, Date.parse(until) - serverTime(Date.now()) + MORE_MS);
    return () => clearTimeout(timer);
  }, [until]);
  // The buttons go away with the answer.
  const before = useRef<EventTarget | null>(null);
  useEffect(() => {
    if (agrees === null || document.activeElement !== document.body) return;
    if (agrees) root.current?.focus();
    else if (before.current instanceof HTMLElement) before.current.focus();
  }, [agrees]);
  if (!isShown) return <p role="status" className="sr-only">The wall does not show your name.</p>;
  const answer = (yes: boolean) => run(() => answerForName(asked, yes));
  const button = (name: string, yes: boolean) => (
    <button
      type="button"
      className="btn btn-sm"
      aria-disabled={busy || undefined}
      onClick={() => answer(yes)}
    >
      {name}
    </button>
  );
  return (
    <section
      ref={root}
      aria-label="Your name on the wall"
      tabIndex={-1}
      onFocus={({ relatedTarget }) => {
        const isFromOutside = relatedTarget !== null && !root.current?.contains(relatedTarget);
        if (isFromOutside) before.current = relatedTarget;
      }}
      className="fixed inset-x-0 bottom-[var(--poll,0px)] z-30 flex flex-wrap items-center gap-x-4 gap-y-2 border-t-4 border-primary bg-base-100 px-3 py-2 sm:px-6 print:hidden"
    >
      <p role="status" className="min-w-0 grow basis-64 font-semibold wrap-anywhere">
        {agrees ? `Your name is on the wall, with your program for “${title}”.` : !isLater &&
          `${by.name} shows your program for “${title}” on the wall, step by step and ` +
            "without your name. May everybody who sees the wall see your name with it?"}
      </p>
      <div className="flex flex-wrap gap-2">
        {agrees && button("Take my name off", false)}
        {agrees === null && !isLater && (
          <>
            {button("Yes, show my name", true)}
            {button("No", false)}
          </>
        )}
        {agrees === null && (
          <button
            type="button"
            className="btn btn-ghost btn-sm"
            aria-expanded={!isLater}
            onClick={() => setLater(!isLater)}
          >
            {isLater ? "Your name on the wall?" : "Later"}
          </button>
        )}
      </div>
    </section>
  );
}

/** So long after the end, in ms, the server surely knows it, too. */
const MORE_MS = 1000;
