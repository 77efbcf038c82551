/** The program of an entry, with who may read it. The newest one of a thread is open. */
import { type ReactNode, useContext, useMemo, useState } from "react";
import { useAtomValue } from "jotai";
import Code2 from "../kit/ui/icon.tsx?code-xml";
import Lock from "../kit/ui/icon.tsx?lock";
import Play from "../kit/ui/icon.tsx?play";
import { useLineNotes } from "../comments/noted-program.tsx";
import { isOpenToClass } from "../../server/doubts/policy.ts";
import type { Doubt } from "../../server/doubts/schema.ts";
import { isStaff } from "../../server/kit/core/roles.ts";
import { meAtom } from "../kit/net/session.ts";
import AttachedRun from "../runs/saved/attached-run.tsx";
import { intoComment, intoDraft } from "../runs/steps/link-targets.tsx";
import { StepSaved } from "../runs/steps/step-saved.tsx";
import { knownRunsAtom } from "../runs/state.ts";
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
  const { doubt, runId, isMine } = props;
  const isNewest = isNewestProgram(props);
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
        : <NotedProgram {...props} tools={tools} />}
    </div>
  );
}

const isNewestProgram = ({ doubt, runId }: ProgramProps) =>
  newestProgram(doubt)?.run?._id === runId;

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

/** The program with the comments at its lines. */
function NotedProgram(props: ProgramProps & { tools: ReactNode }) {
  const { doubt, runId, place, isMine, tools } = props;
  const source = useAtomValue(knownRunsAtom)[runId]?.run.source;
  const { lines, above } = useLineNotes({
    runId,
    source,
    place: { doubtId: doubt._id },
    subject: isMine || doubt.resolved ? undefined : doubt._id,
    isNewest: isNewestProgram(props),
  });
  return (
    <>
      {above}
      <AttachedRun id={runId} of={`entry ${place}`} tools={tools} {...lines} />
    </>
  );
}
