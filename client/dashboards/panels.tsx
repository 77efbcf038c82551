/** Panels that open one at a time. Which one is open is in the address, to come back to. */
import {
  type ComponentType,
  type CSSProperties,
  type LazyExoticComponent,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
} from "react";
import { useSearchParams } from "wouter";
import { bringIntoView } from "../kit/scroll.ts";
import { UnreadDot, type UnreadPlace } from "../kit/unread.tsx";

export interface Panel {
  id: string;
  name: string;
  View: LazyExoticComponent<ComponentType>;
  /** What is new here is marked at its button. */
  unread?: UnreadPlace;
}

interface PanelsProps {
  panels: readonly Panel[];
  /** Stands above the buttons. */
  head?: ReactNode;
  /** Stands beside head and buttons, where there is room. */
  beside?: ReactNode;
  /** Is shown for as long as no panel is. */
  otherwise?: ReactNode;
  /** Buttons that open something else than a panel. */
  children?: ReactNode;
}

export function Panels({ panels, head, beside, otherwise, children }: PanelsProps) {
  const [query, setQuery] = useSearchParams();
  const [group, section] = [useRef<HTMLDivElement>(null), useRef<HTMLElement>(null)];
  const shown = query.get("panel");
  const open = panels.find(({ id }) => id === shown);
  const opened = useRef(shown);
  useEffect(() => {
    // Not on arriving: then the screen starts at its top.
    const isOpened = opened.current !== shown && shown !== null;
    opened.current = shown;
    const button = group.current?.querySelector("[aria-expanded=true]") ?? null;
    const topOf = (element: Element | null) => element?.getBoundingClientRect().top ?? 0;
    const top = topOf(section.current);
    if (!isOpened || top <= innerHeight / 2) return;
    // What was pressed has the focus, and stays in view where there is room for both.
    const isNear = top - topOf(button) < innerHeight / 3;
    bringIntoView(isNear ? button : section.current, "start");
  }, [shown]);
  const isWide = beside !== undefined;
  // In full rows, of three or of four.
  const column = panels.length % 3 === 0 ? "15.5rem" : "14rem";
  return (
    <div className="space-y-6">
      <div className={isWide ? "grid gap-4 lg:grid-cols-[minmax(0,1fr)_26rem]" : "pt-6"}>
        <div className="min-w-0 space-y-4">
          {head}
          <div
            ref={group}
            role="group"
            aria-label="Panels"
            className={`flex flex-wrap gap-2 sm:gap-3 ${
              isWide ? "xl:grid xl:grid-cols-[repeat(auto-fill,minmax(var(--column),1fr))]" : ""
            }`}
            style={{ "--column": column } as CSSProperties}
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
            {children}
          </div>
        </div>
        {beside}
      </div>
      {open === undefined ? otherwise : (
        // Room for it to stand at the top: what comes into it moves nothing that is being pressed.
        <div className="min-h-[calc(100dvh-5rem)]">
          <section
            ref={section}
            id="panel"
            aria-label={open.name}
            className="panel p-4 sm:p-6"
          >
            <Suspense fallback={<div className="skeleton h-96" />}>
              <open.View key={open.id} />
            </Suspense>
          </section>
        </div>
      )}
    </div>
  );
}
