/** The dialog of this week's goal; what is in it comes with zod, when it is opened. */
import { useAtomValue } from "jotai";
import { todayAtom } from "../kit/day.ts";
import { Dialog } from "../kit/dialog.tsx";
import { lazily } from "../kit/lazily.tsx";
import { meAtom } from "../kit/session.ts";
import { goalsAtom, mondayOf } from "./state.ts";

const EditGoal = lazily(() => import("./edit.tsx"));

interface GoalDialogProps {
  /** What is said when it cannot be saved. */
  failed: string;
  onClose: () => void;
}

export function GoalDialog({ failed, onClose }: GoalDialogProps) {
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
