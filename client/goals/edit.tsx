/** What is in the dialog that sets this week's goal, or edits it. */
import { Plus, Trash2 } from "lucide-react";
import { useAtomValue } from "jotai";
import { useCallback, useId, useRef } from "react";
import { goalInput, type GoalItem } from "../../server/goals/schema.ts";
import { todayAtom } from "../kit/day.ts";
import { useEditing } from "../kit/editing.tsx";
import { Problem, Submit } from "../kit/form.tsx";
import { useLoad } from "../kit/load.ts";
import { Discard, Newer } from "../kit/newer.tsx";
import { contentKey } from "../kit/once.ts";
import { LoadFailed, Waiting } from "../kit/page.tsx";
import { goOnBeside } from "../kit/removal.ts";
import { meAtom } from "../kit/session.ts";
import { toast } from "../kit/toast.tsx";
import { changeGoal, createGoal, loadGoals } from "./actions.ts";
import { showWeek } from "./drawing.tsx";
import { goalsAtom, itemsOf, mondayOf } from "./state.ts";

interface EditGoalProps {
  /** What is said when it cannot be saved. */
  failed: string;
  onClose: () => void;
}

export default function EditGoal({ failed, onClose }: EditGoalProps) {
  const me = useAtomValue(meAtom);
  const today = useAtomValue(todayAtom);
  const goals = useAtomValue(goalsAtom)[me?._id ?? ""];
  const load = useCallback((signal: AbortSignal) => loadGoals(me?._id ?? "", signal), [me?._id]);
  const loading = useLoad(load, "Failed to load your weekly goal");
  if (goals !== undefined && today !== null) {
    return <GoalForm week={mondayOf(today)} failed={failed} onClose={onClose} />;
  }
  if (loading.state === "failed") return <LoadFailed loading={loading} />;
  return (
    <Waiting label="Loading your weekly goal...">
      <div className="skeleton h-64" />
    </Waiting>
  );
}

interface Typed extends Record<string, unknown> {
  items: GoalItem[];
  /** Typed, and not added yet. */
  next: string;
  base: number;
}

const toItem = (text: string): GoalItem => ({ text, completed: false, justification: "" });

/** What is blank is not added. */
const filled = ({ items, next }: Typed): GoalItem[] =>
  [...items, toItem(next)].filter(({ text }) => text.trim() !== "");

function GoalForm({ week, failed, onClose }: EditGoalProps & { week: string }) {
  const me = useAtomValue(meAtom);
  const goals = useAtomValue(goalsAtom)[me?._id ?? ""];
  const goal = goals?.find((one) => one.week === week);
  const key = useRef(contentKey());
  const editing = useEditing({
    schema: goalInput,
    empty: {
      items: goal === undefined ? [] : itemsOf(goal),
      next: "",
      base: goal?.version ?? 0,
    } satisfies Typed as Typed,
    toInput: (values) => ({ user: me?._id, weeklyTarget: JSON.stringify(filled(values)) }),
    draft: "goal",
    subject: week,
    otherwise: failed,
    submit: async ({ weeklyTarget }, { base }) => {
      try {
        if (goal === undefined) await createGoal(weeklyTarget, key.current({ week, weeklyTarget }));
        else {
          await changeGoal(goal._id, {
            weeklyTarget,
            version: base === 0 ? goal.version : base,
          });
        }
      } catch (error) {
        toast.error(failed);
        throw error;
      }
      toast.success(`Weekly goal ${goal === undefined ? "created" : "updated"} successfully!`);
      if (editing.form.reset()) onClose();
    },
  });
  const { form } = editing;
  const { items, next } = form.values;
  const id = useId();
  /** Blank lines are not sent, so that the others are counted without them. */
  const errorOf = (place: number, part: keyof GoalItem) => {
    const sent = items.slice(0, place).filter(({ text }) => text.trim() !== "").length;
    return form.errors[`weeklyTarget.${sent}.${part}`];
  };
  const isAtLine = Object.keys(form.errors).some((name) => name.startsWith("weeklyTarget."));
  const problem = isAtLine ? undefined : form.errors.weeklyTarget;
  const change = (place: number, item: Partial<GoalItem>) =>
    form.set("items", items.map((one, at) => at === place ? { ...one, ...item } : one));
  function add() {
    if (next.trim() === "") return;
    form.set("items", [...items, toItem(next.trim())]);
    form.set("next", "");
  }
  return (
    <form {...form.props} className="space-y-5">
      <p className="text-muted">{showWeek(week)}</p>
      <Newer editing={editing} changed="This goal has been changed in the meantime." deleted="">
        {goal !== undefined && (
          <ul className="list-disc pl-5">
            {itemsOf(goal).map(({ text }, place) => <li key={place}>{text}</li>)}
          </ul>
        )}
      </Newer>
      <ul aria-label="Goals" className="space-y-4 empty:hidden">
        {items.map((item, place) => (
          <li key={place} className="space-y-2">
            <span className="flex items-center gap-2">
              <input
                type="checkbox"
                className="checkbox checkbox-primary"
                aria-label={`Goal ${place + 1} is completed`}
                checked={item.completed}
                onChange={({ target }) => change(place, { completed: target.checked })}
              />
              <input
                className="input w-full"
                aria-label={`Goal ${place + 1}`}
                aria-invalid={errorOf(place, "text") ? true : undefined}
                aria-describedby={errorOf(place, "text") ? `${id}-${place}` : undefined}
                maxLength={500}
                value={item.text}
                onChange={({ target }) => change(place, { text: target.value })}
              />
              <button
                type="button"
                className="btn btn-ghost btn-square"
                aria-label={`Remove goal ${place + 1}`}
                onClick={(event) => {
                  goOnBeside(event.currentTarget);
                  form.set("items", items.toSpliced(place, 1));
                }}
              >
                <Trash2 aria-hidden className="size-4" />
              </button>
            </span>
            {errorOf(place, "text") && (
              <p id={`${id}-${place}`} className="ml-8 text-sm font-medium text-error">
                {errorOf(place, "text")}
              </p>
            )}
            {goal !== undefined && !item.completed && (
              <label className="ml-8 block text-sm">
                <span className="text-muted">Why was this not completed? (optional)</span>
                <input
                  className="input input-sm w-full"
                  maxLength={2000}
                  value={item.justification}
                  onChange={({ target }) => change(place, { justification: target.value })}
                />
              </label>
            )}
          </li>
        ))}
      </ul>
      <div>
        <label htmlFor={id} className="mb-1 block font-semibold">Add a goal</label>
        <span className="flex gap-2">
          <input
            id={id}
            className="input w-full"
            maxLength={500}
            placeholder="What do you want to get done this week?"
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-error` : undefined}
            value={next}
            onChange={({ target }) => form.set("next", target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter" || next.trim() === "") return;
              event.preventDefault();
              add();
            }}
          />
          <button type="button" className="btn" onClick={add}>
            <Plus aria-hidden className="size-4" /> Add
          </button>
        </span>
        {problem && (
          <p id={`${id}-error`} className="mt-1 text-sm font-medium text-error">{problem}</p>
        )}
      </div>
      <Problem text={form.problem} />
      <div className="flex flex-wrap justify-end gap-3">
        <Discard editing={editing} />
        <button type="button" className="btn" onClick={onClose}>Cancel</button>
        <Submit busy={form.busy} busyLabel="Saving...">Save</Submit>
      </div>
    </form>
  );
}
