/** The menus of the staff's dashboard: a button for each panel, of which one is open at a time. */
import { useState } from "react";
import Plus from "../../kit/ui/icon.tsx?plus";
import { GoalDialog } from "../../goals/edit.tsx";
import { Menu } from "../../kit/ui/menu.tsx";
import { UnreadDot } from "../../kit/news/unread.tsx";
import { useIsWide } from "../../kit/layout/media.ts";
import { type Panel, PanelButton } from "../panels.tsx";

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
      {making.map((panel) => <PanelItem key={panel.id} {...panel} />)}
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
        {more.map((panel) => <PanelItem key={panel.id} {...panel} />)}
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

const PanelItem = (panel: Panel) => (
  <li>
    <PanelButton
      panel={panel}
      look={(isOpen) => `py-2 font-semibold ${isOpen ? "bg-primary text-primary-content" : ""}`}
    />
  </li>
);
