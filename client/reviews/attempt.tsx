/** What a student handed in: its status, link, notes, pictures and code. */
import { ExternalLink } from "lucide-react";
import { Suspense, useState } from "react";
import type { Response } from "../../server/assignments/schema.ts";
import { ResponseBadge } from "../assignments/badges.tsx";
import { Code } from "../kit/code.tsx";
import { lazily } from "../kit/lazily.tsx";

const Changes = lazily(() => import("./changes.tsx"));

type Attempted = Pick<
  Response,
  | "responseStatus"
  | "submissionUrl"
  | "learningNotes"
  | "studentSolution"
  | "studentSolutionSource"
  | "screenshots"
>;

interface AttemptProps {
  attempt: Attempted;
  /** The attempt before with its code; not known yet, but there may be one; or none. */
  before?: { code: string | null } | "coming";
}

export function Attempt({ attempt, before }: AttemptProps) {
  const { responseStatus, submissionUrl, learningNotes, screenshots } = attempt;
  return (
    <div className="space-y-4">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ResponseBadge status={responseStatus} />
        {submissionUrl !== null && (
          <a
            href={submissionUrl}
            target="_blank"
            rel="noreferrer noopener"
            className="link-plain min-w-0 truncate"
          >
            Submission
            <ExternalLink aria-hidden className="ml-1.5 inline size-4" />
          </a>
        )}
      </p>
      {learningNotes !== null && (
        <p className="border-l-4 border-accent pl-3 whitespace-pre-wrap">{learningNotes}</p>
      )}
      <Solution attempt={attempt} before={before} />
      {screenshots.length > 0 && (
        <ul aria-label="Screenshots" className="flex flex-wrap gap-3">
          {screenshots.map((url, place) => (
            <li key={url}>
              <a href={url} target="_blank" rel="noreferrer">
                <img
                  src={url}
                  alt={`Screenshot ${place + 1}`}
                  className="h-32 rounded-field border border-base-300"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Solution({ attempt, before }: AttemptProps) {
  const { studentSolution, studentSolutionSource: after } = attempt;
  const [wanted, setWanted] = useState<"changes" | "code">("changes");
  const earlier = typeof before === "object" ? before.code : null;
  const canCompare = earlier !== null && earlier !== "" && after != null;
  if (studentSolution === null) return <p className="text-muted">No code was handed in.</p>;
  // Once it is shown, nothing comes in between.
  if (before === "coming") return <div className="skeleton h-64" />;
  const shown = canCompare ? wanted : "code";
  return (
    <div>
      {canCompare && (
        <div role="group" aria-label="Show" className="join mb-3">
          {(["changes", "code"] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={shown === one}
              className={`btn btn-sm join-item ${shown === one ? "btn-primary" : ""}`}
              onClick={() => setWanted(one)}
            >
              {one === "changes" ? "Changes" : "Code"}
            </button>
          ))}
        </div>
      )}
      {shown === "code"
        ? <Code label="Submitted code" html={studentSolution} source={after} />
        : (
          <Suspense fallback={<div className="skeleton h-64" />}>
            <Changes before={earlier ?? ""} after={after ?? ""} />
          </Suspense>
        )}
    </div>
  );
}
