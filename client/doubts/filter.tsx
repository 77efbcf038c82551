/** The filter of the doubts list. */
import { useAtomValue } from "jotai";
import { ASSIGNMENT_TAGS, DIFFICULTIES } from "../../server/assignments/schema.ts";
import { DOUBT_STATUSES } from "../../server/doubts/schema.ts";
import { isStaff } from "../../server/kit/roles.ts";
import { FilterBar, FilterChoice, FilterText } from "../kit/filter.tsx";
import { meAtom } from "../kit/session.ts";

const KEPT = ["view"];

export function DoubtFilterBar() {
  const staff = isStaff(useAtomValue(meAtom));
  return (
    <FilterBar
      label="Filter doubts"
      keep={KEPT}
      first={<FilterText name="text" label="Search" placeholder="Words in the thread" />}
    >
      <FilterText name="assignmentTitle" label="Assignment title" />
      <FilterChoice name="status" label="Status" all="Any" options={DOUBT_STATUSES} />
      <FilterChoice
        name="resolved"
        label="Resolved"
        all="Either"
        options={[["true", "Resolved"], ["false", "Unresolved"]]}
      />
      <FilterChoice name="assignmentTag" label="Tag" all="Any" options={ASSIGNMENT_TAGS} />
      <FilterChoice name="difficulty" label="Difficulty" all="Any" options={DIFFICULTIES} />
      <FilterChoice
        name="timeframe"
        label="Timeframe"
        all="Any time"
        options={[["today", "Today"], ["week", "This week"], ["month", "This month"]]}
      />
      <FilterChoice name="scope" label="Whose" all="All doubts" options={[["mine", "My doubts"]]} />
      {staff && (
        <FilterChoice
          name="order"
          label="Order"
          wide
          all="Newest activity first"
          options={[["queue", "Longest waiting first"]]}
        />
      )}
    </FilterBar>
  );
}
