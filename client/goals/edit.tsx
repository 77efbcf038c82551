/** The dialog that sets or edits this week's goal. */
import { useAtomValue } from "jotai";
import { type ReactNode, useId } from "react";
import Plus from "../kit/ui/icon.tsx?plus";
import type { GoalItem } from "../../server/goals/schema.ts";
import { todayAtom } from "../kit/net/class-day.ts";
import { useEditing } from "../kit/forms/edit-conflict.tsx";
import type { Form } from "../kit/forms/form.tsx";
import { FormEnd } from "../kit/forms/form-end.tsx";
import { useLoad } from "../kit/data/query.ts";
import { Discard, NewerVersion } from "../kit/forms/newer-version.tsx";
import { Dialog } from "../kit/ui/dialog.tsx";
import { NotLoaded } from "../kit/ui/page.tsx";
import { RemoveButton } from "../kit/forms/remove-button.tsx";
import { meAtom } from "../kit/net/session.ts";
import { toast } from "../kit/data/toast.ts";
import { changeGoal, createGoal, loadGoals } from "./actions.ts";
import { showWeek } from "./charts.tsx";
import { goalsAtom, itemsOf, mondayOf } from "./state.ts";
import { Button } from "../kit/ui/button.tsx";

interface EditGoalProps {
  failed: string;
  onClose: () => void;
}

export function GoalDialog({ failed, onClose }: EditGoalProps) {
  const me = useAtomValue(meAtom);
  const today = useAtomValue(todayAtom);
  const goals = useAtomValue(goalsAtom)[me?._id ?? ""]?.goals;
  const loading = useLoad(loadGoals, "Failed to load your weekly goal", false, me?._id ?? "");
  if (goals === undefined || today === null) {
    return (
      <Dialog title="Weekly Goal" onClose={onClose} wide>
        <NotLoaded loading={loading} label="Loading your weekly goal..." skeleton="h-64" />
      </Dialog>
    );
  }
  const week = mondayOf(today);
  const isSet = goals.some((goal) => goal.week === week);
  return (
    <Dialog title={isSet ? "Edit Weekly Goal" : "Create Weekly Goal"} onClose={onClose} wide>
      <GoalForm {...{ week, failed, onClose }} />
    </Dialog>
  );
}

interface GoalValues extends Record<string, unknown> {
  items: GoalItem[];
  /** The text of the next goal, which is not added yet. */
  next: string;
  base: number;
}

const toItem = (text: string): GoalItem => ({ text, completed: false, justification: "" });

/** Returns the goals to send, without blank ones. */
const filled = ({ items, next }: GoalValues): GoalItem[] =>
  [...items, toItem(next)].filter(({ text }) => text.trim() !== "");

function GoalForm({ week, failed, onClose }: EditGoalProps & { week: string }) {
  const { goal, editing } = useGoalForm({ week, failed, onClose });
  const { form } = editing;
  const { items } = form.values;
  return (
    <form {...form.props} className="space-y-5">
      <p className="text-muted">{showWeek(week)}</p>
      <NewerVersion
        editing={editing}
        changed="This goal has been changed in the meantime."
        deleted=""
      >
        {goal !== undefined && (
          <ul className="list-disc pl-5">
            {itemsOf(goal).map(({ text }, place) => <li key={place}>{text}</li>)}
          </ul>
        )}
      </NewerVersion>
      <ul aria-label="Goals" className="space-y-4 empty:hidden">
        {items.map((item, place) => (
          <GoalRow
            key={place}
            name={`Goal ${place + 1}`}
            item={item}
            error={errorOf(form, place)}
            explains={goal !== undefined}
            onChange={(part) => form.set("items", items.with(place, { ...item, ...part }))}
          >
            <RemoveButton
              name={`Remove goal ${place + 1}`}
              onRemove={() => form.set("items", items.toSpliced(place, 1))}
            />
          </GoalRow>
        ))}
      </ul>
      <NextGoal form={form} />
      <FormEnd
        form={form}
        onClose={onClose}
        busyLabel="Saving..."
        more={<Discard editing={editing} />}
      >
        Save
      </FormEnd>
    </form>
  );
}

