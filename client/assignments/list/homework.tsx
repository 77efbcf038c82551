/** Today's homework and classwork, on the public home page. */
import { useAtomValue } from "jotai";
import { useLoad } from "../../kit/data/query.ts";
import { Empty, NotLoaded, SkeletonCards } from "../../kit/ui/page.tsx";
import { loadHomework } from "../actions.ts";
import { homeworkAtom } from "../state.ts";
import { QuestionCard } from "./card.tsx";

export function Homework() {
  const homework = useAtomValue(homeworkAtom);
  const loading = useLoad(loadHomework, "Failed to fetch homework assignments.", homework?.stale);
  if (homework === null) {
    return (
      <NotLoaded loading={loading} label="Loading homework and classwork...">
        <SkeletonCards count={4} height="h-36" />
      </NotLoaded>
    );
  }
  if (homework.items.length === 0) return <Empty>No HW/CW assignments available.</Empty>;
  return (
    <ul className="cards">
      {homework.items.map((item) => (
        <li key={item._id} className="flex">
          <QuestionCard item={item} />
        </li>
      ))}
    </ul>
  );
}
