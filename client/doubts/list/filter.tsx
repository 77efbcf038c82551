/** The filter of the doubts list. */
import { useAtomValue } from "jotai";
import { useSearchParams } from "wouter";
import { ASSIGNMENT_TAGS, DIFFICULTIES } from "../../../server/assignments/schema.ts";
import { DOUBT_STATUSES, TIMEFRAMES } from "../../../server/doubts/schema.ts";
import { isStaff } from "../../../server/kit/core/roles.ts";
import { FilterBar, FilterChips, FilterChoice } from "../../kit/lists/filter-bar.tsx";
import { choiceOf, FilterText, paging } from "../../kit/lists/url-filter.tsx";
import { searchWords, sectionOf } from "../../kit/lists/search-words.ts";
import { meAtom } from "../../kit/net/session.ts";
import { statusText } from "../status.tsx";
import SectionFilter from "../../sections/filter.tsx";

const idOf = (asked: string | undefined) => /^[\da-f-]{36}$/.test(asked ?? "") ? asked : undefined;

export const doubtParts = {
  assignmentTag: choiceOf(ASSIGNMENT_TAGS),
  difficulty: choiceOf(DIFFICULTIES),
  assignmentTitle: searchWords,
  resolved: choiceOf(["true", "false"]),
  status: choiceOf(DOUBT_STATUSES),
  waiting: choiceOf(["true"]),
  timeframe: choiceOf(TIMEFRAMES),
  scope: choiceOf(["mine"]),
  section: sectionOf,
  answer: idOf,
  text: searchWords,
  order: choiceOf(["queue"]),
  ...paging,
};

const KEPT = ["view"];
/** Of these, one chip at most is pressed. */
const STATES = ["waiting", "status", "resolved"];

const MINE = { name: "Mine", part: "scope", value: "mine" };
const chips = [
  { name: "Waiting", part: "waiting", value: "true" },
  { name: "Answered", part: "status", value: "replied" },
  { name: "Resolved", part: "resolved", value: "true" },
];

export function DoubtFilterBar() {
  const me = useAtomValue(meAtom);
  const staff = isStaff(me);
  const statuses = DOUBT_STATUSES.map((status) => [status, statusText(status, me)] as const);
  const [query] = useSearchParams();
  const onChips = chips.filter(({ part, value }) => query.get(part) === value);
  return (
    <FilterBar
      label="Filter doubts"
      keep={KEPT}
      foldedBut={["text", "section", "scope", ...onChips.map(({ part }) => part)]}
      first={
        <>
          <FilterText name="text" label="Search" placeholder="Words in the thread" />
          {staff && <SectionFilter beginsWithAll={query.has("scope") || query.has("answer")} />}
        </>
      }
      chips={<FilterChips chips={[MINE, ...chips]} oneOf={STATES} />}
    >
      <FilterText name="assignmentTitle" label="Assignment title" />
      <FilterChoice name="status" label="Status" all="Any" options={statuses} />
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
          all="Newest activity first"
          options={[["queue", "Longest waiting first"]]}
        />
      )}
    </FilterBar>
  );
}
