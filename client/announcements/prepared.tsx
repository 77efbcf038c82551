/** The prepared announcements, for staff: live, with edit, "Publish now" and delete. */
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import { useLoad } from "../kit/data/query.ts";
import { NOT_PREPARED, PreparedRows } from "../kit/lists/prepared-rows.tsx";
import { deleteAnnouncement, loadPrepared, publishAnnouncement } from "./actions.ts";
import { preparedAtom } from "./state.ts";
import EditAnnouncement from "./edit.tsx";

export function PreparedAnnouncements() {
  const known = useAtomValue(preparedAtom);
  const loading = useLoad(
    loadPrepared,
    "Failed to load the scheduled announcements.",
    known?.stale,
  );
  return (
    <PreparedRows
      heading="Announcements"
      items={known?.items}
      loading={loading}
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
          gone={NOT_PREPARED}
          onClose={close}
        />
      )}
    />
  );
}
