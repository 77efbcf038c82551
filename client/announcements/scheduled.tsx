/** The prepared announcements, for staff: live, with edit, "Publish now" and delete. */
import { Link } from "wouter";
import { NOT_SCHEDULED, ScheduledRows } from "../kit/lists/scheduled-rows.tsx";
import { deleteAnnouncement, loadScheduled, publishAnnouncement } from "./actions.ts";
import { scheduledAtom } from "./state.ts";
import EditAnnouncement from "./edit.tsx";

export function ScheduledAnnouncements() {
  return (
    <ScheduledRows
      heading="Announcements"
      list={{
        of: scheduledAtom,
        load: loadScheduled,
        failed: "Failed to load the scheduled announcements.",
      }}
      toNew={<Link href="/mentor?panel=announcement" className="link-plain">Write one</Link>}
      describe={({ subject, body, sender }) => ({
        name: subject,
        more: <p className="line-clamp-2 wrap-anywhere">{body}</p>,
        by: sender.name,
      })}
      asks={{
        publish: "Everybody sees it at once: the class, visitors, and the projector.",
        remove: "Nobody will see it. This cannot be undone.",
      }}
      onPublish={publishAnnouncement}
      onRemove={deleteAnnouncement}
      edit={(id, announcement, close) => (
        <EditAnnouncement
          id={id}
          announcement={announcement}
          gone={NOT_SCHEDULED}
          onClose={close}
        />
      )}
    />
  );
}
