/** The button that puts a mentor's change of a program into the reply or the review. */
import { useAtomValue } from "jotai";
import { useEffect } from "react";
import FileDiff from "../kit/ui/icon.tsx?file-diff";
import { can } from "../../server/comments/policy.ts";
import type { RunResult } from "../../server/languages/types.ts";
import { countPassed } from "../../server/runs/policy.ts";
import { meAtom } from "../kit/net/session.ts";
import { useShortcuts } from "../kit/focus/shortcuts.tsx";
import { setProposal, useAttached } from "./drafts/state.ts";
import { Button } from "../kit/ui/button.tsx";

interface ProposeProps {
  /** The doubt's id, or the key of the response. */
  subject: string;
  runId: string;
  /** The student's program, and what the mentor made of it. */
  base: string;
  source: string;
  /** The newest result on the cases, and the text that it belongs to. */
  ran: { source: string; result: RunResult } | null;
  onPropose: () => void;
}

export function Propose({ subject, runId, base, source, ran, onPropose }: ProposeProps) {
  const me = useAtomValue(meAtom);
  const { proposal } = useAttached(subject);
  const canPropose = can.write(me) && source !== base && source.trim() !== "";
  const isProposed = proposal?.source === source && proposal.runId === runId;
  function propose() {
    if (!canPropose) return;
    const result = ran?.source === source ? ran.result : null;
    const claim = result && {
      passed: countPassed(result),
      total: result.cases.length,
      kit: result.kit,
    };
    setProposal(subject, { runId, source, ...claim });
  }
  function begin() {
    if (!canPropose) return;
    propose();
    if (ran?.source !== source) onPropose();
  }
  /** The mentor goes on with the text, while the program runs. */
  function beginAndWrite() {
    begin();
    document.querySelector<HTMLElement>("[name=reply], [name=mentorComment]")?.focus();
  }
  // It was proposed first, and run on the cases then.
  const isRun = isProposed && proposal.passed === undefined && ran?.source === source;
  useEffect(() => {
    if (isRun) propose();
  }, [isRun]);
  useShortcuts([
    { keys: ["Ctrl+Shift+Enter"], name: "Propose your change, and write", run: beginAndWrite },
  ]);
  if (!canPropose) return null;
  return (
    <Button
      icon={FileDiff}
      className="btn-sm"
      aria-pressed={isProposed}
      title="Ctrl + Shift + Enter"
      onClick={begin}
    >
      {isProposed ? "Proposed" : "Propose this change"}
    </Button>
  );
}
