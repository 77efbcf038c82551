/** The panel of personal assignments: a learner's own, or those that staff have assigned. */
import { useAtomValue } from "jotai";
import { Fragment } from "react";
import type { PersonalAssignment } from "../../server/assignments/schema.ts";
import { type Actor, isStaff } from "../../server/kit/core/roles.ts";
import { QuestionFilters } from "../assignments/list/filter.tsx";
import { QuestionList } from "../assignments/list/list.tsx";
import { FilterChoice } from "../kit/lists/filter-bar.tsx";
import { FilterText, useFilterPart } from "../kit/lists/url-filter.tsx";
import { useLoad } from "../kit/data/query.ts";
import { meAtom } from "../kit/net/session.ts";
import { PersonName } from "../people/person-name.tsx";
import { loadPersonal } from "./actions.ts";
import { type PersonalList, personalListAtom } from "./state.ts";

/** Which list to show: by default what a mentor gave; for an admin, everyone's. */
function listOf(me: Actor, by: string): PersonalList["of"] {
  if (!isStaff(me)) return "assigned to me";
  return me.role === "admin" || by === "everyone" ? "everyone's" : "assigned by me";
}

export default function PersonalPanel() {
  const me = useAtomValue(meAtom);
  const [by] = useFilterPart("by");
  const [mentor] = useFilterPart("mentor");
  const of = me === null ? "assigned to me" : listOf(me, by);
  const list = useAtomValue(personalListAtom);
  const ours = list?.of === of ? list : null;
  const loading = useLoad(loadPersonal, "Failed to fetch personal assignments.", ours?.stale, of);
  const wanted = mentor.trim().toLowerCase();
  const items = ours?.data.filter(({ assignedBy }) =>
    wanted === "" || (assignedBy?.name ?? "").toLowerCase().includes(wanted)
  );
  return (
    <div>
      <h2 className="mb-4 text-2xl font-extrabold">Personal Assignments</h2>
      <QuestionFilters items={items ?? []} keep={["panel"]}>
        <FilterText name="mentor" label="Mentor name" placeholder="Filter by mentor name" />
        {me?.role === "mentor" && (
          <FilterChoice
            name="by"
            label="Assigned by"
            all="Me"
            options={[["everyone", "Anybody"]]}
          />
        )}
      </QuestionFilters>
      <QuestionList
        {...{ items, loading }}
        empty="No personal assignments available."
        About={AssignedBy}
      />
    </div>
  );
}

function AssignedBy({ item: { assignedBy, assignedTo } }: { item: PersonalAssignment }) {
  return (
    <p className="text-sm text-muted">
      Assigned by {assignedBy?.name ?? "N/A"}
      {assignedTo && (
        <span className="line-clamp-2">
          to <Names people={assignedTo} />
        </span>
      )}
    </p>
  );
}

const NAMED = 4;

function Names({ people }: { people: readonly { _id: string; name: string }[] }) {
  return (
    <>
      {people.slice(0, NAMED).map((person, place) => (
        <Fragment key={person._id}>
          {place > 0 && ", "}
          <PersonName person={person} />
        </Fragment>
      ))}
      {people.length > NAMED && ` and ${people.length - NAMED} more`}
    </>
  );
}
