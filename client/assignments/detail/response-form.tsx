/** The response that a learner writes: its form fills it, and so does the workspace. */
import { useAtomValue } from "jotai";
import { createContext, type ReactNode, useContext } from "react";
import type { Assignment } from "../../../server/assignments/schema.ts";
import { languageOf } from "../../../server/languages/languages.ts";
import { type NewDoubt, NO_DETAILS } from "../../../server/doubts/schema.ts";
import { statusOfRun } from "../../../server/runs/policy.ts";
import { raiseDoubt } from "../../doubts/actions.ts";
import type { OwnDoubts } from "../../doubts/raise/raise.tsx";
import type { Readers } from "../../doubts/readers.tsx";
import { draftKey, useDraft } from "../../kit/forms/draft.ts";
import { useForm } from "../../kit/forms/form.tsx";
import { mayPass } from "../../kit/net/api.ts";
import { meAtom } from "../../kit/net/session.ts";
import { serverNow } from "../../kit/net/server-clock.ts";
import { toast } from "../../kit/data/toast.ts";
import { typedLanguage } from "../../runs/bench/typed-language.tsx";
import { saveResponse } from "../actions.ts";
import { ownResponse } from "../state.ts";

interface ResponseProps {
  assignment: Assignment;
  raised: OwnDoubts;
  /** Shows the form, which may be on another tab. */
  onShow: () => void;
}

const WrittenResponse = createContext<ReturnType<typeof useResponse> | null>(null);

/** What is typed renders only what uses the response, and not the whole screen. */
export function ResponseWriting({ children, ...props }: ResponseProps & { children: ReactNode }) {
  return <WrittenResponse value={useResponse(props)}>{children}</WrittenResponse>;
}

export function useWrittenResponse() {
  const written = useContext(WrittenResponse);
  if (written === null) throw new Error("No response is written here.");
  return written;
}

/** Returns the text of the open doubt, which describes the problem already; null without one. */
function tellingDoubt({ doubts, waiting }: OwnDoubts): string | null {
  const open = doubts.find(({ resolved }) => !resolved);
  return open?.doubtText ?? (waiting[0]?.body as NewDoubt | undefined)?.doubtText ?? null;
}

export type ResponseValues = ReturnType<typeof valuesOf>;

/** @param program what is typed in the workspace: it is handed in, until something was */
function valuesOf(
  { _id, lastRun, judge }: Assignment,
  known: ReturnType<typeof ownResponse>,
  program: string,
) {
  return {
    responseStatus: (known?.responseStatus ?? (lastRun && statusOfRun(lastRun)) ?? "") as string,
    submissionUrl: known?.submissionUrl ?? "",
    learningNotes: known?.learningNotes ?? "",
    studentSolution: known?.studentSolutionSource ?? program,
    language: (known?.studentSolutionSource ? known.language : typedLanguage(_id)) ??
      languageOf(judge),
    readers: "class" as Readers,
    anonymous: false,
    /** When it could not be sent for the first time. */
    sentAt: "",
  };
}

function useResponse({ assignment, raised, onShow }: ResponseProps) {
  const me = useAtomValue(meAtom);
  const known = me === null ? undefined : ownResponse(assignment, me);
  const doubtSentence = tellingDoubt(raised);
  const notes = known?.learningNotes ?? "";
  const [program] = useDraft(draftKey("program", assignment._id), "");
  const isTold = ({ responseStatus, learningNotes }: ResponseValues) =>
    doubtSentence !== null && responseStatus !== "solved" && learningNotes === notes;
  const form = useForm({
    schema: async () =>
      (await import("../../../server/assignments/responses/schema.ts")).statusInput,
    empty: valuesOf(assignment, known, program),
    toInput: (values) => {
      const { readers: _, anonymous: __, sentAt, language, ...input } = values;
      return {
        ...input,
        ...(isTold(values) && { learningNotes: doubtSentence }),
        ...(sentAt !== "" && { sentAt }),
        language,
        version: known?.version,
      };
    },
    draft: "response",
    subject: assignment._id,
    otherwise: "Failed to update response.",
    tells: "failure",
    onRefused() {
      // It was handed in from the workspace.
      if (!document.getElementById(form.id)?.contains(document.activeElement)) onShow();
    },
    submit: async (input, values) => {
      try {
        await saveResponse(assignment._id, input);
      } catch (error) {
        // It may arrive after the due date, although it was written before.
        if (mayPass(error) && values.sentAt === "") form.set("sentAt", serverNow());
        throw error;
      }
      toast.success("Response updated successfully!");
      if (input.responseStatus !== "solved" && !isTold(values)) {
        raiseDoubt({
          assignmentId: assignment._id,
          doubtText: input.learningNotes || NO_DETAILS,
          ...(values.readers === "staff"
            ? { private: true }
            : values.anonymous && { anonymous: true }),
        });
      }
      form.reset();
    },
  });
  const set: typeof form.set = (name, value) => {
    // A text that is changed was not written then.
    if (form.values.sentAt !== "" && form.values[name] !== value) form.set("sentAt", "");
    form.set(name, value);
  };
  return { form: { ...form, set }, known, isTold: isTold(form.values), show: onShow };
}
