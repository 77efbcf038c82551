/** Offers browser notifications, once for each person and browser. */
import { useAtomValue } from "jotai";
import { useState } from "react";
import Bell from "../ui/icon.tsx?bell";
import { meAtom } from "../net/session.ts";
import { readStored, writeStored } from "../net/storage.ts";
import { canNotify, switchNotifications } from "./notifications.ts";
import { Button } from "../ui/button.tsx";

export default function OfferNotifications() {
  const key = `notifications-offered:${useAtomValue(meAtom)?._id}`;
  const [isOffered, setOffered] = useState(() =>
    canNotify && Notification.permission === "default" && readStored<boolean>(key) !== true
  );
  if (!isOffered) return null;
  function end() {
    writeStored(key, true);
    setOffered(false);
  }
  return (
    <div
      role="group"
      aria-label="Notifications"
      className="flex flex-wrap items-center gap-3 rounded-field border-l-4 border-info bg-info/10 p-3"
    >
      <p className="flex grow items-center gap-2">
        <Bell aria-hidden className="size-5 shrink-0" />
        Get notified when a mentor replies?
      </p>
      <Button
        className="btn-sm btn-primary"
        onClick={() => void switchNotifications(true).then(end)}
      >
        Tell me
      </Button>
      <Button className="btn-sm" onClick={end}>Not now</Button>
    </div>
  );
}
