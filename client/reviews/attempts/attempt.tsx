/** One attempt of a student: its status, link, notes, pictures and code. */
import { Choice } from "../../kit/ui/choice.tsx";
import { LANGUAGES } from "../../../server/languages/languages.ts";
import { type ReactNode, useState } from "react";
import ExternalLink from "../../kit/ui/icon.tsx?external-link";
import type { Response } from "../../../server/assignments/responses/schema.ts";
import { LateBadge, ResponseBadge } from "../../assignments/badges.tsx";
import { CodeBlock } from "../../kit/ui/code-block.tsx";
import { RunBadge } from "../../runs/saved/verification.tsx";
import NotedProgram from "../../comments/noted-program.tsx";
import Changes from "./changes.tsx";

type AttemptParts = Pick<
  Response,
  | "responseStatus"
  | "submissionUrl"
  | "learningNotes"
  | "studentSolution"
  | "studentSolutionSource"
  | "language"
  | "screenshots"
  | "run"
  | "late"
  | "sentAt"
>;

interface AttemptProps {
  attempt: AttemptParts;
  /** The code of the attempt before, to compare it. */
  before?: string | null | undefined;
  /** The attempt before is still loading. */
  isComing?: boolean;
  /** The response, to show the comments on the lines of the code. */
  of?: { assignmentId: string; studentId: string } | undefined;
  /** Whether a review that is being written can bring comments. */
  isReviewed?: boolean;
}

export function Attempt(props: AttemptProps) {
  return (
    <div className="space-y-4">
      <Facts attempt={props.attempt} />
      <Solution {...props} />
      <Screenshots urls={props.attempt.screenshots} />
    </div>
  );
}

export function Facts({ attempt, tools }: { attempt: AttemptParts; tools?: ReactNode }) {
  const { responseStatus, submissionUrl, learningNotes } = attempt;
  return (
    <div className="space-y-3">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <ResponseBadge status={responseStatus} />
        <LateBadge response={attempt} />
        {attempt.run && <RunBadge run={attempt.run} />}
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
        {tools}
      </p>
      {learningNotes !== null && (
        <p className="border-l-4 border-accent pl-3 whitespace-pre-wrap">{learningNotes}</p>
      )}
    </div>
  );
}

export function Screenshots({ urls }: { urls: readonly string[] }) {
  if (urls.length === 0) return null;
  return (
    <ul aria-label="Screenshots" className="flex flex-wrap gap-3">
      {urls.map((url, place) => (
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
  );
}

const VIEWS = [["changes", "Changes"], ["code", "Code"]] as const;

export function Solution(props: AttemptProps) {
  const { attempt, before, isComing = false, of, isReviewed = false } = props;
  const { studentSolution, studentSolutionSource: after } = attempt;
  const [wanted, setWanted] = useState<"changes" | "code">("changes");
  const canCompare = Boolean(before) && after != null;
  if (studentSolution === null) return <p className="text-muted">No code was handed in.</p>;
  const plain = <CodeBlock label="Submitted code" html={studentSolution} source={after} />;
  // A placeholder of the code's height until the attempt before is loaded, so that the shown content
  // does not change and what is below does not move.
  const coming = <div className="skeleton *:invisible">{plain}</div>;
  if (isComing) return coming;
  const shown = canCompare ? wanted : "code";
  return (
    <div>
      {canCompare && (
        <Choice
          label="Show"
          choices={VIEWS}
          chosen={shown}
          onChoose={setWanted}
          className="mb-3"
        />
      )}
      {shown === "code"
        ? of === undefined || !attempt.run || after == null ? plain : (
          <NotedProgram
            label="Submitted code"
            runId={attempt.run._id}
            source={after}
            language={attempt.language ?? LANGUAGES[0]}
            place={of}
            subject={isReviewed ? `${of.assignmentId}.${of.studentId}` : undefined}
            whole={isReviewed}
            isNewest={isReviewed}
          />
        )
        : <Changes before={before ?? ""} after={after ?? ""} />}
    </div>
  );
}
