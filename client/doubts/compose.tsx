/** A text for a thread: kept while it is typed, sent with Ctrl or Command and Enter. */
import { Code2 } from "lucide-react";
import { type ReactNode, Suspense, useRef, useState } from "react";
import type * as z from "zod";
import type { Doubt } from "../../server/doubts/schema.ts";
import { Failed } from "../kit/api.ts";
import { draftKey, useDraft } from "../kit/draft.ts";
import { AreaField } from "../kit/fields.tsx";
import { Problem, type Rules, Submit, useForm } from "../kit/form.tsx";
import { lazily } from "../kit/lazily.tsx";
import { say, tellTyping } from "./actions.ts";

const Preview = lazily(() => import("../kit/preview-region.tsx"));

/** What is kept of a text until it has arrived; and why it came back, if it did. */
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

interface ComposeProps {
  doubt: Doubt;
  kind: keyof ThreadDraft;
  schema: Rules<z.ZodType>;
  label: string;
  button: string;
  otherwise: string;
  onTyping?: () => void;
  onSent?: () => void;
  /** Why it cannot be sent any more; what is typed stays. */
  blocked?: string | undefined;
  /** Beside much to read: no more height than it needs. */
  dense?: boolean | undefined;
  /** More beside the button, given what is written and how to change it. */
  children?: (written: string, write: (text: string) => void) => ReactNode;
}

export function Compose(props: ComposeProps) {
  const { doubt, kind, schema, label, button, otherwise } = props;
  const { onTyping, onSent, blocked, dense = false, children } = props;
  const form = useForm({
    schema,
    empty: { reply: "", followup: "", refusal: "" },
    toInput: (values) => ({ [kind]: values[kind] }),
    draft: kind,
    subject: doubt._id,
    otherwise,
    submit: (_input, values) => {
      if (blocked !== undefined) throw new Failed(409, { msg: blocked, code: "doubt.resolved" });
      say(kind, doubt, values[kind]);
      if (form.reset()) onSent?.();
    },
  });
  const element = useRef<HTMLFormElement>(null);
  const [isShown, setShown] = useState(false);
  const text = form.values[kind];
  /** Puts this in the field, where the person goes on: `back` from its end. */
  function write(next: string, back = 0) {
    form.set(kind, next);
    onTyping?.();
    requestAnimationFrame(() => {
      const area = element.current?.querySelector("textarea");
      area?.focus();
      area?.setSelectionRange(next.length - back, next.length - back);
    });
  }
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
      <Problem text={form.values.refusal} />
      <AreaField
        form={form}
        name={kind}
        label={label}
        rows={dense ? 2 : 3}
        required
        className="[&_textarea]:max-h-[35vh]"
        onInput={() => {
          tellTyping(doubt._id);
          onTyping?.();
        }}
      />
      <Problem text={form.problem} />
      {isShown && text.trim() !== "" && (
        <Suspense fallback={<p role="status">Loading the preview...</p>}>
          <Preview
            source={text}
            onInsert={(more) =>
              write(`${text}\n\n${more}\n`)}
          />
        </Suspense>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Submit busy={form.busy}>{button}</Submit>
        {children?.(text, write)}
        <button
          type="button"
          className="btn btn-ghost"
          onClick={() => write(`${text}${text === "" ? "" : "\n\n"}${SAMPLE}`, AFTER_CODE)}
        >
          <Code2 aria-hidden className="size-5" />
          Add code
        </button>
        <button
          type="button"
          className="btn btn-ghost"
          aria-expanded={isShown}
          onClick={() => setShown(!isShown)}
        >
          Preview
        </button>
        <span className="ml-auto text-sm text-muted max-md:hidden">Ctrl + Enter sends</span>
      </div>
    </form>
  );
}
