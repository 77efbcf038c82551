/** The announcements, newest first: on the home page and in the archives. */
import { useAtomValue } from "jotai";
import { useCallback } from "react";
import { can } from "../../server/announcements/policy.ts";
import { sentence } from "../kit/api.ts";
import { useLoad } from "../kit/load.ts";
import { OlderButton, useOlder } from "../kit/older.tsx";
import { Empty, LoadFailed, Waiting } from "../kit/page.tsx";
import { meAtom } from "../kit/session.ts";
import { toast } from "../kit/toast.tsx";
import { loadAnnouncements, loadOlderAnnouncements } from "./actions.ts";
import { announcementsAtom } from "./state.ts";
import { AnnouncementTable } from "./table.tsx";

export function RecentAnnouncements() {
  return <Announcements otherwise="Failed to load announcements." />;
}

export function Announcements({ otherwise }: { otherwise: string }) {
  const me = useAtomValue(meAtom);
  const known = useAtomValue(announcementsAtom);
  const load = useCallback((signal: AbortSignal) => loadAnnouncements(signal), []);
  const loading = useLoad(load, otherwise);
  const loadOlder = useCallback(
    () => loadOlderAnnouncements().catch((error) => void toast.error(sentence(error, otherwise))),
    [otherwise],
  );
  const isWhole = known?.isWhole ?? true;
  const older = useOlder<HTMLTableSectionElement>({ load: loadOlder, isWhole });
  if (known === null) {
    if (loading.state === "failed") return <LoadFailed loading={loading} />;
    return (
      <Waiting label="Loading announcements...">
        <div className="skeleton h-96 rounded-box" />
      </Waiting>
    );
  }
  if (known.items.length === 0) return <Empty>No announcements available.</Empty>;
  return (
    <div className="space-y-4">
      <AnnouncementTable
        announcements={known.items}
        isEditable={can.edit(me)}
        rows={older.rows}
      />
      {!isWhole && <OlderButton older={older}>Show older announcements</OlderButton>}
    </div>
  );
}
