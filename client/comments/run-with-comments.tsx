/** A student's run with the comments at its lines. Unsent comments of staff are drafts. */
import { useAtomValue } from "jotai";
import { type ReactNode, useMemo } from "react";
import Send from "../kit/ui/icon.tsx?send";
import { can } from "../../server/comments/policy.ts";
import type { Comment } from "../../server/comments/schema.ts";
import type { Run } from "../../server/runs/schema.ts";
import { meAtom } from "../kit/net/session.ts";
import { useCall } from "../kit/data/use-call.ts";
import AttachedRun, { useRun } from "../runs/saved/attached-run.tsx";
import { intoComment } from "../runs/steps/link-targets.tsx";
import { StepSaved } from "../runs/steps/step-saved.tsx";
import { commentOnRun, offerWithdrawal } from "./actions.ts";
import { removeComment, useAttached } from "./drafts/state.ts";
import { useLineNotes } from "./noted-program.tsx";
import { Button } from "../kit/ui/button.tsx";

interface RunProps {
  runId: string;
  tools?: (run: Run) => ReactNode;
  /** Whether it is the run that the screen is about: then the key `l` begins a comment on it. */
  isMain?: boolean;
}

export default function RunWithComments({ runId, tools, isMain = false }: RunProps) {
  const me = useAtomValue(meAtom);
  const { run } = useRun(runId);
  const subject = can.write(me) ? `run.${runId}` : undefined;
  const { lines, isLoaded } = useLineNotes({
    runId,
    source: run?.source,
    place: { runId },
    subject,
    isNewest: isMain,
  });
  const texts = useMemo(() => subject && [intoComment(subject)] || undefined, [subject]);
  // The lines with comments are unfolded: they would move what stands below.
  if (!isLoaded) return <div className="skeleton h-96" />;
  return (
    <div className="space-y-3">
      <AttachedRun
        id={runId}
        of="this run"
        tools={
          <>
            {run && tools?.(run)}
            {isMain && <StepSaved runId={runId} isMain texts={texts} />}
          </>
        }
        {...lines}
      />
      {subject !== undefined && <SendComments runId={runId} subject={subject} />}
    </div>
  );
}

/** Sends the comments that are written, oldest first. One that is refused stays a draft. */
function SendComments({ runId, subject }: { runId: string; subject: string }) {
  const written = useAttached(subject).comments.filter(({ text }) => text.trim() !== "");
  const { busy, run } = useCall("Failed to send the comment.");
  if (written.length === 0) return null;
  async function send() {
    const sent: Comment[] = [];
    for (const comment of written) {
      sent.push(await commentOnRun(runId, comment));
      removeComment(subject, comment);
    }
    offerWithdrawal(sent, subject);
  }
  return (
    <Button icon={Send} className="btn-primary" busy={busy} onClick={() => run(send)}>
      {written.length === 1 ? "Send the comment" : `Send ${written.length} comments`}
    </Button>
  );
}
