/**
 * The bell: how many unread notifications there are, and a list of them. Opening one leads to its
 * place and marks it as read; so does going there in another way.
 */
import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { Link, useLocation } from "wouter";
import BellIcon from "../kit/ui/icon.tsx?bell";
import { sentenceOf } from "../../server/notifications/policy.ts";
import type { ListedNotification } from "../../server/notifications/schema.ts";
import { errorText } from "../kit/net/api.ts";
import { todayAtom } from "../kit/net/class-day.ts";
import { useLoad } from "../kit/data/query.ts";
import { whenVisible } from "../kit/focus/user-activity.ts";
import { toast } from "../kit/data/toast.ts";
import { useMenu } from "../kit/ui/menu.tsx";
import { showMoment } from "../kit/ui/show-moment.ts";
import { loadBell, read, readAll } from "./actions.ts";
import { startServiceWorker } from "./push/actions.ts";
import { bellAtom, unreadAtom } from "./state.ts";
import { Time } from "../kit/ui/time.tsx";
import { Button } from "../kit/ui/button.tsx";

export default function Bell() {
  const known = useAtomValue(bellAtom);
  const loading = useLoad(loadBell, null, known?.stale);
  const unread = useAtomValue(unreadAtom);
  const count = unread > 99 ? "99+" : unread;
  const { isOpen, id, close, around, opens } = useMenu("button, a");
  useEffect(() => void startServiceWorker(showPlace), []);
  useReadHere(known?.items);
  return (
    <div {...around}>
      <button
        {...opens}
        className="btn btn-ghost btn-square"
        aria-label={unread === 0 ? "Notifications" : `Notifications: ${count} unread`}
      >
        <BellIcon aria-hidden className="size-5" />
        {unread > 0 && (
          <span
            aria-hidden
            className="absolute top-0.5 right-0 min-w-5 rounded-full bg-accent px-1 text-center text-xs leading-5 font-bold text-accent-content"
          >
            {count}
          </span>
        )}
      </button>
      {isOpen && (
        <section
          id={id}
          aria-label="Notifications"
          data-menu
          className="fixed inset-x-2 top-17 z-30 max-h-[min(34rem,calc(100dvh-5rem))] overflow-y-auto rounded-box border border-base-300 bg-base-100 p-2 shadow-lg sm:absolute sm:inset-x-auto sm:top-full sm:right-0 sm:mt-1 sm:w-104"
        >
          <List
            items={known?.items ?? null}
            failed={loading.state === "failed"}
            onClose={close}
          />
        </section>
      )}
    </div>
  );
}

interface ListProps {
  items: readonly ListedNotification[] | null;
  failed: boolean;
  onClose: () => void;
}

function List({ items, failed, onClose }: ListProps) {
  const today = useAtomValue(todayAtom);
  const isAllRead = items?.every(({ isRead }) => isRead) ?? true;
  return (
    <>
      <div className="flex items-center gap-2 px-2 pb-1">
        <h2 className="grow font-bold">Notifications</h2>
        <Button
          className="btn-ghost btn-sm"
          aria-disabled={isAllRead}
          onClick={() =>
            isAllRead ||
            readAll().catch((error) =>
              toast.error(errorText(error, "The notifications could not be marked."))
            )}
        >
          Mark all as read
        </Button>
        <Link href="/profile#notifications" className="btn btn-ghost btn-sm" onClick={onClose}>
          Settings
        </Link>
      </div>
      {items === null && (
        <p role="status" className="p-2 text-muted">
          {failed ? "The notifications cannot be loaded now." : "Loading…"}
        </p>
      )}
      {items?.length === 0 && <p className="p-2 text-muted">Nothing yet.</p>}
      <ul>
        {items?.map((item) => (
          <li key={item._id}>
            <Link
              href={hrefOf(item)}
              className="flex gap-3 rounded-field p-2 hover:bg-base-200 focus-visible:bg-base-200"
              onClick={() => {
                onClose();
                open(item);
              }}
            >
              <span
                className={`mt-2 size-2.5 shrink-0 rounded-full ${
                  item.isRead ? "" : "bg-accent forced-color-adjust-none"
                }`}
              >
                {!item.isRead && <span className="sr-only">Unread:</span>}
              </span>
              <span className="min-w-0 grow">
                <span className={`block break-words ${item.isRead ? "" : "font-semibold"}`}>
                  {sentenceOf(item)}
                </span>
                <Time
                  at={item.at}
                  show={(at) => showMoment(at, today)}
                  className="block text-sm text-muted"
                />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A quick question opens on every screen, so that nobody has to leave theirs. */
function hrefOf({ kind, path }: ListedNotification): string {
  if (kind !== "poll") return path;
  const query = new URLSearchParams(location.search);
  for (const [name, value] of new URLSearchParams(path.split("?")[1])) query.set(name, value);
  return `${location.pathname}?${query}`;
}

function open({ _id, isRead, path }: ListedNotification): void {
  if (!isRead) void read([_id]).catch(() => {});
  showPlace(path);
}

/** What the last part of an address names on its page. */
const PLACE = /#(entry|comment)-([\w-]+)$/;
const SHOWN_WITHIN = 10_000;

/** Scrolls to the entry or the comment as soon as it is on the page. */
function showPlace(path: string): void {
  const [, kind, id] = PLACE.exec(path) ?? [];
  if (id === undefined) return;
  const show = () => {
    const place = document.querySelector<HTMLElement>(
      `[data-${kind}="${CSS.escape(id)}"], #${kind}-${CSS.escape(id)}`,
    );
    if (place === null) return false;
    place.scrollIntoView({ block: "center" });
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
    return true;
  };
  // The router shows the screen after this.
  const watcher = new MutationObserver(() => show() && watcher.disconnect());
  watcher.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => show() && watcher.disconnect());
  setTimeout(() => watcher.disconnect(), SHOWN_WITHIN);
}

/** Marks notifications of this screen as read, and shows the place that the address names. */
function useReadHere(items: readonly ListedNotification[] | undefined): void {
  const [path] = useLocation();
  useEffect(() => showPlace(location.hash), []);
  useEffect(() => {
    return whenVisible(() => {
      const here = location.pathname + location.search;
      const isHere = ({ path, isRead }: ListedNotification) =>
        !isRead && path.replace(/#.*/, "") === here;
      const ids = items?.filter(isHere).map(({ _id }) => _id) ?? [];
      void read(ids).catch(() => {});
    });
  }, [items, path]);
}
