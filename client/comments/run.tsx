/** The page of one run: its program with comments. An address with a step also opens it there. */
import { useAtomValue } from "jotai";
import { useMemo } from "react";
import { Link, useLocation, useParams, useSearch } from "wouter";
import { Time } from "../kit/ui/time.tsx";
import { NotLoaded, Page } from "../kit/ui/page.tsx";
import { meAtom } from "../kit/net/session.ts";
import { PersonName } from "../people/person-name.tsx";
import { useRun } from "../runs/saved/attached-run.tsx";
import { runStepIn } from "../runs/steps/addresses.tsx";
import { SavedSteps } from "../runs/benches.tsx";
import RunWithComments from "./run-with-comments.tsx";

/** The footer stays below the window's edge while the program loads. */
const HEIGHT = "min-h-[85dvh]";

export default function RunPage() {
  const { id = "" } = useParams();
  const me = useAtomValue(meAtom);
  const search = useSearch();
  const [, navigate] = useLocation();
  const place = useMemo(() => runStepIn({ pathname: `/runs/${id}`, search }), [id, search]);
  const { run, loading } = useRun(id);
  if (run === undefined) {
    return (
      <Page title="Run">
        <NotLoaded loading={loading} label="Loading the program..." skeleton={HEIGHT} />
      </Page>
    );
  }
  const { student, assignmentId, ranAt } = run;
  const isOwn = student._id === me?._id;
  return (
    <Page title={isOwn ? "Your run" : `Run of ${student.name}`}>
      <div className={`panel space-y-4 p-4 ${HEIGHT}`}>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted">
          {!isOwn && <PersonName person={student} className="font-semibold" />}
          <Time at={ranAt} />
          <Link href={`/assignments/${assignmentId}`} className="link-plain">The question</Link>
        </p>
        <RunWithComments key={id} runId={id} isMain />
        {place !== null && (
          <SavedSteps
            runId={id}
            place={place}
            onClose={() => navigate(`/runs/${id}`, { replace: true })}
          />
        )}
      </div>
    </Page>
  );
}
