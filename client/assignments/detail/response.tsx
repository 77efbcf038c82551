/** The learner's response: a status, notes and code. Any status but "solved" also raises a doubt. */
import { useState } from "react";
import Code2 from "../../kit/ui/icon.tsx?code-xml";
import type { Assignment } from "../../../server/assignments/schema.ts";
import { type Response, RESPONSE_STATUSES } from "../../../server/assignments/responses/schema.ts";
import { languagesOf } from "../../../server/languages/languages.ts";
import { AskWithoutName, NameWarning, readerOptions } from "../../doubts/readers.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { AreaField, SelectField, TextField } from "../../kit/forms/fields.tsx";
import { type Form, FormError, SubmitButton } from "../../kit/forms/form.tsx";
import { LateBadge, ResponseBadge } from "../badges.tsx";
import { statusOfRun } from "../../../server/runs/policy.ts";
import { RunBadge } from "../../runs/saved/verification.tsx";
import { type ResponseValues, useWrittenResponse } from "./response-form.tsx";
import CodeForm from "./code-form.tsx";
import { CodeBlock } from "../../kit/ui/code-block.tsx";
import { plural } from "../../kit/ui/plural.ts";
import { SimilarDoubts } from "../../doubts/raise/similar.tsx";
import { MentorReview } from "../../reviews/status.tsx";
import AttachedComments from "../../comments/attached-comments.tsx";
import { AskAgain, mayAskAgain } from "../../reviews/attempts/ask-again.tsx";
import { History } from "../../reviews/attempts/history.tsx";
import { Button } from "../../kit/ui/button.tsx";

export function ResponsePanel({ assignment }: { assignment: Assignment }) {
  const { known } = useWrittenResponse();
  return (
    <aside aria-labelledby="your-response" className="space-y-4">
      <section className="panel p-4 sm:p-5">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
          <h2 id="your-response" className="text-xl font-bold">Your Response</h2>
          <ResponseBadge status={known?.responseStatus} />
        </div>
        {known?.late && (
          <p className="mb-4">
            <LateBadge response={known} />
          </p>
        )}
        {known?.run && (
          <p className="mb-4">
            <RunBadge run={known.run} />
          </p>
        )}
        <ResponseForm assignment={assignment} />
      </section>
      {known !== undefined && <OwnReview assignmentId={assignment._id} response={known} />}
    </aside>
  );
}

function ResponseForm({ assignment }: { assignment: Assignment }) {
  const { form, known, isTold } = useWrittenResponse();
  const { responseStatus, learningNotes } = form.values;
  const isSolved = responseStatus === "solved";
  const { lastRun, testCases } = assignment;
  const hasCases = testCases.length > 0;
  const follows = known === undefined && lastRun && statusOfRun(lastRun) === responseStatus;
  return (
    <form {...form.props} id={form.id} className="space-y-4">
      <SelectField
        form={form}
        name="responseStatus"
        label="Status"
        hint={follows && `Your last run: ${lastRun.passed} of ${lastRun.total} cases pass.`}
        required
        options={[
          ["", "Choose a status"],
          ...RESPONSE_STATUSES.map((status) => [status, status] as const),
        ]}
      />
      {responseStatus !== "" && (
        <>
          <TextField
            form={form}
            name="submissionUrl"
            label="Submission URL (optional)"
            type="url"
            inputMode="url"
            placeholder="https://"
            required={isSolved}
          />
          {isSolved
            ? <AreaField form={form} name="learningNotes" label="Learning notes" />
            : isTold
            ? <p className="text-muted">Your open doubt on this page describes the problem.</p>
            : (
              <ProblemFields
                form={form}
                assignment={assignment}
                asked={learningNotes === known?.learningNotes ? "" : learningNotes}
              />
            )}
          {known?.studentSolutionSource && (known.run || hasCases)
            ? (
              <HandedIn
                known={known}
                isReplaced={form.values.studentSolution !== known.studentSolutionSource}
              />
            )
            // A program with cases is handed in from the workspace.
            : !hasCases && <CodeButton form={form} assignment={assignment} />}
        </>
      )}
      <FormError text={form.problem} />
      <SubmitButton busy={form.busy} busyLabel="Saving..." className="btn-primary btn-block">
        Save Response
      </SubmitButton>
    </form>
  );
}

