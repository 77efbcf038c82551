/** The student asks for another look at a decision, once, with a reason. */
import type { Response } from "../../../server/assignments/responses/schema.ts";
import { AreaField } from "../../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../../kit/forms/form.tsx";
import { askAgain } from "../actions.ts";

export const mayAskAgain = ({ status, again }: Response["mentorReview"]): boolean =>
  status !== "pending" && !again;

export function AskAgain({ of }: { of: string }) {
  const form = useForm({
    schema: async () => (await import("../../../server/reviews/schema.ts")).againInput,
    empty: { reason: "" },
    draft: "again",
    subject: of,
    otherwise: "The request was not sent.",
    submit: async ({ reason }) => {
      await askAgain(of, reason);
      form.reset();
    },
  });
  return (
    <details open={form.values.reason !== "" || undefined}>
      <summary className="cursor-pointer font-semibold">Ask for another look</summary>
      <form {...form.props} className="mt-2 space-y-2">
        <AreaField
          form={form}
          name="reason"
          label="Why should somebody look at it again?"
          hint="Another mentor reads this above your program. You can ask once."
          rows={2}
          required
        />
        <FormError text={form.problem} />
        <SubmitButton busy={form.busy}>Ask for another look</SubmitButton>
      </form>
    </details>
  );
}
