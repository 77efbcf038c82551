/** The program of an entry, with who may read it. The newest one of a thread is open. */
import { useContext, useMemo, useState } from "react";
import { useAtomValue } from "jotai";
import Code2 from "../kit/ui/icon.tsx?code-xml";
import Lock from "../kit/ui/icon.tsx?lock";
import Play from "../kit/ui/icon.tsx?play";
import { NotedRun } from "../comments/noted-program.tsx";
import { isOpenToClass } from "../../server/doubts/policy.ts";
import type { Doubt } from "../../server/doubts/schema.ts";
import { isStaff } from "../../server/kit/core/roles.ts";
import { meAtom } from "../kit/net/session.ts";
import { intoComment, intoDraft } from "../runs/steps/link-targets.tsx";
import { StepSaved } from "../runs/steps/step-saved.tsx";
import { newestProgram } from "./state.ts";
import { OpenBeside } from "./thread/thread.tsx";
import { fetchBenches, ProgramBench } from "../runs/benches.tsx";
import { takeLostFocus } from "../kit/focus/hand-over-focus.ts";
import { useFetchAhead } from "../kit/focus/user-activity.ts";
import { Button } from "../kit/ui/button.tsx";

interface ProgramProps {
  doubt: Doubt;
  runId: string;
  /** The entry's. */
  place: number;
  isMine: boolean;
}

export default function EntryProgram(props: ProgramProps) {
  const { doubt, runId, place, isMine } = props;
  const isNewest = newestProgram(doubt)?.run?._id === runId;
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [isRunning, setRunning] = useState(false);
  const openBeside = useContext(OpenBeside);
  const texts = useTexts(props);
  useFetchAhead(isMine ? null : fetchBenches);
  if (!(chosen ?? isNewest)) {
    return (
      <Button icon={Code2} className="btn-sm" onClick={() => setChosen(true)}>
        Show the program
      </Button>
    );
  }
  const tools = (
    <>
      {isOpenToClass(doubt) && doubt.programShown === "staff" && (
        <span className="flex items-center gap-1 text-sm text-muted">
          <Lock aria-hidden className="size-4" /> Not shown to the class
        </span>
      )}
      {!isMine && (
        <Button
          ref={openBeside ? null : takeLostFocus}
          className="btn-sm sm:ml-auto"
          onClick={() => openBeside ? openBeside({ runId }) : setRunning(true)}
        >
          <Play aria-hidden className="size-3.5" /> Run this program
        </Button>
      )}
      <StepSaved runId={runId} isMain={isNewest} texts={texts} />
    </>
  );
  return (
    <div aria-live="off" className="space-y-3">
      {isRunning
        ? (
          <div ref={beginAt} tabIndex={-1}>
            <ProgramBench
              runId={runId}
              subject={doubt._id}
              onClose={() => setRunning(false)}
            />
          </div>
        )
        : (
          <NotedRun
            runId={runId}
            place={{ doubtId: doubt._id }}
            subject={isMine || doubt.resolved ? undefined : doubt._id}
            isNewest={isNewest}
            of={`entry ${place}`}
            tools={tools}
          />
        )}
    </div>
  );
}

/** Brings the bench to the top: the field for a reply may cover what is below. */
function beginAt(bench: HTMLElement | null): void {
  takeLostFocus(bench);
  bench?.scrollIntoView();
}

/** The texts of this reader that can point at a step: while the doubt is open, not a classmate's. */
function useTexts({ doubt: { _id: doubtId, resolved }, isMine }: ProgramProps) {
  const me = useAtomValue(meAtom);
  return useMemo(() => {
    if (resolved || !(isMine || isStaff(me))) return undefined;
    const form = isStaff(me) ? "reply" : "followup";
    const own = intoDraft({ form, subject: doubtId, field: form });
    return isStaff(me) ? [own, intoComment(doubtId)] : [own];
  }, [doubtId, isMine, resolved, me]);
}
