/** Panels, of which one is open at a time. The address names it, for links and the back button. */
import { type ReactNode, useEffect, useRef } from "react";
import { useSearchParams } from "wouter";
import { bringIntoView } from "../../kit/focus/scroll.ts";
import { UnreadDot } from "../../kit/news/unread.tsx";
import { type Panel, PanelBox } from "../panel-box.tsx";
import { Button } from "../../kit/ui/button.tsx";

interface PanelsProps {
  panels: readonly Panel[];
  /** Shown while no panel is open. */
  otherwise?: ReactNode;
}

export function Panels({ panels, otherwise }: PanelsProps) {
  const [query, setQuery] = useSearchParams();
  const [group, section] = [useRef<HTMLDivElement>(null), useRef<HTMLElement>(null)];
  const panelId = query.get("panel");
  const open = panels.find(({ id }) => id === panelId);
  const opened = useRef(panelId);
  useEffect(() => {
    // Not on the first render: the screen starts at its top.
    const isOpened = opened.current !== panelId && panelId !== null;
    opened.current = panelId;
    const button = group.current?.querySelector("[aria-expanded=true]") ?? null;
    const topOf = (element: Element | null) => element?.getBoundingClientRect().top ?? 0;
    const top = topOf(section.current);
    if (!isOpened || top <= innerHeight / 2) return;
    // The pressed button has the focus. It stays in view if there is room for it and the panel.
    const isNear = top - topOf(button) < innerHeight / 3;
    bringIntoView(isNear ? button : section.current, "start");
  }, [panelId]);
  return (
    <div className="space-y-6">
      <div
        ref={group}
        role="group"
        aria-label="Panels"
        className="flex flex-wrap gap-2 pt-6 sm:gap-3"
      >
        {panels.map(({ id, name, unread }) => (
          <Button
            key={id}
            className={id === panelId ? "btn-primary" : ""}
            aria-expanded={id === panelId}
            aria-controls={id === panelId ? "panel" : undefined}
            onClick={() => setQuery(id === panelId ? {} : { panel: id }, { replace: true })}
          >
            {name}
            {unread && <UnreadDot place={unread} />}
          </Button>
        ))}
      </div>
      {open === undefined ? otherwise : <PanelBox panel={open} section={section} />}
    </div>
  );
}