interface ProblemProps {
  form: Form<ResponseValues>;
  assignment: Assignment;
  asked: string;
}

function ProblemFields({ form, assignment, asked }: ProblemProps) {
  const { _id: assignmentId, distributionTag } = assignment;
  const isForClass = distributionTag !== "personal" && form.values.readers !== "staff";
  return (
    <>
      <div>
        <AreaField
          form={form}
          isMarkdown
          name="learningNotes"
          label="Describe Your Problem"
          hint="This is also raised as a doubt, so that a mentor can help."
          required
        />
        {isForClass && form.values.anonymous && <NameWarning text={form.values.learningNotes} />}
      </div>
      <SimilarDoubts assignmentId={assignmentId} text={asked} />
      {distributionTag !== "personal" && (
        <SelectField
          form={form}
          name="readers"
          label="Who may read it"
          options={readerOptions(false)}
        />
      )}
      {isForClass && <AskWithoutName form={form} />}
    </>
  );
}

interface HandedInProps {
  known: Response;
  /** Another program is in the form. */
  isReplaced: boolean;
}

/** The program that was handed in from the workspace, which is the one place where it is changed. */
function HandedIn({ known, isReplaced }: HandedInProps) {
  const [isOpen, setOpen] = useState(false);
  const lines = (known.studentSolutionSource ?? "").trimEnd().split("\n").length;
  return (
    <div className="space-y-2">
      {isReplaced && (
        <p className="text-sm font-semibold">Saving replaces this program with the editor's.</p>
      )}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="cursor-pointer font-semibold">
          Your program{" "}
          <span className="font-normal text-muted">
            {plural(lines, "line")}, as handed in
          </span>
        </summary>
        {isOpen && (
          <div className="mt-2">
            <CodeBlock
              label="The program that was handed in"
              html={known.studentSolution ?? ""}
              source={known.studentSolutionSource}
            />
          </div>
        )}
      </details>
    </div>
  );
}

function CodeButton(
  { form, assignment }: Pick<ProblemProps, "form" | "assignment">,
) {
  const { _id: id, judge } = assignment;
  const [isOpen, setOpen] = useState(false);
  const { studentSolution, language } = form.values;
  return (
    <>
      <Button className="btn-block" onClick={() => setOpen(true)}>
        <Code2 aria-hidden className="size-5" />
        {studentSolution === "" ? "Submit Code" : "Edit Code"}
      </Button>
      {isOpen && (
        <Dialog title="Submit Code" onClose={() => setOpen(false)} wide>
          <CodeForm
            assignmentId={id}
            code={studentSolution}
            languages={languagesOf(judge)}
            language={language}
            onSave={(code, language) => {
              form.set("studentSolution", code);
              form.set("language", language);
            }}
            onClose={() => setOpen(false)}
          />
        </Dialog>
      )}
    </>
  );
}

function OwnReview(
  { assignmentId, response }: { assignmentId: string; response: Response },
) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="mentor-review" className="panel space-y-4 p-4 sm:p-5">
      <h2 id="mentor-review" className="text-xl font-bold">Mentor Review</h2>
      <MentorReview review={response.mentorReview} />
      {mayAskAgain(response.mentorReview) && <AskAgain of={assignmentId} />}
      {response.run && (
        <AttachedComments place={{ assignmentId, studentId: response.student._id }} of="newest" />
      )}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="cursor-pointer font-semibold">Attempt history</summary>
        {isOpen && (
          <div className="mt-4">
            <History
              of={`${assignmentId}.${response.student._id}`}
              version={response.version}
              above={response.mentorReview}
            />
          </div>
        )}
      </details>
    </section>
  );
}
