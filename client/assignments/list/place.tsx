/**
 * The place for all questions: four tabs, each with an address of its own, and a learner's progress
 * by topic.
 */
import { useAtomValue } from "jotai";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { type ListedAssignment, MAJOR_TOPICS } from "../../../server/assignments/schema.ts";
import { isLearner } from "../../../server/kit/core/roles.ts";
import { meAtom } from "../../kit/net/session.ts";
import { useFilterPart } from "../../kit/lists/url-filter.tsx";
import { Empty, Page } from "../../kit/ui/page.tsx";
import { Tabs } from "../../kit/ui/tabs.tsx";
import { useIsWide } from "../../kit/layout/media.ts";
import { AssignmentCards } from "./card.tsx";

const TABS = [
  { id: "/homework", name: "Homework" },
  { id: "/practice", name: "Practice" },
  { id: "/assignments", name: "All" },
  { id: "/resourse", name: "Resources" },
] as const;

interface PlaceProps {
  /** The heading of this tab. */
  title: string;
  shown: typeof TABS[number]["id"];
  children: ReactNode;
}

export function QuestionPlace({ title, shown, children }: PlaceProps) {
  const [, navigate] = useLocation();
  const isWide = useIsWide();
  return (
    <Page title={title}>
      <div className="[&_[role=tab]]:shrink-0 [&_[role=tab]]:whitespace-nowrap [&_[role=tablist]]:overflow-x-auto">
        <Tabs
          label="Questions"
          tabs={TABS}
          shown={shown}
          dense={!isWide}
          onShow={(path) => navigate(path)}
        >
          {children}
        </Tabs>
      </div>
    </Page>
  );
}

interface CardsProps {
  items: readonly ListedAssignment[];
  /** The text when there are none. */
  empty: string;
}

/** The cards of a tab, of one topic if one is chosen, below the progress by topic. */
export function QuestionCards({ items, empty }: CardsProps) {
  const me = useAtomValue(meAtom);
  const [chosen, setTopic] = useFilterPart("topic");
  const topic = (MAJOR_TOPICS as readonly string[]).includes(chosen) ? chosen : "";
  const shown = topic === "" ? items : items.filter(({ majorTopic }) => majorTopic === topic);
  return (
    <>
      {isLearner(me) && items.length > 0 && (
        <TopicProgress items={items} topic={topic} onTopic={setTopic} />
      )}
      {shown.length === 0 ? <Empty>{empty}</Empty> : <AssignmentCards items={shown} />}
    </>
  );
}

interface Progress {
  solved: number;
  total: number;
}

/** Counts a learner's solved questions by topic, in the order of the topics. */
export function progressByTopic(items: readonly ListedAssignment[]): Map<string, Progress> {
  const all = Map.groupBy(items, ({ majorTopic }) => majorTopic);
  return new Map(
    MAJOR_TOPICS.flatMap((topic) => {
      const of = all.get(topic);
      return of ? [[topic, { solved: of.filter(isSolved).length, total: of.length }]] : [];
    }),
  );
}

const isSolved = ({ responses }: ListedAssignment): boolean =>
  responses[0]?.responseStatus === "solved";

interface TopicProps {
  items: readonly ListedAssignment[];
  topic: string;
  onTopic: (topic: string) => void;
}

function TopicProgress({ items, topic, onTopic }: TopicProps) {
  const isWide = useIsWide();
  const topics = [...progressByTopic(items)];
  const solved = items.filter(isSolved).length;
  return (
    <details open={isWide} className="mb-6">
      <summary className="cursor-pointer font-semibold">
        Progress by topic: {solved} of {items.length} solved
      </summary>
      <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(17.75rem,1fr))] gap-x-6 gap-y-1">
        {topics.map(([name, progress]) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={topic === name}
              className={`w-full cursor-pointer rounded-field px-2 py-1 text-left ${
                topic === name ? "bg-primary text-primary-content" : "hover:bg-base-300/60"
              }`}
              onClick={() => onTopic(topic === name ? "" : name)}
            >
              <span className="flex items-baseline justify-between gap-3 text-sm">
                <span className="min-w-0 truncate">{name}</span>
                <span className="shrink-0 tabular-nums">
                  {progress.solved}
                  <span aria-hidden>/</span>
                  <span className="sr-only">of</span>
                  {progress.total}
                </span>
              </span>
              <span aria-hidden className="mt-1 block h-1.5 rounded-full bg-base-content/15">
                <span
                  className="block h-full rounded-full bg-success"
                  style={{ width: `${100 * progress.solved / progress.total}%` }}
                />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
