/**
 * The program of a run to read, with comments at its lines. With a doubt they go with the reply to
 * it, otherwise they are sent by themselves.
 */
import { useMemo } from "react";
import { useLineNotes } from "../../comments/noted-program.tsx";
import RunWithComments from "../../comments/run-with-comments.tsx";
import Attached, { useRun } from "../../runs/kept/attached.tsx";
import { intoComment } from "../../runs/steps/pointing.tsx";
import { StepKept } from "../../runs/steps/step-kept.tsx";

interface LatestProps {
  runId: string;
  doubtId: string | undefined;
}

export default function LatestRun({ runId, doubtId }: LatestProps) {
  return doubtId === undefined
    ? <RunWithComments runId={runId} isMain />
    : <OfDoubt runId={runId} doubtId={doubtId} />;
}

function OfDoubt({ runId, doubtId }: { runId: string; doubtId: string }) {
  const source = useRun(runId).run?.source;
  const { lines, above } = useLineNotes({
    runId,
    source,
    place: { runId },
    subject: doubtId,
    isNewest: true,
  });
  const texts = useMemo(() => [intoComment(doubtId)], [doubtId]);
  return (
    <>
      {above}
      <Attached
        id={runId}
        of="the newest run"
        tools={<StepKept runId={runId} isMain texts={texts} />}
        {...lines}
      />
    </>
  );
}
