/** Offers browser notifications, once for each person and browser. */
import { useAtom } from "jotai";
import Bell from "../ui/icon.tsx?bell";
import { storedAtom } from "../net/session.ts";
import { canNotify, switchNotifications } from "./notifications.ts";
import { Button } from "../ui/button.tsx";

const offeredAtom = storedAtom("notifications-offered", false);

export default function OfferNotifications() {
  const [isOffered, setOffered] = useAtom(offeredAtom);
  if (isOffered || !canNotify || Notification.permission !== "default") return null;
  const end = () => setOffered(true);
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
