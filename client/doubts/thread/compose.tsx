/** The form for a text in a thread. It saves a draft, and sends with Ctrl or Command and Enter. */
import { type ReactNode, useRef } from "react";
import { flushSync } from "react-dom";
import type * as z from "zod";
import Code2 from "../../kit/ui/icon.tsx?code-xml";
import type { Doubt } from "../../../server/doubts/schema.ts";
import { CallError } from "../../kit/net/api.ts";
import { draftKey, useDraft } from "../../kit/forms/draft.ts";
import { AreaField } from "../../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../../kit/forms/form.tsx";
import { usePreview } from "../../kit/markdown/preview-toggle.tsx";
import { type RunRef, sendEntry, sendTyping } from "../actions.ts";
import { NameWarning } from "../readers.tsx";
import { Button } from "../../kit/ui/button.tsx";

export interface ThreadDraft {
  reply?: string;
  followup?: string;
}

export function useThreadDraft(kind: keyof ThreadDraft, doubtId: string) {
  return useDraft<ThreadDraft>(draftKey(kind, doubtId), NOTHING);
}

const NOTHING = {};
const SAMPLE = "```cpp\n\n```\n";
const AFTER_CODE = "\n```\n".length;

const withoutEmptyCode = (text: string): string =>
  text.replace(/^```\w*\s*```\s*$/gm, "").trimEnd();

const TEXTS = {
  reply: {
    label: "Your reply",
    button: "Send Reply",
    otherwise: "Failed to send reply.",
  },
  followup: {
    label: "What is still unclear?",
    button: "Send Follow-up",
    otherwise: "Failed to send follow-up.",
  },
};

interface ComposeProps {
  doubt: Doubt;
  kind: keyof ThreadDraft;
  onTyping?: () => void;
  onSent?: () => void;
  /** Why the text cannot be sent any more. It stays in the field. */
  blocked?: string | undefined;
  above?: ReactNode;
  /** The text that is sent if none was typed. */
  instead?: string;
  run?: () => RunRef | null;
  /** With as little height as possible: for the triage view. */
  dense?: boolean | undefined;
  /** More buttons, given the text and a function that replaces it. */
  children?: (written: string, write: (text: string) => void) => ReactNode;
}

export function Compose(props: ComposeProps) {
  const { doubt, kind, dense = false, onTyping, children } = props;
  const { label, button } = TEXTS[kind];
  const form = useThreadForm(props);
  const element = useRef<HTMLFormElement>(null);
  const text = form.values[kind];
  function write(next: string, back = 0) {
    flushSync(() => form.set(kind, next));
    onTyping?.();
    const area = element.current?.querySelector("textarea");
    area?.focus();
    area?.setSelectionRange(next.length - back, next.length - back);
  }
  const preview = usePreview(text, write);
  return (
    <form
      {...form.props}
      ref={element}
      className={dense ? "space-y-2" : "space-y-3"}
      onKeyDown={(event) => {
        if (event.key === "Escape" && event.target instanceof HTMLTextAreaElement) {
          event.target.blur();
        }
      }}
    >
      <FormError text={form.values.refusal} />
      {props.above}
      <AreaField
        isMarkdown
        form={form}
        name={kind}
        // The placeholder takes the place of the label.
        label={dense ? <span className="sr-only">{label}</span> : label}
        {...dense ? { placeholder: label, rows: 1 } : { rows: 3 }}
        required
        className="[&_textarea]:max-h-[35vh]"
        onInput={() => {
          sendTyping(doubt._id);
          onTyping?.();
        }}
      />
      {doubt.anonymous && !doubt.private && <NameWarning text={text} name={doubt.student.name} />}
      <FormError text={form.problem} />
      {preview.region}
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton busy={form.busy}>{button}</SubmitButton>
        {children?.(text, write)}
        <Button
          className="btn-ghost"
          onClick={() => write(`${text}${text === "" ? "" : "\n\n"}${SAMPLE}`, AFTER_CODE)}
        >
          <Code2 aria-hidden className="size-5" />
          Add code
        </Button>
        {preview.button}
        <span className="ml-auto text-sm text-muted max-md:hidden">Ctrl + Enter sends</span>
      </div>
    </form>
  );
}

function useThreadForm(props: ComposeProps) {
  const { doubt, kind, blocked, onSent, run = () => null, instead = "" } = props;
  const textIn = (values: ThreadDraft) => withoutEmptyCode(values[kind] ?? "") || instead;
  const form = useForm({
    schema: async (): Promise<z.ZodType> => {
      const { replyInput, followupInput } = await import("../../../server/doubts/schema.ts");
      return kind === "reply" ? replyInput : followupInput;
    },
    empty: { reply: "", followup: "", refusal: "" },
    toInput: (values) => ({ [kind]: textIn(values) }),
    draft: kind,
    subject: doubt._id,
    otherwise: TEXTS[kind].otherwise,
    submit: (_input, values) => {
      if (blocked !== undefined) throw new CallError(409, { msg: blocked, code: "doubt.resolved" });
      sendEntry(kind, doubt, { text: textIn(values), run: run() });
      if (form.reset()) onSent?.();
    },
  });
  return form;
}
