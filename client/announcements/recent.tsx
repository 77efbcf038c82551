/** The announcements, newest first: on the home page and in the archives. */
import { useAtomValue } from "jotai";
import { useCallback } from "react";
import { Link } from "wouter";
import { can } from "../../server/announcements/policy.ts";
import { errorText } from "../kit/net/api.ts";
import { OlderButton, useOlderRows } from "../kit/lists/load-older.tsx";
import { Empty, useKnown } from "../kit/ui/page.tsx";
import { meAtom } from "../kit/net/session.ts";
import { toast } from "../kit/data/toast.ts";
import { loadAnnouncements, loadOlderAnnouncements } from "./actions.ts";
import { announcementsAtom } from "./state.ts";
import { AnnouncementTable } from "./table.tsx";

export function RecentAnnouncements({ most }: { most?: number }) {
  return <Announcements otherwise="Failed to load announcements." most={most} />;
}

/** @param most only the newest ones, with a link to the others */
export function Announcements(
  { otherwise, most = Infinity }: { otherwise: string; most?: number | undefined },
) {
  const me = useAtomValue(meAtom);
  const [known, waiting] = useKnown(announcementsAtom, loadAnnouncements, {
    failed: otherwise,
    label: "Loading announcements...",
    skeleton: "h-96 rounded-box",
  });
  const loadOlder = useCallback(
    () => loadOlderAnnouncements().catch((error) => void toast.error(errorText(error, otherwise))),
    [otherwise],
  );
  const isWhole = known?.isWhole ?? true;
  const older = useOlderRows<HTMLTableSectionElement>({ load: loadOlder, isWhole });
  if (known === null) return waiting;
  if (known.items.length === 0) {
    return (
      <Empty
        action={can.edit(me) && (
          <Link href="/mentor?panel=announcement" className="btn btn-primary">
            Write the first one
          </Link>
        )}
      >
        No announcements available.
      </Empty>
    );
  }
  return (
    <div className="space-y-4">
      <AnnouncementTable
        announcements={known.items}
        most={most}
        isEditable={can.edit(me)}
        rows={older.rows}
      />
      {known.items.length > most && (
        <Link href="/briefings/archive?tab=announcements" className="link-plain">
          All announcements
        </Link>
      )}
      {!isWhole && most === Infinity && (
        <OlderButton older={older}>Show older announcements</OlderButton>
      )}
    </div>
  );
}
