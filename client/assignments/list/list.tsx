/** A list of questions: its filter, and the cards of those that match. */
import { useAtomValue } from "jotai";
import { type ComponentType, memo, startTransition, useEffect, useRef, useState } from "react";
import {
  CLASS_DISTRIBUTION_TAGS,
  type ListedAssignment,
} from "../../../server/assignments/schema.ts";
import { isStaff } from "../../../server/kit/core/roles.ts";
import type { LoadState } from "../../kit/data/query.ts";
import { useUrlFilter } from "../../kit/lists/url-filter.tsx";
import { meAtom } from "../../kit/net/session.ts";
import { Empty, NotLoaded, SkeletonCards } from "../../kit/ui/page.tsx";
import { distributionTags, ResponseBadge } from "../badges.tsx";
import { QuestionCard } from "./card.tsx";
import { matchesFilter, questionParts } from "./filter.tsx";
import CalendarClock from "../../kit/ui/icon.tsx?calendar-clock";
import { IconButton } from "../../kit/ui/icon-button.tsx";
import { Menu } from "../../kit/ui/menu.tsx";
import type { GivenOutAs } from "../actions.ts";
import { ConfirmTag, DueDialog } from "./give-out.tsx";

/** The number of cards that are rendered first, and the number added when the end is near. */
const AT_ONCE = 60;
const MORE = 18;

interface ListProps<T> {
  /** Undefined until they are loaded. */
  items: readonly T[] | undefined;
  loading: LoadState;
  empty: string;
  /** Shows what else a card says, below a section's heading. Without it, the list is the screen's. */
  About?: ComponentType<{ item: T }>;
}

export function QuestionList<T extends ListedAssignment>(
  { items, loading, empty, About }: ListProps<T>,
) {
  const filter = useUrlFilter(questionParts);
  if (items === undefined) {
    return (
      <NotLoaded loading={loading} label="Loading assignments...">
        <SkeletonCards count={12} height="h-44" />
      </NotLoaded>
    );
  }
  const shown = items.filter((item) => matchesFilter(item, filter));
  return shown.length === 0 ? <Empty>{empty}</Empty> : <Cards items={shown} About={About} />;
}

function Cards<T extends ListedAssignment>(
  { items, About }: { items: readonly T[]; About: ListProps<T>["About"] },
) {
  const [count, setCount] = useState(AT_ONCE);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watcher = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && startTransition(() => setCount(count + MORE)),
      { rootMargin: "2500px" },
    );
    if (end.current !== null) watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [count]);
  return (
    <>
      <ul className="cards">
        {items.slice(0, count).map((item) => (
          <li key={item._id} className="flex">
            <Card item={item} About={About as ListProps<ListedAssignment>["About"]} />
          </li>
        ))}
      </ul>
      {count < items.length && <div ref={end} />}
    </>
  );
}

const Card = memo(function Card(
  { item, About }: { item: ListedAssignment; About: ListProps<ListedAssignment>["About"] },
) {
  const staff = isStaff(useAtomValue(meAtom));
  const { createdBy, lastModifiedBy } = item;
  const status = item.responses[0]?.responseStatus;
  return (
    <QuestionCard
      item={item}
      heading={About ? "h3" : "h2"}
      aside={staff
        ? <TagMenu item={item} />
        : <ResponseBadge status={status} {...About && { none: "Unattempted" }} />}
    >
      {About ? <About item={item} /> : staff && (
        <p className="text-sm text-muted">
          {createdBy._id === lastModifiedBy._id ? "Created and last edited" : "Created"} by{" "}
          {createdBy.name}
          {createdBy._id !== lastModifiedBy._id && (
            <>
              <br />
              Last edited by {lastModifiedBy.name}
            </>
          )}
        </p>
      )}
    </QuestionCard>
  );
});

function TagMenu({ item }: { item: ListedAssignment }) {
  const [chosen, setChosen] = useState<GivenOutAs | "due" | null>(null);
  const close = () => setChosen(null);
  return (
    <span className="flex items-center gap-1">
      {item.distributionTag !== "central" && (
        <IconButton
          icon={CalendarClock}
          name={`Due date: ${item.title}`}
          large
          title="Due date"
          onClick={() => setChosen("due")}
        />
      )}
      <Menu
        label="Change tag"
        name={`Change tag: ${item.title}`}
        align="end"
        className="btn-sm"
      >
        {CLASS_DISTRIBUTION_TAGS.map((tag) => (
          <li key={tag}>
            <button
              type="button"
              aria-current={item.distributionTag === tag}
              disabled={item.distributionTag === tag}
              className="py-2"
              onClick={() => setChosen(tag)}
            >
              {distributionTags[tag].name}
            </button>
          </li>
        ))}
      </Menu>
      {chosen === "due" && <DueDialog item={item} onClose={close} />}
      {chosen !== null && chosen !== "due" && (
        <ConfirmTag item={item} chosen={chosen} onClose={close} />
      )}
    </span>
  );
}
