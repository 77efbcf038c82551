/** A list of assignments as cards. */
import { useAtomValue } from "jotai";
import { memo, startTransition, useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { ListedAssignment } from "../../../server/assignments/schema.ts";
import { isStaff } from "../../../server/kit/core/roles.ts";
import { meAtom } from "../../kit/net/session.ts";
import { Difficulty, ResponseBadge, TagBadge, Tags } from "../badges.tsx";
import { Due, PreparedLine } from "../due.tsx";
import { TagMenu } from "./tag-menu.tsx";

/** The number of cards that are rendered first, and the number added when the end is near. */
const AT_ONCE = 60;
const MORE = 18;

export function AssignmentCards({ items }: { items: readonly ListedAssignment[] }) {
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
            <Card item={item} />
          </li>
        ))}
      </ul>
      {count < items.length && <div ref={end} />}
    </>
  );
}

const Card = memo(function Card({ item }: { item: ListedAssignment }) {
  const staff = isStaff(useAtomValue(meAtom));
  return (
    <article className="panel flex grow flex-col gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <TagBadge tag={item.distributionTag} />
        <Difficulty difficulty={item.difficulty} />
      </div>
      <h2 className="text-lg font-bold">{item.title}</h2>
      <Tags tags={item.tags} />
      {item.prepared && <PreparedLine prepared={item.prepared} />}
      <Due item={item} isDone={item.responses[0]?.responseStatus === "solved"} />
      {staff && (
        <p className="text-sm text-muted">
          {item.createdBy._id === item.lastModifiedBy._id
            ? `Created and last edited by ${item.createdBy.name}`
            : (
              <>
                Created by {item.createdBy.name}
                <br />
                Last edited by {item.lastModifiedBy.name}
              </>
            )}
        </p>
      )}
      <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-1">
        <Link href={`/assignments/${item._id}`} className="link-plain">
          View Details
          <span className="sr-only">: {item.title}</span>
        </Link>
        {staff
          ? <TagMenu item={item} />
          : <ResponseBadge status={item.responses[0]?.responseStatus} />}
      </div>
    </article>
  );
});
