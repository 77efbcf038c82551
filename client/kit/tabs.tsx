/** Tabs: one panel at a time, chosen with the pointer or the arrow keys. */
import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";

interface Tab<T extends string> {
  id: T;
  name: string;
}

interface TabsProps<T extends string> {
  label: string;
  tabs: readonly Tab<T>[];
  shown: T;
  onShow: (id: T) => void;
  /** The panel of the shown tab. */
  children: ReactNode;
}

export function Tabs<T extends string>({ label, tabs, shown, onShow, children }: TabsProps<T>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  function move(event: KeyboardEvent): void {
    const at = tabs.findIndex((tab) => tab.id === shown);
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
    const step = steps[event.key];
    const to = step !== undefined
      ? (at + step + tabs.length) % tabs.length
      : event.key === "Home"
      ? 0
      : event.key === "End"
      ? tabs.length - 1
      : -1;
    const tab = tabs[to];
    if (tab === undefined) return;
    event.preventDefault();
    onShow(tab.id);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[to]?.focus();
  }
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="mb-6 flex gap-1 border-b border-base-300"
        onKeyDown={move}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === shown}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === shown ? 0 : -1}
            className={`min-w-0 cursor-pointer rounded-t-field border-b-3 px-3 py-2.5 font-semibold -outline-offset-3 sm:px-4 ${
              tab.id === shown ? "border-primary text-primary" : "border-transparent text-muted"
            }`}
            onClick={() => onShow(tab.id)}
          >
            {tab.name}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${shown}`}>
        {children}
      </div>
    </>
  );
}
