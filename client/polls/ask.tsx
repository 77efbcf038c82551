/** The form with which staff ask the class a quick question. */
import { type KeyboardEvent, useRef, useState } from "react";
import { contentKey } from "../kit/net/idempotency-key.ts";
import { AreaField, SelectField, TextField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
import { askClass } from "./actions.ts";
import { pollInput } from "../../server/polls/schema.ts";

const TIMES = [
  ["", "No time"],
  ["30", "30 seconds"],
  ["60", "1 minute"],
  ["120", "2 minutes"],
  ["300", "5 minutes"],
] as const;
const EMPTY = { text: "", options: "", seconds: "" };

/** Reads the choices: one a line, and a star before the right one. */
function choicesOf(typed: string): { options: string[]; rightOption: number | null } {
  const lines = typed.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const right = lines.findIndex((line) => line.startsWith("*"));
  return {
    options: lines.map((line, at) => at === right ? line.slice(1).trim() : line),
    rightOption: right < 0 ? null : right,
  };
}

/**
 * Enter in the question goes to the choices: the whole class sees what is sent, so it is sent with
 * Ctrl+Enter, or Command+Enter on a Mac, or with the button.
 */
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
  lessonId: string | null;
  onDone: () => void;
}

export default function AskClass({ lessonId, onDone }: AskProps) {
  const [key] = useState(contentKey);
  const pressed = useRef(onDone);
  const form = useForm({
    schema: pollInput,
    empty: EMPTY,
    draft: "poll",
    otherwise: "The question could not be asked.",
    toInput: ({ text, options, seconds }) => ({
      lessonId,
      text,
      ...choicesOf(options),
      seconds: seconds === "" ? null : Number(seconds),
    }),
    submit: async (input) => {
      await askClass(input, key(input));
      form.reset();
      pressed.current();
    },
  });
  return (
    <form {...form.props} className="space-y-4" onKeyDown={onEnter}>
      <TextField form={form} name="text" label="Question" required />
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
