/** Panels, of which one is open at a time. The address names it, for links and the back button. */
import { type ReactNode, useEffect, useRef } from "react";
import { useSearchParams } from "wouter";
import { bringIntoView } from "../../kit/focus/scroll.ts";
import { UnreadDot } from "../../kit/news/unread.tsx";
import { type Panel, PanelBox } from "../panel-box.tsx";

interface PanelsProps {
  panels: readonly Panel[];
  /** Shown while no panel is open. */
  otherwise?: ReactNode;
}

export function Panels({ panels, otherwise }: PanelsProps) {
  const [query, setQuery] = useSearchParams();
  const [group, section] = [useRef<HTMLDivElement>(null), useRef<HTMLElement>(null)];
  const shown = query.get("panel");
  const open = panels.find(({ id }) => id === shown);
  const opened = useRef(shown);
  useEffect(() => {
    // Not on the first render: the screen starts at its top.
    const isOpened = opened.current !== shown && shown !== null;
    opened.current = shown;
    const button = group.current?.querySelector("[aria-expanded=true]") ?? null;
    const topOf = (element: Element | null) => element?.getBoundingClientRect().top ?? 0;
    const top = topOf(section.current);
    if (!isOpened || top <= innerHeight / 2) return;
    // The pressed button has the focus. It stays in view if there is room for it and the panel.
    const isNear = top - topOf(button) < innerHeight / 3;
    bringIntoView(isNear ? button : section.current, "start");
  }, [shown]);
  return (
    <div className="space-y-6">
      <div
        ref={group}
        role="group"
        aria-label="Panels"
        className="flex flex-wrap gap-2 pt-6 sm:gap-3"
      >
        {panels.map(({ id, name, unread }) => (
          <button
            key={id}
            type="button"
            className={`btn ${id === shown ? "btn-primary" : ""}`}
            aria-expanded={id === shown}
            aria-controls={id === shown ? "panel" : undefined}
            onClick={() => setQuery(id === shown ? {} : { panel: id }, { replace: true })}
          >
            {name}
            {unread && <UnreadDot place={unread} />}
          </button>
        ))}
      </div>
      {open === undefined ? otherwise : <PanelBox panel={open} section={section} />}
    </div>
  );
}
