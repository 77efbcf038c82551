/** The place for all questions: four tabs, each a preset of one list with one filter. */
import { useAtomValue } from "jotai";
import { useLocation, useSearchParams } from "wouter";
import { type ListedAssignment, QUESTION_TYPES } from "../../../server/assignments/schema.ts";
import { isStaff } from "../../../server/kit/core/roles.ts";
import { useLoad } from "../../kit/data/query.ts";
import { useIsWide } from "../../kit/layout/media.ts";
import { FilterChips } from "../../kit/lists/filter-bar.tsx";
import { meAtom } from "../../kit/net/session.ts";
import { useNow } from "../../kit/ui/format-time.ts";
import { Page } from "../../kit/ui/page.tsx";
import { Tabs } from "../../kit/ui/tabs.tsx";
import { loadAssignments } from "../actions.ts";
import { type AssignmentShelf, shelfAtom } from "../state.ts";
import { QuestionFilters } from "./filter.tsx";
import { QuestionList } from "./list.tsx";

interface Preset {
  id: string;
  /** The tab's name, and the screen's heading if it is another one. */
  name: string;
  title?: string;
  of: AssignmentShelf["of"];
  /** The error message if loading fails. */
  otherwise: string;
  empty: string;
}

const ALL: Preset = {
  id: "/assignments",
  name: "All",
  title: "All Assignments",
  of: "general",
  otherwise: "Failed to load assignments.",
  empty: "No assignments available.",
};
const PRESETS: Preset[] = [
  {
    id: "/homework",
    name: "Homework",
    of: "general",
    otherwise: "Failed to fetch homework assignments.",
    empty: "No HW/CW assignments available.",
  },
  {
    id: "/practice",
    name: "Practice",
    of: "all",
    otherwise: "Failed to fetch practice assignments.",
    empty: "No practice questions available.",
  },
  ALL,
  {
    ...ALL,
    id: "/resourse",
    name: "Resources",
    title: "Resources",
    empty: "No resources available.",
  },
];

const KINDS = [
  { id: "projects", name: "Projects" },
  { id: "questions", name: "Questions" },
  { id: "theory", name: "Theory" },
] as const;
type Kind = typeof KINDS[number]["id"];

const TYPES = QUESTION_TYPES.map((value) => ({
  name: value === "coding" ? "Coding" : "Conceptual",
  part: "type",
  value,
}));

export default function Questions() {
  const [path, navigate] = useLocation();
  const isWide = useIsWide();
  const preset = PRESETS.find(({ id }) => id === path.toLowerCase()) ?? ALL;
  return (
    <Page title={preset.title ?? preset.name}>
      <div className="[&_[role=tab]]:shrink-0 [&_[role=tab]]:whitespace-nowrap [&_[role=tablist]]:overflow-x-auto">
        <Tabs
          label="Questions"
          tabs={PRESETS}
          current={preset.id}
          dense={!isWide}
          onShow={(id) => navigate(id)}
        >
          <PresetList preset={preset} />
        </Tabs>
      </div>
    </Page>
  );
}

function PresetList({ preset: { id, of: wanted, otherwise, empty } }: { preset: Preset }) {
  const me = useAtomValue(meAtom);
  const of = isStaff(me) ? "all" : wanted;
  const shelf = useAtomValue(shelfAtom);
  const ours = shelf?.of === of ? shelf : null;
  const loading = useLoad(loadAssignments, otherwise, ours?.stale, of);
  const now = useNow();
  const all = ours?.items;
  if (id === "/resourse") return <Resources {...{ all, loading, empty }} />;
  const items = id === "/homework" ? all && dueFirst(all.filter(isHomework), now) : all;
  return (
    <>
      <QuestionFilters items={items ?? []} />
      <QuestionList {...{ items, loading, empty }} />
    </>
  );
}

const isHomework = ({ assignmentTag }: ListedAssignment): boolean =>
  assignmentTag === "HW" || assignmentTag === "CW";

/** What is due next is first, then the newest. */
function dueFirst(items: readonly ListedAssignment[], now: number): ListedAssignment[] {
  const time = new Date(now).toISOString();
  const isDue = ({ dueAt }: ListedAssignment) => typeof dueAt === "string" && dueAt > time;
  const due = items.filter(isDue).sort((a, b) => ((a.dueAt ?? "") < (b.dueAt ?? "") ? -1 : 1));
  return [...due, ...items.filter((item) => !isDue(item))];
}

const isTheory = ({ tags }: ListedAssignment) => tags.some((tag) => tag.toLowerCase() === "theory");

function isOfKind(item: ListedAssignment, kind: Kind, type: string): boolean {
  if (kind === "theory") return isTheory(item);
  if (kind === "projects") return item.repoCategory === "project";
  return item.repoCategory === "question" && !isTheory(item) &&
    (type === "" || item.questionType === type);
}

interface ResourcesProps extends Pick<Parameters<typeof QuestionList>[0], "loading" | "empty"> {
  all: readonly ListedAssignment[] | undefined;
}

function Resources({ all, ...rest }: ResourcesProps) {
  const [query, setQuery] = useSearchParams();
  const kind = KINDS.find(({ id }) => id === query.get("tab"))?.id ?? "projects";
  const items = all?.filter((item) => isOfKind(item, kind, query.get("type") ?? ""));
  return (
    <Tabs
      dense
      label="Resources"
      tabs={KINDS}
      current={kind}
      onShow={(id) => setQuery({ tab: id }, { replace: true })}
    >
      <QuestionFilters
        items={items ?? []}
        keep={["tab"]}
        chips={kind === "questions" && <FilterChips chips={TYPES} oneOf={["type"]} />}
      />
      <QuestionList items={items} {...rest} />
    </Tabs>
  );
}
