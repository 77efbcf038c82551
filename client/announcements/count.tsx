/** The number of announcements, kept live, beside the section's title on the home page. */
import { useAtomValue } from "jotai";
import { announcementsAtom } from "./state.ts";

export function AnnouncementCount() {
  const known = useAtomValue(announcementsAtom);
  if (known === null) return null;
  const { items, isWhole } = known;
  const count = `${items.length}${isWhole ? "" : "+"}`;
  return (
    <span className="badge badge-lg rounded-full border-0 bg-accent font-bold text-accent-content">
      {count}
      <span className="sr-only">{count === "1" ? " announcement" : " announcements"}</span>
    </span>
  );
}
