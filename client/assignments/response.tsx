/** The learner's response: a status, notes and code; anything but solved raises a doubt too. */
import { Code2, MessageCircleQuestion } from "lucide-react";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { type Assignment, RESPONSE_STATUSES } from "../../server/assignments/schema.ts";
import { NO_DETAILS } from "../../server/doubts/schema.ts";
import { raise } from "../doubts/actions.ts";
import { RaisedHere, RaiseDialog } from "../doubts/raise.tsx";
import { SimilarDoubts } from "../doubts/similar.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { AreaField, SelectField, SwitchField, TextField } from "../kit/fields.tsx";
import { Problem, Submit, useForm } from "../kit/form.tsx";
import { useFetched } from "../kit/here.ts";
import { lazily } from "../kit/lazily.tsx";
import { meAtom } from "../kit/session.ts";
import { toast } from "../kit/toast.tsx";
import { respond } from "./actions.ts";
import { ResponseBadge } from "./badges.tsx";
import { OwnReview } from "../reviews/own-review.tsx";
import { ownResponse } from "./state.ts";

const codeForm = () => import("./code-form.tsx");
const CodeForm = lazily(codeForm);
const rules = async () => (await import("../../server/assignments/schema.ts")).statusInput;

export function ResponsePanel({ assignment }: { assignment: Assignment }) {
  const me = useAtomValue(meAtom);
  const [raising, setRaising] = useState(false);
  const known = me === null ? undefined : ownResponse(assignment, me);
  return (
    <aside aria-labelledby="your-response" className="space-y-4 lg:sticky lg:top-20">
      <section className="panel p-4 sm:p-5">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
          <h2 id="your-response" className="text-xl font-bold">Your Response</h2>
          <ResponseBadge status={known?.responseStatus} />
        </div>
        <ResponseForm assignment={assignment} known={known} />
      </section>
      {known !== undefined && <OwnReview assignmentId={assignment._id} response={known} />}
      <button
        type="button"
        className="btn btn-block"
        onClick={() => setRaising(true)}
      >
        <MessageCircleQuestion aria-hidden className="size-5" />
        Raise a doubt
      </button>
      <RaisedHere assignment={assignment} />
      {raising && <RaiseDialog assignment={assignment} onClose={() => setRaising(false)} />}
    </aside>
  );
}

interface FormProps {
  assignment: Assignment;
  known: ReturnType<typeof ownResponse>;
}

function ResponseForm({ assignment, known }: FormProps) {
  const [coding, setCoding] = useState(false);
  useFetched(codeForm);
  const form = useForm({
    schema: rules,
    empty: {
      responseStatus: known?.responseStatus ?? "",
      submissionUrl: known?.submissionUrl ?? "",
      learningNotes: known?.learningNotes ?? "",
      studentSolution: known?.studentSolutionSource ?? "",
      private: false,
    },
    toInput: ({ private: _, ...values }) => ({ ...values, version: known?.version }),
    draft: "response",
    subject: assignment._id,
    otherwise: "Failed to update response.",
    submit: async (input, values) => {
      try {
        await respond(assignment._id, input);
      } catch (error) {
        toast.error("Failed to update response.");
        throw error;
      }
      toast.success("Response updated successfully!");
      if (input.responseStatus !== "solved") {
        raise({
          assignmentId: assignment._id,
          doubtText: input.learningNotes || NO_DETAILS,
          ...(values.private ? { private: true } : {}),
        });
      }
      form.reset();
    },
  });
  const { responseStatus, learningNotes, studentSolution } = form.values;
  const isSolved = responseStatus === "solved";
  return (
    <form {...form.props} className="space-y-4">
      <SelectField
        form={form}
        name="responseStatus"
        label="Status"
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
          {isSolved ? <AreaField form={form} name="learningNotes" label="Learning notes" /> : (
            <>
              <AreaField
                form={form}
                name="learningNotes"
                label="Describe Your Problem"
                hint="This is also raised as a doubt, so that a mentor can help."
                required
              />
              <SimilarDoubts
                assignmentId={assignment._id}
                text={learningNotes === known?.learningNotes ? "" : learningNotes}
              />
              <SwitchField
                form={form}
                name="private"
                label="Private doubt"
                hint="Only you, mentors and admins can read a private doubt."
              />
            </>
          )}
          <button type="button" className="btn btn-block" onClick={() => setCoding(true)}>
            <Code2 aria-hidden className="size-5" />
            {studentSolution === "" ? "Submit Code" : "Edit Code"}
          </button>
        </>
      )}
      <Problem text={form.problem} />
      <Submit busy={form.busy} busyLabel="Saving..." className="btn-primary btn-block">
        Save Response
      </Submit>
      {coding && (
        <Dialog title="Submit Code" onClose={() => setCoding(false)} wide>
          <CodeForm
            assignmentId={assignment._id}
            code={studentSolution}
            onSave={(code) => form.set("studentSolution", code)}
            onClose={() => setCoding(false)}
          />
        </Dialog>
      )}
    </form>
  );
}
