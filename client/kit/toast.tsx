/** Short notices at the top right. They leave by themselves, wait while looked at, take no focus. */
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from "lucide-react";
import { atom, useAtomValue } from "jotai";
import { useEffect, useRef, useState } from "react";
import { store } from "./store.ts";

const SHOWN_FOR = 3000;

type Kind = "success" | "error" | "info" | "warning";
interface Notice {
  id: number;
  kind: Kind;
  text: string;
}

const noticesAtom = atom<Notice[]>([]);
let last = 0;

function show(kind: Kind, text: string): void {
  const id = ++last;
  // The same notice twice says nothing more: it only stays longer.
  store.set(noticesAtom, (now) => [...now.filter((one) => one.text !== text), { id, kind, text }]);
}

function dismiss(id: number): void {
  store.set(noticesAtom, (now) => now.filter((notice) => notice.id !== id));
}

export const toast = {
  success: (text: string): void => show("success", text),
  error: (text: string): void => show("error", text),
  info: (text: string): void => show("info", text),
  warning: (text: string): void => show("warning", text),
};

const looks = {
  success: { Icon: CircleCheck, color: "border-success text-success" },
  error: { Icon: CircleAlert, color: "border-error text-error" },
  info: { Icon: Info, color: "border-info text-info" },
  warning: { Icon: TriangleAlert, color: "border-warning text-warning" },
};

export function Toasts() {
  const notices = useAtomValue(noticesAtom);
  const region = useRef<HTMLElement>(null);
  const newest = notices.at(-1)?.id;
  useEffect(() => {
    // Shown anew, the region is above a dialog that opened in the meantime.
    region.current?.hidePopover();
    if (newest !== undefined) region.current?.showPopover();
  }, [newest]);
  return (
    <section
      ref={region}
      popover="manual"
      aria-label="Notifications"
      className="toasts fixed inset-auto top-18 right-3 m-0 w-[min(24rem,calc(100vw-1.5rem))] space-y-2 overflow-visible border-0 bg-transparent p-0"
    >
      {notices.map((notice) => <Toast key={notice.id} {...notice} />)}
    </section>
  );
}

function Toast({ id, kind, text }: Notice) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss(id), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [held, id]);
  const { Icon, color } = looks[kind];
  return (
    <div
      role={kind === "error" || kind === "warning" ? "alert" : "status"}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className={`rise flex items-start gap-3 rounded-box border-l-4 bg-base-100 p-3 pl-4 shadow-lg ring-1 ring-base-300 ${color}`}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <p className="grow text-base-content">{text}</p>
      <button
        type="button"
        className="btn btn-ghost btn-xs btn-square text-base-content"
        onClick={() => dismiss(id)}
        aria-label="Dismiss"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}
