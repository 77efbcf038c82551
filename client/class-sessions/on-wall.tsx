/** Staff step through a saved program on the wall, while a class session runs. */
import { useAtomValue } from "jotai";
import { useCallback, useEffect, useRef, useState } from "react";
import Presentation from "../kit/ui/icon.tsx?presentation";
import { wallFor } from "../../server/class-sessions/wall/policy.ts";
import { isStaff } from "../../server/kit/core/roles.ts";
import type { Run } from "../../server/runs/schema.ts";
import { CallError, errorText } from "../kit/net/api.ts";
import { useLoad } from "../kit/data/query.ts";
import { toast } from "../kit/data/toast.ts";
import { Button } from "../kit/ui/button.tsx";
import { meAtom } from "../kit/net/session.ts";
import type { StepAt } from "../runs/steps/addresses.tsx";
import { endSteps, loadRunning, showStep } from "./actions.ts";
import { allOf, runningAtom } from "./state.ts";

/** The wall is sent at most one step in this time, in ms; it draws no more. */
const EVERY_MS = 500;
const FAILED = "The wall could not be changed.";

/** Leaving the dialog ends the steps on the wall. */
export function useOnWall(run: Run | undefined, runId: string) {
  const me = useAtomValue(meAtom);
  const isMine = isStaff(me);
  const known = useAtomValue(runningAtom);
  useLoad(isMine ? loadRunning : null, null, known?.stale);
  const running = isMine && known ? allOf(known) : [];
  // One's own program may be on any wall.
  const classSessionId = run &&
    (run.student._id === me?._id ? running[0] : wallFor(running, run.sections))?._id;
  const [isOn, setOn] = useState(false);
  const latest = useRef<StepAt | null>(null);
  useEffect(() => {
    if (!isOn || classSessionId === undefined) return;
    let sent: StepAt | null = null;
    function tell() {
      const at = latest.current;
      if (at === null || at === sent) return;
      sent = at;
      const { step, given } = at;
      const on = "input" in given ? { input: given.input } : { case: given.case };
      showStep(classSessionId ?? "", { runId, step, ...on }).catch((error) => {
        toast.error(errorText(error, FAILED));
        setOn(false);
      });
    }
    tell();
    const timer = setInterval(tell, EVERY_MS);
    return () => {
      clearInterval(timer);
      endSteps(classSessionId).catch((error) => {
        // With the class session, its wall has ended.
        if (!(error instanceof CallError && error.code === "classSession.over")) {
          toast.error(errorText(error, FAILED));
        }
      });
    };
  }, [isOn, classSessionId, runId]);
  /** Takes the step at which the dialog stands. It is stable. */
  const stand = useCallback((at: StepAt | null) => {
    latest.current = at;
  }, []);
  const toggle = () =>
    classSessionId === undefined
      ? toast.info(`No class session is running for ${run?.student.name}'s section.`)
      : setOn(!isOn);
  const isThere = run !== undefined && running.length > 0;
  /** Null where there is no wall, and for learners. */
  const tool = !isThere ? null : (
    <Button
      icon={Presentation}
      className={`btn-sm ${isOn ? "btn-primary" : ""}`}
      aria-pressed={isOn && classSessionId !== undefined}
      title="Without the student's name"
      onClick={toggle}
    >
      On the wall
    </Button>
  );
  return { tool, stand };
}
