/** The panel of all students, and of those who are invited. */
import { useAtomValue } from "jotai";
import { useState } from "react";
import { Export } from "../../exports/export.tsx";
import { FilterBar } from "../../kit/lists/filter-bar.tsx";
import { FilterText, useFilterPart } from "../../kit/lists/url-filter.tsx";
import { useLoad } from "../../kit/data/query.ts";
import { Empty, NotLoaded } from "../../kit/ui/page.tsx";
import { Pager, usePageOf } from "../../kit/lists/pager.tsx";
import { useDeviceNow } from "../../kit/ui/format-time.ts";
import { loadStudents } from "../actions.ts";
import { Avatar } from "../avatar.tsx";
import { PersonName } from "../person-name.tsx";
import { studentsAtom } from "../state.ts";
import InvitationList from "../../admission/invitations/list.tsx";

/** The least time between two fetches: statistics change all the time, but students seldom join. */
const FETCH_EVERY = 30_000;

export default function StudentsPanel() {
  const [hasOpened, setOpened] = useState(false);
  return (
    <div>
      <div className="mb-4 flex items-center justify-between gap-4">
        <h2 className="text-2xl font-extrabold">All Students</h2>
        <Export lists={{ students: "Students" }} names={{ name: "search" }} />
      </div>
      <FilterBar
        label="Filter students"
        keep={["panel"]}
        first={<FilterText name="name" label="Name" placeholder="Name, email or branch" />}
      />
      <List />
      <details
        className="mt-8"
        onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
      >
        <summary className="mb-3 cursor-pointer text-lg font-bold">Invitations</summary>
        {hasOpened && <InvitationList />}
      </details>
    </div>
  );
}

function List() {
  const known = useAtomValue(studentsAtom);
  const [name] = useFilterPart("name");
  const now = useDeviceNow(FETCH_EVERY / 3);
  const isStale = known !== null && known.stale && now - known.fetchedAt > FETCH_EVERY;
  const loading = useLoad(loadStudents, "Failed to fetch users.", isStale);
  const wanted = name.trim().toLowerCase();
  const matching =
    known?.items.filter((student) =>
      `${student.name}\n${student.email}\n${student.branch ?? ""}`.toLowerCase().includes(wanted)
    ) ?? [];
  const { items: shown, filter } = usePageOf(matching);
  if (known === null) {
    return <NotLoaded loading={loading} label="Loading students..." skeleton="h-96 rounded-box" />;
  }
  if (matching.length === 0) return <Empty>No students found.</Empty>;
  return (
    <>
      <ul aria-label="Students" className="grid gap-x-8 lg:grid-cols-2 2xl:grid-cols-3">
        {shown.map((student) => (
          <li
            key={student._id}
            className="flex min-w-0 items-center gap-3 border-t border-base-300 py-2.5"
          >
            <Avatar name={student.name} />
            <span className="min-w-0 grow">
              <PersonName person={student} className="block font-semibold break-words" />
              <a href={`mailto:${student.email}`} className="link-plain block truncate text-sm">
                {student.email}
              </a>
            </span>
            <span className="shrink-0 text-right text-sm text-muted">
              {student.branch ?? "N/A"}
              <span className="block">Year {student.year ?? "N/A"}</span>
            </span>
          </li>
        ))}
      </ul>
      <Pager filter={filter} total={matching.length} thing="student" />
    </>
  );
}
