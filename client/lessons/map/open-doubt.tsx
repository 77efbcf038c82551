/** The learner's doubt beside the map: the whole thread, with the reply below it. */
import { ThreadPane } from "../../doubts/triage/pane.tsx";

export default function OpenDoubt({ id }: { id: string }) {
  return <ThreadPane id={id} onSent={() => {}} takesFocus={false} />;
}
