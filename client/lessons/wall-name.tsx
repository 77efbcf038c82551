/** For staff, beside the steps that are on the wall: the question whether it may show the student's name. */
import { useAtomValue } from "jotai";
import { useCall } from "../kit/data/use-call.ts";
import { askForName } from "./actions.ts";
import { runningAtom } from "./state.ts";

interface WallNameProps {
  lessonId: string;
  runId: string;
  student: { name: string };
  /** The steps are on the wall. */
  isOn: boolean;
}

export function WallName({ lessonId, runId, student: { name }, isOn }: WallNameProps) {
  const asked = useAtomValue(runningAtom)?.wallNames.find((one) => one.runId === runId);
  const { busy, run } = useCall(`${name} could not be asked.`);
  const current = asked ?? null;
  const mayAsk = isOn && current === null;
  const ask = () => run(() => askForName(lessonId, runId));
  return (
    <>
      <p role="status" className="text-sm text-muted empty:hidden">
        {!isOn
          ? ""
          : current === null
          ? "The class sees these steps, without a name."
          : current.agrees === null
          ? `${name} is asked. Until a yes, the class sees no name.`
          : current.agrees
          ? `${name} agrees: the class sees the name.`
          : `${name} does not want the name on the wall.`}
      </p>
      {mayAsk && (
        <button
          type="button"
          className="btn btn-sm"
          aria-disabled={busy || undefined}
          onClick={ask}
        >
          Ask to show the name
        </button>
      )}
    </>
  );
}
