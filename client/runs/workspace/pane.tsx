/** The place of the workspace on a question's page, which can fill the window. */
import { Suspense, useRef, useState } from "react";
import type { Assignment } from "../../../server/assignments/schema.ts";
import { useIsWide } from "../../kit/layout/media.ts";
import { lazyComponent } from "../../kit/ui/lazy.tsx";

const Workspace = lazyComponent(() => import("./workspace.tsx"));
// It is fetched while the question is.
void Workspace.ahead();

interface PaneProps {
  assignment: Assignment;
  /** Opens the form of a doubt. */
  onAsk: () => void;
}

export function WorkspacePane({ assignment, onAsk }: PaneProps) {
  const [wantsWhole, setWhole] = useState(false);
  // A narrow window has no button that leaves it.
  const isWhole = useIsWide() && wantsWhole;
  const place = useRef<HTMLElement>(null);
  return (
    <section
      ref={place}
      aria-label="Workspace"
      className={isWhole
        ? "fixed inset-x-0 top-0 bottom-[var(--corner,0px)] z-40 bg-base-100"
        : "panel min-w-0 overflow-hidden max-lg:min-h-[calc(100dvh-19rem)] lg:sticky lg:top-18 lg:h-[calc(100dvh-5rem-var(--corner,0px))] lg:min-h-[calc(32rem-var(--corner,0px))]"}
      onBlur={({ relatedTarget: to }) => {
        // Whatever has the focus is in view.
        const isElsewhere = to !== null && !place.current?.contains(to) &&
          to.closest("dialog, .toasts") === null;
        if (isElsewhere) setWhole(false);
      }}
    >
      <Suspense fallback={<div className="skeleton h-full min-h-72" />}>
        <Workspace
          {...{ assignment, onAsk, isWhole }}
          onWhole={() => setWhole(!isWhole)}
        />
      </Suspense>
    </section>
  );
}
