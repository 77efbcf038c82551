/** The filter of every list of questions: a search, and choices, all in the address. */
import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import {
  ASSIGNMENT_TAGS,
  DIFFICULTIES,
  type ListedAssignment,
  MAJOR_TOPICS,
} from "../../../server/assignments/schema.ts";
import { RESPONSE_STATUSES } from "../../../server/assignments/responses/schema.ts";
import { isLearner } from "../../../server/kit/core/roles.ts";
import { FilterBar, FilterChoice } from "../../kit/lists/filter-bar.tsx";
import { choiceOf, FilterText, type readQuery } from "../../kit/lists/url-filter.tsx";
import { searchWords } from "../../kit/lists/search-words.ts";
import { meAtom } from "../../kit/net/session.ts";

/** Not in the list of topics: a question of none of them. */
const TOPICS = ["Miscellaneous", ...MAJOR_TOPICS];
const STATUSES = [...RESPONSE_STATUSES, "not attempted", "not solved"];

export const questionParts = {
  text: searchWords,
  assignmentTag: choiceOf(ASSIGNMENT_TAGS),
  difficulty: choiceOf(DIFFICULTIES),
  responseStatus: choiceOf(STATUSES),
  topic: choiceOf(TOPICS),
};
type QuestionFilter = ReturnType<typeof readQuery<typeof questionParts>>;

const isSolved = ({ responses }: ListedAssignment): boolean =>
  responses[0]?.responseStatus === "solved";

function hasStatus(item: ListedAssignment, wanted: string): boolean {
  if (wanted === "not solved") return !isSolved(item);
  return (item.responses[0]?.responseStatus ?? "not attempted") === wanted;
}

function hasWords({ title, tags, majorTopic }: ListedAssignment, text: string): boolean {
  const texts = [title, majorTopic, ...tags].map((one) => one.toLowerCase());
  return text.toLowerCase().split(/[\s,]+/).every((word) =>
    texts.some((one) => one.includes(word))
  );
}

export function matchesFilter(item: ListedAssignment, filter: QuestionFilter): boolean {
  const { text, assignmentTag, difficulty, responseStatus, topic } = filter;
  return (text === undefined || hasWords(item, text)) &&
    (assignmentTag === undefined || item.assignmentTag === assignmentTag) &&
    (difficulty === undefined || item.difficulty === difficulty) &&
    (responseStatus === undefined || hasStatus(item, responseStatus)) &&
    (topic === undefined || item.majorTopic === topic);
}

function topicsOf(items: readonly ListedAssignment[], counts: boolean) {
  const all = Map.groupBy(items, ({ majorTopic }) => majorTopic as string);
  return TOPICS.map((topic) => {
    const of = all.get(topic);
    const solved = of?.filter(isSolved).length ?? 0;
    return [topic, counts && of ? `${topic} (${solved} of ${of.length} solved)` : topic] as const;
  });
}

interface FilterProps {
  /** All of the list, whose topics are counted. */
  items: readonly ListedAssignment[];
  /** Query parameters of the address that do not belong to the filter. */
  keep?: readonly string[];
  chips?: ReactNode;
  children?: ReactNode;
}

export function QuestionFilters({ items, children, ...bar }: FilterProps) {
  const isLearners = isLearner(useAtomValue(meAtom));
  return (
    <FilterBar
      label="Filter questions"
      first={<FilterText name="text" label="Search" placeholder="Title, tag or topic" />}
      {...bar}
    >
      {children}
      <FilterChoice name="topic" label="Topic" all="All" options={topicsOf(items, isLearners)} />
      <FilterChoice name="assignmentTag" label="Tag" all="Any" options={ASSIGNMENT_TAGS} />
      <FilterChoice name="difficulty" label="Difficulty" all="Any" options={DIFFICULTIES} />
      {isLearners && (
        <FilterChoice name="responseStatus" label="Your status" all="Any" options={STATUSES} />
      )}
    </FilterBar>
  );
}
