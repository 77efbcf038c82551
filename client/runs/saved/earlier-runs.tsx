/** A person's earlier runs on a question: looked at, and taken back into the editor. */
import { useAtomValue } from "jotai";
import { useState } from "react";
import ArchiveRestore from "../../kit/ui/icon.tsx?archive-restore";
import { resultOf } from "../../../server/runs/policy.ts";
import type { Run, RunCard } from "../../../server/runs/schema.ts";
import type { RunResult } from "../../../server/languages/types.ts";
import { useLoad } from "../../kit/data/query.ts";
import { meAtom } from "../../kit/net/session.ts";
import { Time } from "../../kit/ui/time.tsx";
import { NotLoaded } from "../../kit/ui/page.tsx";
import { loadRuns } from "../actions.ts";
import { runListKey, runListsAtom } from "../state.ts";
import { isWell, sayVerification } from "./verification.tsx";
import RunWithComments from "../../comments/run-with-comments.tsx";
import { Button } from "../../kit/ui/button.tsx";

interface EarlierProps {
  assignmentId: string;
  studentId?: string;
  /** In a workspace: takes a program back, or shows its results. */
  onTake?: (source: string) => void;
  onShow?: (run: { source: string; result: RunResult }) => void;
}

export function Earlier({ assignmentId: id, studentId, onTake, onShow }: EarlierProps) {
  const me = useAtomValue(meAtom)?._id ?? "";
  const of = studentId ?? me;
  const list = useAtomValue(runListsAtom)[runListKey(id, of)];
  const loading = useLoad(loadRuns, "Failed to fetch the earlier runs.", list?.stale, id, of);
  const [open, setOpen] = useState<string | null>(null);
  if (list === undefined) {
    return <NotLoaded loading={loading} label="Loading the earlier runs..." skeleton="h-24" />;
  }
  if (list.items.length === 0) return <p className="text-muted">There are no runs yet.</p>;
  return (
    <ol className="divide-y divide-base-300 rounded-field border border-base-300">
      {list.items.map((run) => (
        <li key={run._id}>
          <button
            type="button"
            aria-expanded={open === run._id}
            className="flex w-full cursor-pointer flex-wrap items-center gap-x-3 px-3 py-2 text-left -outline-offset-3 hover:bg-base-200"
            onClick={() => setOpen(open === run._id ? null : run._id)}
          >
            <RunLine run={run} />
          </button>
          {open === run._id && (
            <div className="space-y-3 px-3 pb-3">
              <RunWithComments
                runId={run._id}
                tools={(run) => <RunTools run={run} onTake={onTake} onShow={onShow} />}
              />
            </div>
          )}
        </li>
      ))}
    </ol>
  );
}

function RunLine({ run }: { run: RunCard }) {
  const { verdict, passed, total, origin, verification, ranAt } = run;
  return (
    <>
      <span className="font-semibold tabular-nums">
        <Time at={ranAt} />
      </span>
      <span className={isWell(run) && verdict === "passed" ? "text-success" : ""}>
        {verdict === null
          ? "has not run yet"
          : verdict === "does not compile"
          ? verdict
          : `${passed} of ${total} pass`}
      </span>
      <span className="ml-auto text-sm text-muted">
        {verification.state === "none"
          ? ""
          : origin === "server"
          ? "on the server"
          : sayVerification(run)}
      </span>
    </>
  );
}

function RunTools({ run, onTake, onShow }: Pick<EarlierProps, "onTake" | "onShow"> & { run: Run }) {
  const { source } = run;
  const result = resultOf(run);
  return (
    <>
      {onTake && (
        <Button icon={ArchiveRestore} className="btn-sm" onClick={() => onTake(source)}>
          Restore this program
        </Button>
      )}
      {onShow && result !== null && (
        <Button
          className="btn-sm"
          onClick={() => onShow({ source, result })}
        >
          Show its results
        </Button>
      )}
    </>
  );
}
