/** Today's homework and classwork, on the public home page. */
import { useAtomValue } from "jotai";
import { Link } from "wouter";
import { useLoad } from "../../kit/data/query.ts";
import { Empty, LoadFailed, LoadingRegion, SkeletonCards } from "../../kit/ui/page.tsx";
import { loadHomework } from "../actions.ts";
import { Difficulty, TagBadge, Tags } from "../badges.tsx";
import { Due } from "../due.tsx";
import { homeworkAtom } from "../state.ts";

export function Homework() {
  const homework = useAtomValue(homeworkAtom);
  const loading = useLoad(loadHomework, "Failed to fetch homework assignments.", homework?.stale);
  if (homework === null) {
    if (loading.state === "failed") return <LoadFailed loading={loading} />;
    return (
      <LoadingRegion label="Loading homework and classwork...">
        <SkeletonCards count={4} height="h-36" />
      </LoadingRegion>
    );
  }
  if (homework.items.length === 0) return <Empty>No HW/CW assignments available.</Empty>;
  return (
    <ul className="cards">
      {homework.items.map((item) => (
        <li key={item._id} className="panel flex flex-col gap-3 p-4">
          <div className="flex items-center justify-between gap-2">
            <TagBadge tag={item.distributionTag} />
            <Difficulty difficulty={item.difficulty} />
          </div>
          <h3 className="text-lg font-bold">{item.title}</h3>
          <p className="text-sm text-muted">{item.majorTopic}</p>
          <Tags tags={item.tags} />
          <Due item={item} />
          <p className="mt-auto">
            <Link href={`/assignments/${item._id}`} className="link-plain">
              View Details
              <span className="sr-only">: {item.title}</span>
            </Link>
          </p>
        </li>
      ))}
    </ul>
  );
}
