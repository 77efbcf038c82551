/**
 * Draws the notices at the top right, where they cover no action. A notice leaves after 3 s, one
 * with a link or a button after 9 s. It stays while it is hovered or focused, and never takes the focus.
 */
import { useAtomValue } from "jotai";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import CircleAlert from "../ui/icon.tsx?circle-alert";
import CircleCheck from "../ui/icon.tsx?circle-check";
import Info from "../ui/icon.tsx?info";
import TriangleAlert from "../ui/icon.tsx?triangle-alert";
import X from "../ui/icon.tsx?x";
import { IconButton } from "../ui/icon-button.tsx";
import { openMenusAtom } from "../ui/menu.tsx";
import { dismiss, type Notice, noticesAtom } from "../data/toast.ts";
import { Button } from "../ui/button.tsx";

const SHOWN_FOR = 3000;

const looks = {
  success: { Icon: CircleCheck, color: "border-success text-success" },
  error: { Icon: CircleAlert, color: "border-error text-error" },
  info: { Icon: Info, color: "border-info text-info" },
  warning: { Icon: TriangleAlert, color: "border-warning text-warning" },
};

export function Toasts() {
  const notices = useAtomValue(noticesAtom);
  const openMenus = useAtomValue(openMenusAtom);
  const region = useRef<HTMLElement>(null);
  const newest = notices.at(-1)?.id;
  useEffect(() => {
    // Show the region again, so that it is above a dialog that opened in the meantime.
    region.current?.hidePopover();
    if (newest !== undefined) region.current?.showPopover();
  }, [newest]);
  useEffect(() => {
    if (newest !== undefined && region.current) placeAside(region.current);
  }, [newest, openMenus]);
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

function Toast({ id, kind, text, path, undo, left, lasts }: Notice) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    // There is more time to follow a link.
    const time = lasts ?? (path || undo ? 3 * SHOWN_FOR : SHOWN_FOR);
    const timer = setTimeout(() => dismiss(id), time);
    return () => clearTimeout(timer);
  }, [held, id, path, undo, lasts]);
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
      <p className="grow text-base-content">
        <span>{text}</span>
        {path && <Link href={path} className="link-plain ml-2">Open</Link>}
        {undo && (
          <Button
            className="btn-xs ml-2"
            onClick={() => {
              dismiss(id);
              undo();
            }}
          >
            Undo{left}
          </Button>
        )}
      </p>
      <IconButton
        icon={X}
        name="Dismiss"
        className="btn-ghost btn-xs text-base-content"
        onClick={() => dismiss(id)}
      />
    </div>
  );
}

/** Between the notices and what they do not cover, in px. */
const GAP = 8;

/** What the notices must not cover: the heading, an open menu, and what is pressed next. */
const KEPT_FREE = "[data-heading] > *, .menu, [data-menu], main :is(.btn-primary, .btn-success)";

/** Puts the notices as high as they cover none of these, or no button of an open dialog, and right. */
function placeAside(region: HTMLElement): void {
  const box = (part: Element) => part.getBoundingClientRect();
  const { width, height } = box(region);
  const top = box(document.querySelector("header") ?? document.body).bottom + GAP;
  const right = document.documentElement.clientWidth - GAP;
  const dialog = document.querySelector("dialog[open]");
  const kept = [...(dialog ?? document).querySelectorAll(dialog ? ".btn" : KEPT_FREE)]
    .map(box).filter((one) => one.bottom > top && one.top < innerHeight);
  const tops = [top, ...kept.map(({ bottom }) => bottom + GAP)].sort((a, b) => a - b);
  const rights = [right, ...kept.map(({ left }) => left - GAP)].sort((a, b) => b - a);
  const places = tops.flatMap((top) => rights.map((right) => [top, right] as const));
  const [y, x] = places.find(([top, right]) =>
    right >= width && top + height < innerHeight &&
    kept.every((one) =>
      one.left >= right || one.right <= right - width || one.top >= top + height ||
      one.bottom <= top
    )
  ) ?? [top, right];
  region.style.inset = `${y}px auto auto ${x - width}px`;
}
