/** The filter of a staff member's list by section. In a class without sections there is none. */
import { useAtomValue } from "jotai";
import { useId } from "react";
import { useFilterPart } from "../kit/lists/url-filter.tsx";
import { meAtom } from "../kit/net/session.ts";
import { useSections } from "./names.tsx";

/** @param beginsWithAll the list does not begin with one's own sections */
export default function SectionFilter({ beginsWithAll = false }: { beginsWithAll?: boolean }) {
  const known = useSections();
  const me = useAtomValue(meAtom);
  const [asked, setAsked] = useFilterPart("section");
  const id = useId();
  if (known === null) return null;
  // In a kept address, or since a moment ago.
  const isGone = asked !== "" && asked !== "all" && !known.some(({ _id }) => _id === asked);
  if (known.length === 0 && !isGone) return null;
  const hasOwn = !beginsWithAll && (me?.sections?.length ?? 0) > 0;
  return (
    <div className="filter-field min-w-0 max-w-full max-sm:grow">
      <label htmlFor={id}>Section</label>
      <select
        id={id}
        name="section"
        className="min-w-0 max-w-44 max-sm:max-w-full"
        value={hasOwn || asked !== "all" ? asked : ""}
        onChange={(event) => setAsked(event.target.value)}
      >
        <option value="">{hasOwn ? "My sections" : "All"}</option>
        {hasOwn && <option value="all">All</option>}
        {known.map(({ _id, name }) => <option key={_id} value={_id}>{name}</option>)}
        {isGone && <option value={asked}>A deleted section</option>}
      </select>
    </div>
  );
}
