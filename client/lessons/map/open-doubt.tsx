/** The learner's doubt beside the map: the whole thread, with the reply below it. */
import { lazyComponent } from "../../kit/ui/lazy.tsx";

// From the triage view's file, so that the thread is not a file of its own, which triage would load.
const ThreadPane = lazyComponent(async () => ({
  default: (await import("../../doubts/triage/queue.tsx")).ThreadPane,
}));

export default function OpenDoubt({ id }: { id: string }) {
  return <ThreadPane id={id} onSent={() => {}} takesFocus={false} />;
}
