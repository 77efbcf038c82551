/** The panel of personal assignments: a learner's own, or those that staff have assigned. */
import { useAtomValue } from "jotai";
import { useCallback } from "react";
import { Link } from "wouter";
import type { PersonalAssignment } from "../../server/assignments/schema.ts";
import { type Actor, isStaff } from "../../server/kit/roles.ts";
import { Difficulty, ResponseBadge, TagBadge, Tags } from "../assignments/badges.tsx";
import { FilterBar, FilterChoice, FilterText, useFilterPart } from "../kit/filter.tsx";
import { useLoad } from "../kit/load.ts";
import { Empty, LoadFailed, SkeletonCards, Waiting } from "../kit/page.tsx";
import { Pager, usePageOf } from "../kit/pager.tsx";
import { meAtom } from "../kit/session.ts";
import { loadPersonal } from "./actions.ts";
import { isStale, type PersonalList, personalListAtom } from "./state.ts";

/** A mentor sees first what they have assigned themselves; an admin, what anybody has. */
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
  const loading = useLoad(
    load,
    "Failed to fetch personal assignments.",
    isCurrent && isStale(list),
  );
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
      <Waiting label="Loading personal assignments...">
        <SkeletonCards count={4} height="h-44" />
      </Waiting>
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
        {assignedTo && <span className="line-clamp-2">to {names(assignedTo)}</span>}
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

/** The first few by name, and how many more. */
function names(people: readonly { name: string }[]): string {
  const [most, few] = [people.slice(0, 4).map(({ name }) => name), people.length - 4];
  return few > 0 ? `${most.join(", ")} and ${few} more` : most.join(", ");
}
