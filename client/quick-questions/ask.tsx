/** The form with which staff ask the class a quick question. */
import { type KeyboardEvent, useRef } from "react";
import { AreaField, SelectField, TextField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
import { askClass } from "./actions.ts";

const TIMES = [
  ["", "No time"],
  ["30", "30 seconds"],
  ["60", "1 minute"],
  ["120", "2 minutes"],
  ["300", "5 minutes"],
] as const;
const EMPTY = { text: "", options: "", seconds: "", program: "" };

/** A question that is filled in: whoever asks it may change all of it. */
export interface QuestionDraft {
  /** Names it: what is typed is kept for it. */
  subject: string;
  text: string;
  options: readonly string[];
  rightOption: number | null;
  program: string;
  /** The run to step through after the votes. */
  runId: string;
}

const typedOf = ({ text, options, rightOption, program }: QuestionDraft): typeof EMPTY => ({
  ...EMPTY,
  text,
  program,
  options: options.map((option, at) => at === rightOption ? `* ${option}` : option).join("\n"),
});

/** Reads the choices: one a line, and a star before the right one. */
function choicesOf(typed: string): { options: string[]; rightOption: number | null } {
  const lines = typed.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const right = lines.findIndex((line) => line.startsWith("*"));
  return {
    options: lines.map((line, at) => at === right ? line.slice(1).trim() : line),
    rightOption: right < 0 ? null : right,
  };
}

/** Enter goes to the choices: what the whole class sees is sent with Ctrl+Enter or a button. */
function onEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, key, ctrlKey, metaKey, currentTarget } = event;
  if (key !== "Enter" || event.defaultPrevented) return;
  if (ctrlKey || metaKey) {
    event.preventDefault();
    currentTarget.requestSubmit();
  } else if (target instanceof HTMLInputElement) {
    event.preventDefault();
    currentTarget.querySelector("textarea")?.focus();
  }
}

interface AskProps {
  /** The class session that is on the screen. */
  classSessionId: string | null;
  filled?: QuestionDraft;
  onDone: () => void;
}

export default function AskClass({ classSessionId, filled, onDone }: AskProps) {
  const pressed = useRef(onDone);
  const form = useForm({
    schema: async () => (await import("../../server/quick-questions/schema.ts")).quickQuestionInput,
    empty: filled ? typedOf(filled) : EMPTY,
    draft: "quickQuestion",
    ...filled && { subject: filled.subject },
    otherwise: "The question could not be asked.",
    toInput: ({ text, options, seconds, program }) => ({
      classSessionId,
      text,
      ...filled && { program, runId: program === filled.program ? filled.runId : null },
      ...choicesOf(options),
      seconds: seconds === "" ? null : Number(seconds),
    }),
    submit: async (input, _values, key) => {
      await askClass(input, key);
      form.reset();
      pressed.current();
    },
  });
  return (
    <form {...form.props} className="space-y-4" onKeyDown={onEnter}>
      <TextField form={form} name="text" label="Question" required />
      {filled && (
        <AreaField
          form={form}
          isCode
          className="[&_textarea]:max-h-[36vh]"
          name="program"
          label="Program, as the class sees it"
          rows={6}
        />
      )}
      <AreaField
        form={form}
        name="options"
        label="Choices, one per line (optional)"
        hint="Put * before the right one. Without choices, the class answers in words."
        rows={4}
      />
      <SelectField form={form} name="seconds" label="It closes after" options={TIMES} />
      <FormError text={form.problem} />
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton busy={form.busy}>Ask the class</SubmitButton>
        <span className="text-sm text-muted max-md:hidden">Ctrl + Enter sends</span>
      </div>
    </form>
  );
}
