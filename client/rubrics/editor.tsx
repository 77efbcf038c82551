/** The form for a question's rubric: its points in order, each with a name, points and a hint. */
import { useAtomValue } from "jotai";
import { useRef } from "react";
import ArrowUp from "../kit/ui/icon.tsx?arrow-up";
import Plus from "../kit/ui/icon.tsx?plus";
import { IconButton } from "../kit/ui/icon-button.tsx";
import { sumOf } from "../../server/rubrics/policy.ts";
import {
  RUBRIC_HINT_MOST,
  RUBRIC_MOST,
  RUBRIC_NAME_MOST,
  RUBRIC_POINTS_MOST,
  type RubricPoint,
} from "../../server/rubrics/schema.ts";
import { useLoad } from "../kit/data/query.ts";
import { toast } from "../kit/data/toast.ts";
import { useEditing } from "../kit/forms/edit-conflict.tsx";
import { AreaField, TextField } from "../kit/forms/fields.tsx";
import { type Form, FormError, SubmitButton } from "../kit/forms/form.tsx";
import { rowOf } from "../kit/forms/rows-field.tsx";
import { NewerVersion } from "../kit/forms/newer-version.tsx";
import { RemoveButton } from "../kit/forms/remove-button.tsx";
import { NotLoaded } from "../kit/ui/page.tsx";
import { loadRubric, saveRubric } from "./actions.ts";
import { type KnownRubric, rubricsAtom } from "./state.ts";
import { Button } from "../kit/ui/button.tsx";
import { plural } from "../kit/ui/plural.ts";

type PointValues = { name: string; points: string; hint: string };

const EMPTY: PointValues = { name: "", points: "1", hint: "" };

const toTyped = ({ name, points, hint }: RubricPoint): PointValues => ({
  name,
  points: String(points),
  hint,
});

const isBegun = ({ name, hint }: PointValues): boolean => name.trim() !== "" || hint.trim() !== "";

/** Returns the points without the empty rows at the end, so that errors keep their rows. */
const begun = (points: readonly PointValues[]): PointValues[] =>
  points.slice(0, points.findLastIndex(isBegun) + 1);

const toPoint = ({ name, points, hint }: PointValues) => ({
  name,
  points: points.trim() === "" ? NaN : Number(points),
  hint,
});

const showSum = (sum: number): string => `${plural(sum, "point")} in all`;

export default function RubricEditor({ assignmentId }: { assignmentId: string }) {
  const known = useAtomValue(rubricsAtom)[assignmentId];
  const loading = useLoad(loadRubric, "Failed to fetch the rubric.", known?.stale, assignmentId);
  return (
    <section aria-labelledby="rubric" className="panel space-y-4 p-4 sm:p-6">
      <h2 id="rubric" className="text-2xl font-extrabold">Rubric</h2>
      {known !== undefined
        ? <RubricForm rubric={known} />
        : <NotLoaded loading={loading} label="Loading the rubric..." skeleton="h-32" />}
    </section>
  );
}

function useRubricForm({ assignmentId, points, version }: KnownRubric) {
  const editing = useEditing({
    schema: async () => (await import("../../server/rubrics/schema.ts")).rubricInput,
    empty: { points: points.map(toTyped), base: version },
    toInput: ({ points, base }) => ({
      points: begun(points).map(toPoint),
      version: base,
    }),
    draft: "rubric",
    subject: assignmentId,
    otherwise: "Failed to save the rubric.",
    submit: async (input) => {
      await saveRubric(assignmentId, input);
      toast.success("Rubric saved.");
      editing.form.reset();
    },
  });
  return editing;
}

function RubricForm({ rubric }: { rubric: KnownRubric }) {
  const editing = useRubricForm(rubric);
  const { form } = editing;
  const element = useRef<HTMLFormElement>(null);
  const { points } = form.values;
  const change = (next: PointValues[]) => form.set("points", next);
  function add() {
    change([...points, EMPTY]);
    requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>("li:last-child input")?.focus()
    );
  }
  return (
    <form {...form.props} ref={element} aria-label="Rubric" className="space-y-4">
      <NewerVersion
        editing={editing}
        changed="Somebody has changed this rubric. Your text is kept."
        deleted="This rubric has been deleted. You can still copy your text."
      >
        <ol className="list-decimal pl-6">
          {rubric.points.map(({ _id, name, points }) => <li key={_id}>{name}: {points}</li>)}
        </ol>
      </NewerVersion>
      <p className="text-muted">
        A review gives these points, each with one key. A hint can go into the comment. Reviews that
        were given stay as they are.
      </p>
      <ol className="space-y-3">
        {points.map((point, at) => (
          <PointFields
            key={at}
            form={rowOf(form, "points", at)}
            at={at}
            onUp={() => change(points.with(at, points[at - 1] ?? EMPTY).with(at - 1, point))}
            onRemove={() => change(points.toSpliced(at, 1))}
          />
        ))}
      </ol>
      <FormError text={form.problem} />
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton busy={form.busy} busyLabel="Saving...">Save Rubric</SubmitButton>
        {points.length < RUBRIC_MOST && <Button onClick={add} icon={Plus}>Add a point</Button>}
        {points.length > 0 && (
          <output className="ml-auto font-semibold">
            {showSum(sumOf(points.map(toPoint).filter(({ points }) => points >= 0)))}
          </output>
        )}
      </div>
    </form>
  );
}

interface PointFieldsProps {
  form: Form<PointValues>;
  at: number;
  onUp: () => void;
  onRemove: () => void;
}

function PointFields({ form, at, onUp, onRemove }: PointFieldsProps) {
  const number = at + 1;
  const ofPoint = <span className="sr-only">of point {number}</span>;
  return (
    <li className="grid items-start gap-x-3 gap-y-2 rounded-field bg-base-200 p-3 sm:grid-cols-[minmax(0,2fr)_5.5rem_minmax(0,3fr)_auto]">
      <TextField
        form={form}
        name="name"
        label={`Name of point ${number}`}
        autoComplete="off"
        maxLength={RUBRIC_NAME_MOST}
      />
      <TextField
        form={form}
        name="points"
        label={<>Points {ofPoint}</>}
        type="number"
        inputMode="numeric"
        min={0}
        max={RUBRIC_POINTS_MOST}
      />
      <AreaField
        form={form}
        name="hint"
        label={<>Hint (optional) {ofPoint}</>}
        rows={1}
        maxLength={RUBRIC_HINT_MOST}
      />
      <div className="flex gap-1 sm:mt-7">
        <IconButton
          icon={ArrowUp}
          name={`Move point ${number} up`}
          className="btn-ghost"
          aria-disabled={at === 0}
          onClick={() => at > 0 && onUp()}
        />
        <RemoveButton name={`Remove point ${number}`} onRemove={onRemove} />
      </div>
    </li>
  );
}
