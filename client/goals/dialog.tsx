/** The dialog of this week's goal. Its form is loaded, together with zod, when it is opened. */
import { useAtomValue } from "jotai";
import { todayAtom } from "../kit/net/class-day.ts";
import { Dialog } from "../kit/ui/dialog.tsx";
import { meAtom } from "../kit/net/session.ts";
import { goalsAtom, mondayOf } from "./state.ts";
import EditGoal from "./edit.tsx";

export function GoalDialog({ failed, onClose }: { failed: string; onClose: () => void }) {
  const me = useAtomValue(meAtom);
  const today = useAtomValue(todayAtom);
  const goals = useAtomValue(goalsAtom)[me?._id ?? ""];
  const isKnown = today !== null && goals !== undefined;
  const exists = isKnown && goals.some(({ week }) => week === mondayOf(today));
  const what = isKnown ? exists ? "Edit Weekly Goal" : "Create Weekly Goal" : "Weekly Goal";
  return (
    <Dialog title={what} onClose={onClose} wide>
      <EditGoal failed={failed} onClose={onClose} />
    </Dialog>
  );
}
