/** The menus of the staff's dashboard: a button for each panel, of which one is open at a time. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import Plus from "../../kit/ui/icon.tsx?plus";
import { GoalDialog } from "../../goals/dialog.tsx";
import { bringIntoView } from "../../kit/focus/scroll.ts";
import { Menu } from "../../kit/ui/menu.tsx";
import { UnreadDot } from "../../kit/news/unread.tsx";
import { useIsWide } from "../../kit/layout/media.ts";
import { type Panel, PanelBox } from "../panel-box.tsx";

/**
 * @param making what makes something
 * @param more what is read and administered
 */
export function NewMenu(
  { making, more, hasGoal }: { making: readonly Panel[]; more: readonly Panel[]; hasGoal: boolean },
) {
  const isWide = useIsWide();
  const [isGoalOpen, setGoalOpen] = useState(false);
  const buttons = (
    <>
      {making.map((panel) => <PanelButton key={panel.id} {...panel} />)}
      {hasGoal && (
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
    </>
  );
  return (
    <>
      {isWide
        ? (
          <section aria-labelledby="new" className="panel mb-2 p-3">
            <h2 id="new" className="flex items-center gap-2 px-3 pb-1 text-lg font-bold">
              <Plus aria-hidden className="size-5" /> New
            </h2>
            <ul className="menu w-full p-0 text-base">{buttons}</ul>
          </section>
        )
        : <Menu label="New" kind="btn-primary" align="end">{buttons}</Menu>}
      <Menu
        label={
          <>
            <span>
              More <span className="sr-only">panels</span>
            </span>
            {more.map(({ id, unread }) => unread && <UnreadDot key={id} place={unread} />)}
          </>
        }
        align="end"
      >
        {more.map((panel) => <PanelButton key={panel.id} {...panel} />)}
      </Menu>
      {isGoalOpen && (
        <GoalDialog
          failed="Error saving weekly goal."
          onClose={() => setGoalOpen(false)}
        />
      )}
    </>
  );
}

function PanelButton({ id, name, unread }: Panel) {
  const [query, setQuery] = useSearchParams();
  const isShown = id === query.get("panel");
  return (
    <li>
      <button
        type="button"
        className={`py-2 font-semibold ${isShown ? "bg-primary text-primary-content" : ""}`}
        aria-expanded={isShown}
        aria-controls={isShown ? "panel" : undefined}
        onClick={() => setQuery(isShown ? {} : { panel: id }, { replace: true })}
      >
        {name}
        {unread && <UnreadDot place={unread} />}
      </button>
    </li>
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
  const panelId = query.get("panel");
  const open = panels.find(({ id }) => id === panelId);
  const section = useRef<HTMLElement>(null);
  const opened = useRef(panelId);
  useEffect(() => {
    // Not on the first render: the screen starts at its top.
    if (opened.current !== panelId && panelId !== null) {
      // On a phone, the menu closes first and gives the focus to its button.
      requestAnimationFrame(() => bringIntoView(section.current, "start"));
    }
    opened.current = panelId;
  }, [panelId]);
  if (open === undefined) return otherwise;
  return <PanelBox panel={open} section={section} />;
}
