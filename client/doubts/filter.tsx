/** The filter of the doubts list. */
import { useAtomValue } from "jotai";
import { ASSIGNMENT_TAGS, DIFFICULTIES } from "../../server/assignments/schema.ts";
import { DOUBT_STATUSES, TIMEFRAMES } from "../../server/doubts/schema.ts";
import { isStaff } from "../../server/kit/roles.ts";
import { choice, FilterBar, FilterChoice, FilterText, paging, words } from "../kit/filter.tsx";
import { meAtom } from "../kit/session.ts";

/** What the list's address may ask for. */
export const doubtParts = {
  assignmentTag: choice(ASSIGNMENT_TAGS),
  difficulty: choice(DIFFICULTIES),
  assignmentTitle: words,
  resolved: choice(["true", "false"]),
  status: choice(DOUBT_STATUSES),
  timeframe: choice(TIMEFRAMES),
  scope: choice(["mine"]),
  text: words,
  order: choice(["queue"]),
  ...paging,
};

const KEPT = ["view"];

export function DoubtFilterBar() {
  const staff = isStaff(useAtomValue(meAtom));
  return (
    <FilterBar
      label="Filter doubts"
      keep={KEPT}
      // What there is to choose fills one row or two, for staff two.
      columns={staff ? [6, 6] : [5, 9]}
      first={<FilterText name="text" label="Search" placeholder="Words in the thread" />}
    >
      <FilterText name="assignmentTitle" label="Assignment title" narrow={!staff} />
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
      <FilterChoice
        name="scope"
        label="Whose"
        all="All doubts"
        options={[["mine", staff ? "Answered by me" : "My doubts"]]}
      />
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
