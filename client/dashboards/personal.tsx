/** The panel of personal assignments: a learner's own, or those that staff have assigned. */
import { useAtomValue } from "jotai";
import { Fragment, useCallback } from "react";
import { Link } from "wouter";
import type { PersonalAssignment } from "../../server/assignments/schema.ts";
import { type Actor, isStaff } from "../../server/kit/core/roles.ts";
import { Difficulty, ResponseBadge, TagBadge, Tags } from "../assignments/badges.tsx";
import { FilterBar, FilterChoice } from "../kit/lists/filter-bar.tsx";
import { FilterText, useFilterPart } from "../kit/lists/url-filter.tsx";
import { useLoad } from "../kit/data/query.ts";
import { Empty, LoadFailed, LoadingRegion, SkeletonCards } from "../kit/ui/page.tsx";
import { Pager, usePageOf } from "../kit/lists/pager.tsx";
import { meAtom } from "../kit/net/session.ts";
import { PersonName } from "../people/person-name.tsx";
import { loadPersonal } from "./actions.ts";
import { type PersonalList, personalListAtom } from "./state.ts";

/**
 * Returns which list to show: for a mentor, by default the assignments that they gave; for an
 * admin, everyone's.
 */
function listOf(me: Actor, by: string): PersonalList["of"] {
  if (!isStaff(me)) return "assigned to me";
  return me.role === "admin" || by === "everyone" ? "everyone's" : "assigned by me";
}

export default function PersonalPanel() {
  const me = useAtomValue(meAtom);
  const [by] = useFilterPart("by");
  if (me === null) return null;
  return (
    <div>
      <h2 className="mb-4 text-2xl font-extrabold">Personal Assignments</h2>
      <FilterBar
        label="Filter personal assignments"
        keep={["panel"]}
        first={<FilterText name="mentor" label="Mentor name" placeholder="Filter by mentor name" />}
      >
        {me.role === "mentor" && (
          <FilterChoice
            name="by"
            label="Assigned by"
            all="Me"
            options={[["everyone", "Anybody"]]}
          />
        )}
      </FilterBar>
      <List of={listOf(me, by)} />
    </div>
  );
}

function List({ of }: { of: PersonalList["of"] }) {
  const [mentor] = useFilterPart("mentor");
  const list = useAtomValue(personalListAtom);
  const isCurrent = list?.of === of;
  const load = useCallback((signal: AbortSignal) => loadPersonal(of, signal), [of]);
  const loading = useLoad(load, "Failed to fetch personal assignments.", isCurrent && list.stale);
  const wanted = mentor.trim().toLowerCase();
  const matching = isCurrent
    ? list.data.filter(({ assignedBy }) =>
      wanted === "" || (assignedBy?.name ?? "").toLowerCase().includes(wanted)
    )
    : [];
  const { shown, filter } = usePageOf(matching);
  if (!isCurrent) {
    if (loading.state === "failed") return <LoadFailed loading={loading} />;
    return (
      <LoadingRegion label="Loading personal assignments...">
        <SkeletonCards count={4} height="h-44" />
      </LoadingRegion>
    );
  }
  if (matching.length === 0) return <Empty>No personal assignments available.</Empty>;
  return (
    <>
      <ul className="cards">
        {shown.map((item) => (
          <li key={item._id} className="flex">
            <Card item={item} />
          </li>
        ))}
      </ul>
      {matching.length > shown.length && (
        <Pager filter={filter} total={matching.length} thing="assignment" />
      )}
    </>
  );
}

function Card({ item }: { item: PersonalAssignment }) {
  const { _id, title, tags, difficulty, distributionTag, assignedBy, assignedTo } = item;
  return (
    <article className="panel flex min-w-0 grow flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <TagBadge tag={distributionTag} />
        <Difficulty difficulty={difficulty} />
      </div>
      <h3 className="text-lg font-bold">{title}</h3>
      <Tags tags={tags} />
      <p className="text-sm text-muted">
        Assigned by {assignedBy?.name ?? "N/A"}
        {assignedTo && (
          <span className="line-clamp-2">
            to <Names people={assignedTo} />
          </span>
        )}
      </p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-1">
        <Link href={`/assignments/${_id}`} className="link-plain">
          View Details
          <span className="sr-only">: {title}</span>
        </Link>
        {assignedTo === undefined && (
          <ResponseBadge status={item.responses[0]?.responseStatus} none="Unattempted" />
        )}
      </div>
    </article>
  );
}

const NAMED = 4;

/** The first names, and the number of the others. */
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
