/** The panel "Scheduled": what staff have prepared for a time, of all kinds. */
import { PreparedAnnouncements } from "../../announcements/prepared.tsx";
import { PreparedAssignments } from "../../assignments/give/prepared.tsx";
import { PreparedBriefings } from "../../briefings/prepared.tsx";

export default function PreparedPanel() {
  return (
    <div className="space-y-8">
      <div>
        <h2 className="text-2xl font-extrabold">Scheduled</h2>
        <p className="text-muted">
          Until its time, only staff see it, and a briefing also its author. Then it appears by
          itself.
        </p>
      </div>
      <PreparedAssignments />
      <PreparedAnnouncements />
      <PreparedBriefings />
    </div>
  );
}
