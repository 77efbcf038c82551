/** The resource library: projects, questions by type and major topic, and theory. */
import { useAtomValue } from "jotai";
import { useSearchParams } from "wouter";
import {
  type ListedAssignment,
  MAJOR_TOPICS,
  QUESTION_TYPES,
} from "../../../server/assignments/schema.ts";
import { isLearner } from "../../../server/kit/core/roles.ts";
import { meAtom } from "../../kit/net/session.ts";
import { useFilterPart } from "../../kit/lists/url-filter.tsx";
import { useLoad } from "../../kit/data/query.ts";
import { Empty, LoadFailed, LoadingRegion, SkeletonCards } from "../../kit/ui/page.tsx";
import { Tabs } from "../../kit/ui/tabs.tsx";
import { loadAssignments } from "../actions.ts";
import { AssignmentCards } from "./card.tsx";
import { progressByTopic, QuestionPlace } from "./place.tsx";
import { shelfAtom } from "../state.ts";

const TABS = [
  { id: "projects", name: "Projects" },
  { id: "questions", name: "Questions" },
  { id: "theory", name: "Theory" },
] as const;
const TYPES = { coding: "Coding", conceptual: "Conceptual" };
/** "All" means every topic; "Miscellaneous" means none of the major topics. */
const TOPICS = ["All", "Miscellaneous", ...MAJOR_TOPICS];

const isTheory = ({ tags }: ListedAssignment) => tags.some((tag) => tag.toLowerCase() === "theory");
const isOfTopic = ({ majorTopic }: ListedAssignment, topic: string): boolean =>
  topic === "All" ||
  (topic === "Miscellaneous"
    ? !(MAJOR_TOPICS as readonly string[]).includes(majorTopic)
    : majorTopic === topic);

export default function Resources() {
  const [query, setQuery] = useSearchParams();
  const [type, setType] = useFilterPart("type");
  const [topic, setTopic] = useFilterPart("topic");
  const tab = TABS.find(({ id }) => id === query.get("tab"))?.id ?? "projects";
  const shownType = QUESTION_TYPES.find((one) => one === type) ?? "coding";
  const shownTopic = TOPICS.includes(topic) ? topic : "All";
  const shelf = useAtomValue(shelfAtom);
  const ours = shelf?.of === "all" || shelf?.of === "general" ? shelf : null;
  const loading = useLoad(loadAssignments, "Failed to load assignments.", ours?.stale);
  const me = useAtomValue(meAtom);
  const items = ours?.items ?? [];
  const questions = items.filter((item) =>
    item.repoCategory === "question" && item.questionType === shownType && !isTheory(item)
  );
  const shown = tab === "theory"
    ? items.filter(isTheory)
    : tab === "projects"
    ? items.filter(({ repoCategory }) => repoCategory === "project")
    : questions.filter((item) => isOfTopic(item, shownTopic));
  return (
    <QuestionPlace title="Resources" shown="/resourse">
      <Tabs
        dense
        label="Resources"
        tabs={TABS}
        shown={tab}
        onShow={(id) => setQuery({ tab: id }, { replace: true })}
      >
        <div className={tab === "questions" ? "grid gap-6 lg:grid-cols-[18rem_1fr]" : ""}>
          {tab === "questions" && (
            <aside aria-label="Filter questions" className="space-y-4">
              <div role="group" aria-label="Question type" className="join">
                {QUESTION_TYPES.map((one) => (
                  <Choice
                    key={one}
                    isChosen={shownType === one}
                    onChoose={() => setType(one)}
                  >
                    {TYPES[one]}
                  </Choice>
                ))}
              </div>
              <TopicList
                progress={isLearner(me) ? progressByTopic(questions) : null}
                topic={shownTopic}
                onChoose={(one) => setTopic(one === "All" ? "" : one)}
              />
            </aside>
          )}
          {ours !== null
            ? shown.length === 0
              ? <Empty>No resources available.</Empty>
              : <AssignmentCards items={shown} />
            : loading.state === "failed"
            ? <LoadFailed loading={loading} />
            : (
              <LoadingRegion label="Loading resources...">
                <SkeletonCards count={8} height="h-44" />
              </LoadingRegion>
            )}
        </div>
      </Tabs>
    </QuestionPlace>
  );
}

interface ChoiceProps {
  isChosen: boolean;
  onChoose: () => void;
  children: string;
}

function Choice({ isChosen, onChoose, children }: ChoiceProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      className={`btn join-item ${isChosen ? "btn-primary" : ""}`}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}

interface TopicProps {
  /** For learners: their solved questions of each topic. */
  progress: ReturnType<typeof progressByTopic> | null;
  topic: string;
  onChoose: (topic: string) => void;
}

/** The topics: a list beside the questions, or on a small screen a menu above them. */
function TopicList({ progress, topic, onChoose }: TopicProps) {
  return (
    <>
      <label className="flex flex-col gap-1 lg:hidden">
        <span className="font-semibold">Major topic</span>
        <select
          className="select w-full"
          value={topic}
          onChange={(event) => onChoose(event.target.value)}
        >
          {TOPICS.map((one) => <option key={one}>{one}</option>)}
        </select>
      </label>
      <ul aria-label="Major topics" className="panel p-2 max-lg:hidden">
        {TOPICS.map((one) => (
          <li key={one} className="flex items-center gap-2">
            <button
              type="button"
              aria-pressed={topic === one}
              className={`w-full rounded-field px-3 py-1.5 text-left ${
                topic === one
                  ? "bg-primary font-semibold text-primary-content"
                  : "hover:bg-base-200"
              }`}
              onClick={() => onChoose(one)}
            >
              {one}
            </button>
            <Solved of={progress?.get(one)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Solved({ of }: { of: { solved: number; total: number } | undefined }) {
  if (of === undefined) return null;
  return (
    <span className="shrink-0 text-sm tabular-nums">
      {of.solved}
      <span aria-hidden>/</span>
      <span className="sr-only">of</span>
      {of.total}
      <span className="sr-only">solved</span>
    </span>
  );
}