function useGoalForm({ week, failed, onClose }: EditGoalProps & { week: string }) {
  const me = useAtomValue(meAtom);
  const goals = useAtomValue(goalsAtom)[me?._id ?? ""]?.goals;
  const goal = goals?.find((one) => one.week === week);
  const editing = useEditing({
    schema: async () => (await import("../../server/goals/schema.ts")).goalInput,
    empty: {
      items: goal === undefined ? [] : itemsOf(goal),
      next: "",
      base: goal?.version ?? 0,
    } satisfies GoalValues as GoalValues,
    toInput: (values) => ({ user: me?._id, weeklyTarget: JSON.stringify(filled(values)) }),
    draft: "goal",
    subject: week,
    otherwise: failed,
    tells: "failure",
    submit: async ({ weeklyTarget }, { base }, key) => {
      if (goal === undefined) await createGoal(weeklyTarget, key);
      else {
        await changeGoal(goal._id, { weeklyTarget, version: base === 0 ? goal.version : base });
      }
      toast.success(`Weekly goal ${goal === undefined ? "created" : "updated"} successfully!`);
      if (editing.form.reset()) onClose();
    },
  });
  return { goal, editing };
}

/** The error of a goal's text. Blank goals are not sent, so the server does not count them. */
function errorOf({ values, errors }: Form<GoalValues>, place: number): string | undefined {
  const sent = values.items.slice(0, place).filter(({ text }) => text.trim() !== "").length;
  return errors[`weeklyTarget.${sent}.text`];
}

interface GoalRowProps {
  name: string;
  item: GoalItem;
  error: string | undefined;
  /** Whether the owner may enter why the goal was not completed. */
  explains: boolean;
  onChange: (part: Partial<GoalItem>) => void;
  /** The button that removes the row. */
  children: ReactNode;
}

function GoalRow({ name, item, error, explains, onChange, children }: GoalRowProps) {
  const id = useId();
  return (
    <li className="space-y-2">
      <span className="flex items-center gap-2">
        <input
          type="checkbox"
          className="checkbox checkbox-primary"
          aria-label={`${name} is completed`}
          checked={item.completed}
          onChange={({ target }) => onChange({ completed: target.checked })}
        />
        <input
          className="input w-full"
          aria-label={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          maxLength={500}
          value={item.text}
          onChange={({ target }) => onChange({ text: target.value })}
        />
        {children}
      </span>
      {error && <p id={id} className="ml-8 text-sm font-medium text-error">{error}</p>}
      {explains && !item.completed && (
        <label className="ml-8 block text-sm">
          <span className="text-muted">Why was this not completed? (optional)</span>
          <input
            className="input input-sm w-full"
            maxLength={2000}
            value={item.justification}
            onChange={({ target }) => onChange({ justification: target.value })}
          />
        </label>
      )}
    </li>
  );
}

/** The field for the next goal. It also shows the error of the whole list. */
function NextGoal({ form }: { form: Form<GoalValues> }) {
  const { values: { items, next }, errors, set } = form;
  const id = useId();
  const isAtRow = Object.keys(errors).some((name) => name.startsWith("weeklyTarget."));
  const problem = isAtRow ? undefined : errors.weeklyTarget;
  function add() {
    if (next.trim() === "") return;
    set("items", [...items, toItem(next.trim())]);
    set("next", "");
  }
  return (
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
          onChange={({ target }) => set("next", target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || next.trim() === "") return;
            event.preventDefault();
            add();
          }}
        />
        <Button icon={Plus} onClick={add}>Add</Button>
      </span>
      {problem && (
        <p id={`${id}-error`} className="mt-1 text-sm font-medium text-error">{problem}</p>
      )}
    </div>
  );
}
