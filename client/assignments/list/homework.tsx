/** Today's homework and classwork, on the public home page. */
import { Empty, SkeletonCards, useKnown } from "../../kit/ui/page.tsx";
import { loadHomework } from "../actions.ts";
import { homeworkAtom } from "../state.ts";
import { QuestionCard } from "./card.tsx";

export function Homework() {
  const [homework, waiting] = useKnown(homeworkAtom, loadHomework, {
    failed: "Failed to fetch homework assignments.",
    label: "Loading homework and classwork...",
    placeholder: <SkeletonCards count={4} height="h-36" />,
  });
  if (homework === null) return waiting;
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
