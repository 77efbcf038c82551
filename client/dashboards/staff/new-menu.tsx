/**
 * The "New" menu of the staff's dashboard: a button for each panel, of which one is open at a time.
 * On a wide screen it stands open beside the dashboard.
 */
import { Fragment, type ReactNode, useEffect, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import Plus from "../../kit/ui/icon.tsx?plus";
import { GoalDialog } from "../../goals/dialog.tsx";
import { bringIntoView } from "../../kit/focus/scroll.ts";
import { Menu } from "../../kit/ui/menu.tsx";
import { UnreadDot } from "../../kit/news/unread.tsx";
import { useIsWide } from "../../kit/layout/media.ts";
import { type Panel, PanelBox } from "../panel-box.tsx";

interface NewMenuProps {
  /** The buttons in groups: what is written, what is read, what an admin does. */
  groups: readonly (readonly Panel[])[];
  /** Whether there is the button for the weekly goal, after the first group. */
  hasGoal: boolean;
}

export function NewMenu({ groups, hasGoal }: NewMenuProps) {
  const isWide = useIsWide();
  const [query, setQuery] = useSearchParams();
  const [isGoalOpen, setGoalOpen] = useState(false);
  const shown = query.get("panel");
  const buttons = groups.map((panels, group) => (
    <Fragment key={group}>
      {group > 0 && <li aria-hidden className="my-1 h-px bg-base-300" />}
      {panels.map(({ id, name, unread }) => (
        <li key={id}>
          <button
            type="button"
            className={`py-2 font-semibold ${
              id === shown ? "bg-primary text-primary-content" : ""
            }`}
            aria-expanded={id === shown}
            aria-controls={id === shown ? "panel" : undefined}
            onClick={() => setQuery(id === shown ? {} : { panel: id }, { replace: true })}
          >
            {name}
            {unread && <UnreadDot place={unread} />}
          </button>
        </li>
      ))}
      {group === 0 && hasGoal && (
        <li>
          <button
            type="button"
            className="py-2 font-semibold"
            aria-haspopup="dialog"
            onClick={() => setGoalOpen(true)}
          >
            Create/Edit Weekly Goal
          </button>
        </li>
      )}
    </Fragment>
  ));
  return (
    <>
      {isWide
        ? (
          <section aria-labelledby="new" className="panel p-3">
            <h2 id="new" className="flex items-center gap-2 px-3 pb-1 text-lg font-bold">
              <Plus aria-hidden className="size-5" /> New
            </h2>
            <ul className="menu w-full p-0 text-base">{buttons}</ul>
          </section>
        )
        : <Menu label="New and more" kind="btn-primary" align="end">{buttons}</Menu>}
      {isGoalOpen && (
        <GoalDialog
          failed="Error saving weekly goal."
          onClose={() => setGoalOpen(false)}
        />
      )}
    </>
  );
}

interface OpenPanelProps {
  panels: readonly Panel[];
  /** Shown while no panel is open. */
  otherwise: ReactNode;
}

/** The panel that the address names. When it opens, it comes into view. */
export function OpenPanel({ panels, otherwise }: OpenPanelProps) {
  const [query] = useSearchParams();
  const shown = query.get("panel");
  const open = panels.find(({ id }) => id === shown);
  const section = useRef<HTMLElement>(null);
  const opened = useRef(shown);
  useEffect(() => {
    // Not on the first render: the screen starts at its top.
    if (opened.current !== shown && shown !== null) {
      // On a phone, the menu closes first and gives the focus to its button.
      requestAnimationFrame(() => bringIntoView(section.current, "start"));
    }
    opened.current = shown;
  }, [shown]);
  if (open === undefined) return otherwise;
  return <PanelBox panel={open} section={section} />;
}
