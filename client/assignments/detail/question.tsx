/** The question itself: explanation, test cases, files and links. */
import ExternalLink from "../../kit/ui/icon.tsx?external-link";
import FileDown from "../../kit/ui/icon.tsx?file-down";
import type { Assignment } from "../../../server/assignments/schema.ts";
import type { TestCase } from "../../../server/assignments/cases/schema.ts";
import { NotLoaded } from "../../kit/ui/page.tsx";
import { RichText } from "../../kit/ui/rich-text.tsx";
import { Time } from "../../kit/ui/time.tsx";
import { givenText, nameOfGiven } from "../../../server/languages/calls.ts";
import { Difficulty, TagBadge, Tags } from "../badges.tsx";
import { Due } from "../due.tsx";
import { useAssignment } from "../use-assignment.tsx";

export function Question({ assignment }: { assignment: Assignment }) {
  return (
    <article className="panel min-w-0 space-y-6 p-4 sm:p-6">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <TagBadge tag={assignment.distributionTag} />
        <Difficulty difficulty={assignment.difficulty} />
        <span className="text-muted">{assignment.majorTopic}</span>
        <Tags tags={assignment.tags} />
        {!assignment.term && <Due item={assignment} className="w-full text-base" />}
      </div>
      <section aria-labelledby="question">
        <h2 id="question" className="sr-only">Question</h2>
        <RichText html={assignment.explanation} className="text-lg" />
      </section>
      <TestCases cases={assignment.testCases} />
      <Links assignment={assignment} />
      <p className="border-t border-base-300 pt-4 text-sm text-muted">
        Uploaded by {assignment.createdBy.name}
        {assignment.lastModifiedBy._id !== assignment.createdBy._id &&
          ` · Last modified by ${assignment.lastModifiedBy.name}`} · Last updated{" "}
        <Time at={assignment.updatedAt} />
      </p>
    </article>
  );
}

/** The question of an open item, which is loaded when it is shown. */
export function LoadedQuestion({ id }: { id: string }) {
  const { assignment, loading } = useAssignment(id, "Failed to fetch assignment details");
  if (assignment !== undefined) return <Question assignment={assignment} />;
  return <NotLoaded loading={loading} label="Loading assignment details..." skeleton="h-64" />;
}

function TestCases({ cases }: { cases: readonly TestCase[] }) {
  if (cases.length === 0) return null;
  return (
    <section aria-labelledby="test-cases">
      <h2 id="test-cases" className="mb-3 text-xl font-bold">Test cases</h2>
      <ol className="space-y-4">
        {cases.map(({ output, explanation, hidden, ...given }, place) => (
          <li key={place} className="rounded-field border border-base-300 p-3">
            {/* Only staff get these cases. */}
            {hidden && <p className="badge badge-outline mb-2">Hidden from students</p>}
            <div className="grid gap-3 sm:grid-cols-2">
              <Sample label={nameOfGiven(given)} text={givenText(given)} />
              <Sample label="Output" text={output} />
            </div>
            {explanation && <p className="mt-3 text-muted">{explanation}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Sample({ label, text }: { label: string; text: string }) {
  return (
    <div className="min-w-0">
      <p className="mb-1 text-sm font-semibold">{label}</p>
      <pre
        tabIndex={0}
        aria-label={label}
        className="overflow-x-auto rounded-field bg-base-200 p-3 font-mono text-sm"
      >{text}</pre>
    </div>
  );
}

function Links({ assignment }: { assignment: Assignment }) {
  const { files, codingPlatformLink, similarQuestions } = assignment;
  if (files.length + similarQuestions.length === 0 && codingPlatformLink === null) return null;
  return (
    <section aria-label="Files and links" className="flex flex-wrap gap-x-10 gap-y-4">
      {files.length > 0 && (
        <ul aria-label="Attachments" className="space-y-1">
          {files.map((file, place) => (
            <li key={file}>
              <a href={file} target="_blank" rel="noreferrer" className="link-plain">
                <FileDown aria-hidden className="mr-1.5 inline size-4" />
                View File {place + 1}
              </a>
            </li>
          ))}
        </ul>
      )}
      {codingPlatformLink !== null && (
        <p>
          <Outside href={codingPlatformLink}>Coding platform link</Outside>
        </p>
      )}
      {similarQuestions.length > 0 && (
        <div>
          <h2 className="mb-1 font-bold">Similar questions</h2>
          <ul className="space-y-1">
            {similarQuestions.map(({ title, url }) => (
              <li key={url}>
                <Outside href={url}>{title}</Outside>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function Outside({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer noopener" className="link-plain">
      {children}
      <ExternalLink aria-hidden className="ml-1.5 inline size-4" />
    </a>
  );
}
