/** Asks the class what the program of a group prints: the form of a quick question, filled in. */
import { useState } from "react";
import { idOf } from "../../server/groups/grouping.ts";
import type { Group } from "../../server/groups/schema.ts";
import { useCall } from "../kit/data/use-call.ts";
import { Dialog } from "../kit/ui/dialog.tsx";
import AskClass, { type Filled } from "../polls/ask.tsx";
import { groupQuestion } from "./actions.ts";

/** Returns what opens the form, and its dialog while it is open. */
export function useAskGroup(group: Group, lessonId: string) {
  const { assignmentId, key } = group;
  const { run } = useCall("The question could not be made.");
  const [filled, setFilled] = useState<Filled | null>(null);
  const close = () => setFilled(null);
  return {
    ask: () =>
      run(async () => {
        const question = await groupQuestion({ lessonId, assignmentId, key });
        setFilled({ ...question, subject: idOf(group) });
      }),
    dialog: filled && (
      <Dialog title="Ask the class" wide onClose={close}>
        <AskClass lessonId={lessonId} filled={filled} onDone={close} />
      </Dialog>
    ),
  };
}
