/** Raises a doubt on an assignment, and shows what one has raised there. */
import { useAtomValue } from "jotai";
import { useCallback } from "react";
import { Link } from "wouter";
import { Dialog } from "../kit/dialog.tsx";
import { AreaField, SwitchField } from "../kit/fields.tsx";
import { Problem, Submit, useForm } from "../kit/form.tsx";
import { useLoad } from "../kit/load.ts";
import { plain } from "../kit/markup.tsx";
import { outgoingAtom } from "../kit/outgoing.ts";
import { meAtom } from "../kit/session.ts";
import { loadRaised, type NewDoubt, raise } from "./actions.ts";
import { SimilarDoubts } from "./similar.tsx";
import { raisedAtom, threadsAtom } from "./state.ts";
import { StatusBadge } from "./status.tsx";

const rules = async () => (await import("../../server/doubts/schema.ts")).openInput;

interface RaiseProps {
  assignment: { _id: string; title: string };
  onClose: () => void;
}

export function RaiseDialog({ assignment, onClose }: RaiseProps) {
  const form = useForm({
    schema: rules,
    empty: { doubtText: "", private: false, refusal: "" },
    toInput: ({ doubtText, private: isPrivate }) => ({
      assignmentId: assignment._id,
      doubtText,
      ...(isPrivate ? { private: true } : {}),
    }),
    draft: "raise",
    subject: assignment._id,
    otherwise: "The doubt could not be raised.",
    submit: (input) => {
      raise(input);
      if (form.reset()) onClose();
    },
  });
  return (
    <Dialog title="Raise a doubt" onClose={onClose} wide>
      <p className="mb-4 text-muted">{assignment.title}</p>
      <form {...form.props} className="space-y-4">
        <Problem text={form.values.refusal} />
        <AreaField
          form={form}
          name="doubtText"
          label="Your doubt"
          hint="What did you try, and what happened instead? Markdown and ``` for code work here."
          rows={6}
          required
        />
        <SimilarDoubts assignmentId={assignment._id} text={form.values.doubtText} />
        <SwitchField
          form={form}
          name="private"
          label="Private doubt"
          hint="Only you, mentors and admins can read a private doubt."
        />
        <Problem text={form.problem} />
        <div className="flex justify-end gap-3">
          <button type="button" className="btn" onClick={onClose}>Cancel</button>
          <Submit busy={form.busy}>Raise a doubt</Submit>
        </div>
      </form>
    </Dialog>
  );
}

/** One's own doubts on an assignment, and those that still wait to be sent. */
export function RaisedHere({ assignment: { _id: id, title } }: Pick<RaiseProps, "assignment">) {
  const me = useAtomValue(meAtom);
  const threads = useAtomValue(threadsAtom);
  const raised = useAtomValue(raisedAtom);
  const load = useCallback((signal: AbortSignal) => loadRaised(title, signal), [title]);
  useLoad(load, "Failed to fetch your doubts here.", raised?.stale);
  const waiting = useAtomValue(outgoingAtom)
    .filter(({ kind, subject }) => kind === "raise" && subject === id);
  const known = [...raised?.doubts ?? [], ...Object.values(threads).map(({ doubt }) => doubt)];
  // What was raised in this visit is known at once, the rest when the list is there.
  const own = new Map(
    known.filter(({ assignment, student }) => assignment._id === id && student._id === me?._id)
      .map((doubt) => [doubt._id, doubt]),
  );
  if (waiting.length + own.size === 0) return null;
  return (
    <section aria-label="Your doubts here" className="panel space-y-3 p-4">
      <h2 className="font-bold">Your doubts here</h2>
      <ul className="space-y-2">
        {[...own.values()].map((doubt) => (
          <li key={doubt._id} className="flex items-start gap-2">
            <StatusBadge status={doubt.currentStatus} />
            <Link href={`/doubts/${doubt._id}`} className="link-plain line-clamp-2 min-w-0">
              {plain(doubt.doubtText)}
            </Link>
          </li>
        ))}
        {waiting.map((item) => (
          <li key={item.key} className="flex items-start gap-2">
            <span className="badge badge-outline shrink-0">Waiting to be sent</span>
            <span className="line-clamp-2 min-w-0">{(item.body as NewDoubt).doubtText}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
