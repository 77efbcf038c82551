/** An open group: up to three of its programs, and the answer that goes to all of it. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import {
  type Group,
  type GroupAnswerReply,
  type LeftOut,
  MEMBERS_MOST,
} from "../../server/groups/schema.ts";
import { contentKey } from "../kit/net/idempotency-key.ts";
import { bringIntoView } from "../kit/focus/scroll.ts";
import { useShortcuts } from "../kit/focus/shortcuts.tsx";
import { AreaField, CheckField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
import { StepSaved } from "../runs/steps/step-saved.tsx";
import { idOf } from "../../server/groups/grouping.ts";
import { answerGroup } from "./actions.ts";
import type { AnswerState } from "./state.ts";
import AttachedRun from "../runs/saved/attached-run.tsx";
import SavedReplies from "../desk/saved-replies.tsx";
import { Button } from "../kit/ui/button.tsx";

interface OpenGroupProps {
  group: Group;
  answered: AnswerState | null;
  onAsk: () => void;
  onClose: () => void;
}

export default function OpenGroup({ group, answered, onAsk, onClose }: OpenGroupProps) {
  const canAsk = group.examples.length > 0;
  useShortcuts(
    canAsk ? [{ keys: ["q"], name: "Ask the class about this program", run: onAsk }] : [],
  );
  return (
    <div
      className="grid gap-4 px-2 pt-1 pb-3 xl:grid-cols-2"
      onKeyDown={(event) => {
        const { key, currentTarget, target, defaultPrevented } = event;
        // A dialog that was opened here keeps its keys.
        const isHere = currentTarget.contains(target as Node) &&
          (target as Element).closest("dialog") === currentTarget.closest("dialog");
        if (key !== "Escape" || defaultPrevented || !isHere) return;
        event.preventDefault();
        // From the field to the shortcuts, and from there out of the group.
        if (target instanceof HTMLTextAreaElement) target.blur();
        else onClose();
      }}
    >
      <Answer key={idOf(group)} group={group} answered={answered} onClose={onClose}>
        {canAsk && (
          <Button className="btn-sm" onClick={onAsk}>
            Ask the class about it <kbd className="kbd kbd-sm max-md:hidden">q</kbd>
          </Button>
        )}
      </Answer>
      {group.examples.length > 0 && <Examples ids={group.examples} />}
    </div>
  );
}

function Examples({ ids }: { ids: readonly string[] }) {
  const [place, setPlace] = useState(0);
  const at = Math.min(place, ids.length - 1);
  useShortcuts([{
    keys: ["x"],
    name: "Look at the next program of the group",
    run: () => setPlace((at + 1) % ids.length),
  }]);
  const id = ids[at];
  return (
    <div className="min-w-0 space-y-3">
      {ids.length > 1 && (
        <div role="group" aria-label="Programs of the group" className="flex flex-wrap gap-2">
          {ids.map((one, nth) => (
            <Button
              key={nth}
              aria-pressed={nth === at}
              className={`btn-sm ${nth === at ? "btn-primary" : ""}`}
              onClick={() => setPlace(nth)}
            >
              Program {nth + 1}
              <span className="sr-only">of {one && ids.length}</span>
            </Button>
          ))}
        </div>
      )}
      {id !== undefined && (
        <AttachedRun
          key={id}
          id={id}
          of={`program ${at + 1}`}
          tools={<StepSaved runId={id} isMain />}
        />
      )}
    </div>
  );
}

function Answer(
  { group, answered, onClose, children }: Omit<OpenGroupProps, "onAsk"> & { children: ReactNode },
) {
  const root = useRef<HTMLFormElement>(null);
  const [sent, setSent] = useState<GroupAnswerReply | null>(null);
  const { form, receivers, fresh } = useAnswer(group, answered, setSent);
  const focusField = () => root.current?.querySelector("textarea")?.focus();
  useEffect(() => {
    focusField();
    // The focus alone leaves the buttons, and the programs beside them, below the window.
    bringIntoView(root.current, "nearest");
  }, []);
  useShortcuts([
    { keys: ["r"], name: "Write the answer to the group", run: focusField },
    { keys: ["Escape"], name: "Close the group", run: onClose },
  ]);
  const text = form.values.answer;
  return (
    <form {...form.props} ref={root} className="min-w-0 space-y-3">
      <AreaField
        isMarkdown
        form={form}
        name="answer"
        label="Your answer to the group"
        hint="Each student gets it in their own open doubt on the question, or in a new thread, and does not see who else did."
        rows={4}
        required
      />
      {fresh > 0 && (
        <CheckField
          form={form}
          name="onlyNew"
          label={`Only to the ${fresh} who came since the last answer`}
        />
      )}
      <CheckField
        form={form}
        name="open"
        label="Show new threads to the class"
        hint="Otherwise only the student and mentors read a new thread. An open doubt is read by those who read it now."
      />
      <FormError text={form.problem} />
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton busy={form.busy} busyLabel="Sending…">Send to {receivers}</SubmitButton>
        <SavedReplies
          written={text}
          hotkey="s"
          onInsert={(more) => {
            form.set("answer", text === "" ? more : `${text}\n${more}`);
            requestAnimationFrame(focusField);
          }}
        />
        {children}
        <span className="ml-auto text-sm text-muted max-md:hidden">Ctrl + Enter sends</span>
      </div>
      <p role="status" className="font-semibold empty:hidden">{sent && saySent(sent)}</p>
    </form>
  );
}

/** The form. The members are those whom the mentor sees in the group when the answer is sent. */
function useAnswer(
  { assignmentId, key, members }: Group,
  answered: AnswerState | null,
  onSent: (reply: GroupAnswerReply) => void,
) {
  const keys = useRef(contentKey());
  const fresh = answered?.fresh ?? [];
  const receiversOf = (values: { onlyNew: boolean }) =>
    (values.onlyNew && fresh.length > 0 ? fresh : members).slice(0, MEMBERS_MOST);
  const form = useForm({
    schema: async () => (await import("../../server/groups/schema.ts")).groupAnswerInput,
    empty: { answer: "", open: false, onlyNew: true },
    draft: "group-answer",
    subject: idOf({ assignmentId, key }),
    toInput: (values) => ({
      assignmentId,
      key,
      members: receiversOf(values),
      answer: values.answer,
      open: values.open,
    }),
    otherwise: "The answer could not be sent. It is kept here.",
    submit: async (input) => {
      // Somebody may have left the group since a press whose reply was lost: it is still one answer.
      const { members: _, ...content } = input;
      const reply = await answerGroup(input, keys.current(content));
      keys.current = contentKey();
      form.reset();
      onSent(reply);
    },
  });
  return {
    form,
    receivers: receiversOf(form.values).length,
    fresh: answered !== null && fresh.length < members.length ? fresh.length : 0,
  };
}

const REASONS: Record<LeftOut, [one: string, many: string]> = {
  solved: ["has solved it", "have solved it"],
  changed: ["fails in another way now", "fail in another way now"],
  gone: ["has left", "have left"],
  full: ["has a thread that is full", "have threads that are full"],
};

/** As in "Sent to 9. Not to 2: 1 has solved it, 1 fails in another way now." */
function saySent({ members, left }: GroupAnswerReply): string {
  const sent = `Sent to ${members.length}.`;
  if (left.length === 0) return sent;
  const reasons = Object.entries(REASONS).flatMap(([why, [one, many]]) => {
    const count = left.filter((out) => out.why === why).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return `${sent} Not sent to ${left.length}: ${reasons.join(", ")}.`;
}
