/** Tabs: one panel at a time, chosen with the pointer or the arrow keys. */
import { type CSSProperties, type KeyboardEvent, type ReactNode, useId, useRef } from "react";

interface Tab<T extends string> {
  id: T;
  name: string;
}

interface TabsProps<T extends string> {
  label: string;
  tabs: readonly Tab<T>[];
  current: T;
  onShow: (id: T) => void;
  /** Smaller, for tabs within a part of a screen. */
  dense?: boolean;
  /** The class of the panel, which then begins right below the tabs. */
  panel?: string;
  /** Shown at the end of the line of tabs. */
  aside?: ReactNode;
  /** Everything is shown in a place that looks so, and there are no tabs. */
  all?: { className: string; style: CSSProperties } | false;
  children: ReactNode;
}

export function Tabs<T extends string>(props: TabsProps<T>) {
  const { label, tabs, current, onShow, dense, panel, aside, all, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  function move(event: KeyboardEvent): void {
    const at = tabs.findIndex((tab) => tab.id === current);
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
      {!all && (
        <div
          className={`flex flex-wrap items-end justify-between gap-x-6 border-b border-base-300 ${
            panel ? "" : dense ? "mb-3" : "mb-5"
          }`}
        >
          <div
            ref={list}
            role="tablist"
            aria-label={label}
            className={`flex flex-wrap gap-x-1 ${dense ? "text-sm" : "max-sm:text-sm"}`}
            onKeyDown={move}
          >
            {tabs.map((tab) => (
              <button
                key={tab.id}
                type="button"
                role="tab"
                id={`${id}-${tab.id}`}
                aria-selected={tab.id === current}
                aria-controls={`${id}-panel`}
                tabIndex={tab.id === current ? 0 : -1}
                className={`min-w-0 cursor-pointer rounded-t-field border-b-3 px-2 font-semibold wrap-normal -outline-offset-3 ${
                  dense ? "py-1.5 sm:px-3" : "py-2.5 sm:px-4"
                } ${
                  tab.id === current
                    ? "border-primary text-primary"
                    : "border-transparent text-muted"
                }`}
                onClick={() => onShow(tab.id)}
              >
                {tab.name}
              </button>
            ))}
          </div>
          {aside && (
            <div className={`max-w-full ${dense ? "mb-1 max-sm:mt-1.5" : "-mb-3"}`}>{aside}</div>
          )}
        </div>
      )}
      <div
        id={`${id}-panel`}
        className={panel}
        {...all || { "role": "tabpanel", "aria-labelledby": `${id}-${current}` }}
      >
        {children}
      </div>
    </>
  );
}
