/** The fields on how a question is given out: to which students, when, and until when. */
import { useState } from "react";
import { type DueInput, LATE_RULES, type LateRule } from "../../../server/assignments/schema.ts";
import { useSearch } from "../../kit/data/use-search.ts";
import { SelectField, TextField } from "../../kit/forms/fields.tsx";
import type { Form } from "../../kit/forms/form.tsx";
import { appearsField, scheduleField, toField, zoneHint } from "../../kit/forms/moment.ts";
import { ChosenPeople, PeoplePicker, type Person } from "../../people/picker.tsx";
import { searchStudents } from "../actions.ts";

type DueValue = {
  /** As the field has it: "2026-11-30T17:00", or "". */
  dueAt: string;
  lateRule: LateRule;
};

/** The due date as its fields have it. */
export const dueOf = ({ dueAt, lateRule = "marked" }: DueInput): DueValue => ({
  dueAt: toField(dueAt),
  lateRule,
});

/** The due date as it is sent: a day that is not changed is left out, as it may have passed. */
export const changedDue = ({ dueAt, lateRule }: DueValue, before: DueInput) => ({
  lateRule,
  ...(dueAt !== toField(before.dueAt) && { dueAt }),
});

const rules: Record<LateRule, string> = {
  open: "Open: late responses count like any other",
  marked: "Open, but late responses are marked",
  closed: "Closed: late responses are refused",
};

/** A day and a time of the class's zone, and the rule for late responses. */
export function DueFields<V extends DueValue>({ form }: { form: Form<V> }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        form={form}
        name="dueAt"
        label="Due (optional)"
        hint={zoneHint()}
        type="datetime-local"
      />
      {form.values.dueAt !== "" && (
        <SelectField
          form={form}
          name="lateRule"
          label="After the due date"
          options={LATE_RULES.map((rule) => [rule, rules[rule]])}
        />
      )}
    </div>
  );
}

/** @param isPlanned it is prepared, so it has a time */
export const AppearsField = <V extends { appearsAt: string }>(
  { form, isPlanned = false }: { form: Form<V>; isPlanned?: boolean },
) => (
  <TextField
    form={form}
    name="appearsAt"
    className="sm:[&_input]:max-w-xs"
    {...isPlanned ? scheduleField() : appearsField()}
  />
);

const SEARCH = { failed: "Failed to search for students." };

/** The students that a question is assigned to: a search, and those chosen so far. */
export function StudentChoice<V extends { students: readonly Person[] }>(
  { form }: { form: Form<V> },
) {
  const [text, setText] = useState("");
  const { found, problem } = useSearch(text.trim(), searchStudents, SEARCH);
  const chosen = {
    chosen: form.values.students,
    onChange: (students: readonly Person[]) => form.set("students", students as V["students"]),
  };
  return (
    <>
      <PeoplePicker
        label="Search students"
        placeholder="Name or email"
        text={text}
        onType={setText}
        {...chosen}
        found={{
          candidates: found ?? [],
          status: found?.length === 0 ? "No students found." : null,
          problem,
        }}
        className="h-56"
      />
      <div>
        <h3 className="mb-2 font-semibold">Assigned to</h3>
        {chosen.chosen.length === 0 && <p className="text-muted">No one yet.</p>}
        <ChosenPeople {...chosen} />
      </div>
    </>
  );
}
