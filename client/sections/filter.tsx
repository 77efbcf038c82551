/** The filter of a staff member's list by section. In a class without sections there is none. */
import { useAtomValue } from "jotai";
import { useId } from "react";
import { chosenSections } from "../../server/sections/policy.ts";
import { useFilterPart } from "../kit/lists/url-filter.tsx";
import { meAtom } from "../kit/net/session.ts";
import { useSections } from "./names.tsx";

/** The part of the address: one section, or "all". Without it, one's own. */
const SECTION = "section";

/** The sections that are chosen in the address; undefined: all. */
export function useChosenSections(): readonly string[] | undefined {
  const [asked] = useFilterPart(SECTION);
  return chosenSections(useAtomValue(meAtom), asked) ?? undefined;
}

/** Whether somebody is in one of the chosen sections. */
export const isInChosen = (
  chosen: readonly string[] | undefined,
  { sections = [] }: { sections?: readonly string[] | undefined },
): boolean => chosen === undefined || sections.some((id) => chosen.includes(id));

export function SectionFilter() {
  const known = useSections();
  const me = useAtomValue(meAtom);
  const [asked, setAsked] = useFilterPart(SECTION);
  const id = useId();
  if (known === null || known.length === 0) return null;
  const hasOwn = (me?.sections?.length ?? 0) > 0;
  return (
    <div className="filter-field max-sm:grow">
      <label htmlFor={id}>Section</label>
      <select
        id={id}
        name={SECTION}
        value={hasOwn || asked !== "all" ? asked : ""}
        onChange={(event) => setAsked(event.target.value)}
      >
        <option value="">{hasOwn ? "My sections" : "All"}</option>
        {hasOwn && <option value="all">All</option>}
        {known.map(({ _id, name }) => <option key={_id} value={_id}>{name}</option>)}
      </select>
    </div>
  );
}
