/** Who is here now, for admins. It is fetched again every half minute. */
import { useAtomValue } from "jotai";
import { ROLES } from "../../../server/kit/core/roles.ts";
import { useLoad } from "../../kit/data/query.ts";
import { useDeviceNow } from "../../kit/ui/format-time.ts";
import { NotLoaded } from "../../kit/ui/page.tsx";
import { plural } from "../../kit/ui/plural.ts";
import { loadHere } from "../actions.ts";
import { PersonName } from "../person-name.tsx";
import { hereAtom } from "../state.ts";

const FETCH_EVERY = 30_000;
const NAMES = { student: "Students", volunteer: "Volunteers", mentor: "Mentors", admin: "Admins" };

function summary(count: number): string {
  if (count === 0) return "No one has been active in the last two minutes.";
  return `${plural(count, "person is", "people are")} here.`;
}

export function Here() {
  const known = useAtomValue(hereAtom);
  const now = useDeviceNow(FETCH_EVERY / 3);
  const isStale = known !== null && now - known.fetchedAt > FETCH_EVERY;
  const loading = useLoad(loadHere, "Failed to fetch users.", isStale);
  if (known === null) {
    return (
      <NotLoaded loading={loading} label="Loading who is here..." skeleton="h-24 rounded-box" />
    );
  }
  const groups = ROLES.map((role) => ({
    role,
    people: known.people.filter((person) => person.role === role),
  })).filter(({ people }) => people.length > 0);
  return (
    <div className="panel space-y-3 p-4">
      <p>{summary(known.people.length)}</p>
      {groups.map(({ role, people }) => (
        <div key={role} className="sm:flex sm:gap-4">
          <h3 className="w-32 shrink-0 font-bold">{NAMES[role]} ({people.length})</h3>
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {people.map((person) => (
              <li key={person._id}>
                <PersonName person={person} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
