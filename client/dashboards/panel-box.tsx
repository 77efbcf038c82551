/** A panel of a dashboard, and the box in which the open one is shown. */
import { type ComponentType, type RefObject, Suspense } from "react";
import type { UnreadKind } from "../kit/news/unread.tsx";

export interface Panel {
  id: string;
  name: string;
  View: ComponentType;
  /** Unread items at this place put a dot on the panel's button. */
  unread?: UnreadKind;
}

/**
 * Reserves the height of a screen: the panel can be scrolled to the top, and content that loads
 * into it does not move anything while it is pressed.
 */
export function PanelBox(
  { panel, section }: { panel: Panel; section: RefObject<HTMLElement | null> },
) {
  return (
    <div className="min-h-[calc(100dvh-5rem)]">
      <section ref={section} id="panel" aria-label={panel.name} className="panel p-4 sm:p-6">
        <Suspense fallback={<div className="skeleton h-96 rounded-box" />}>
          <panel.View key={panel.id} />
        </Suspense>
      </section>
    </div>
  );
}
