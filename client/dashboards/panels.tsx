/** The panels of a dashboard, of which one is open at a time. The address names it. */
import { type ComponentType, type ReactNode, Suspense, useEffect, useRef } from "react";
import { useSearchParams } from "wouter";
import { bringIntoView } from "../kit/focus/scroll.ts";
import { UnreadDot, type UnreadKind } from "../kit/news/unread.tsx";

export interface Panel {
  id: string;
  name: string;
  View: ComponentType;
  /** Unread items at this place put a dot on the panel's button. */
  unread?: UnreadKind;
}

/** @param look of the button while its panel is open, or not */
export function PanelButton(
  { panel: { id, name, unread }, look }: { panel: Panel; look: (isOpen: boolean) => string },
) {
  const [query, setQuery] = useSearchParams();
  const isOpen = id === query.get("panel");
  return (
    <button
      type="button"
      className={look(isOpen)}
      aria-expanded={isOpen}
      aria-controls={isOpen ? "panel" : undefined}
      onClick={() => setQuery(isOpen ? {} : { panel: id }, { replace: true })}
    >
      {name}
      {unread && <UnreadDot place={unread} />}
    </button>
  );
}

interface OpenPanelProps {
  panels: readonly Panel[];
  /** Shown while no panel is open. */
  otherwise: ReactNode;
}

/**
 * The open panel, which comes into view when it opens. Its box reserves the height of a screen: the
 * panel can be scrolled to the top, and content that loads into it does not move anything while it
 * is pressed.
 */
export function OpenPanel({ panels, otherwise }: OpenPanelProps) {
  const [query] = useSearchParams();
  const panelId = query.get("panel");
  const open = panels.find(({ id }) => id === panelId);
  const section = useRef<HTMLElement>(null);
  const opened = useRef(panelId);
  useEffect(() => {
    // Not on the first render: the screen starts at its top. A menu closes first, and gives the
    // focus to its button.
    if (opened.current !== panelId && panelId !== null) {
      requestAnimationFrame(() => showPanel(section.current));
    }
    opened.current = panelId;
  }, [panelId]);
  if (open === undefined) return otherwise;
  return (
    <div className="min-h-[calc(100dvh-5rem)]">
      <section ref={section} id="panel" aria-label={open.name} className="panel p-4 sm:p-6">
        <Suspense fallback={<div className="skeleton h-96 rounded-box" />}>
          <open.View key={open.id} />
        </Suspense>
      </section>
    </div>
  );
}

/** The pressed button, which has the focus, stays in view if it is close above the panel. */
function showPanel(panel: Element | null): void {
  const topOf = (element: Element | null) => element?.getBoundingClientRect().top ?? 0;
  const top = topOf(panel);
  if (top >= 0 && top <= innerHeight / 2) return;
  const above = top - topOf(document.activeElement);
  bringIntoView(above > 0 && above < innerHeight / 3 ? document.activeElement : panel, "start");
}
