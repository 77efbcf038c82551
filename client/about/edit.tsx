/** The form that edits the About page, for admins. */
import Plus from "../kit/ui/icon.tsx?plus";
import type { About } from "../../server/about/schema.ts";
import { type EditState, useEditing } from "../kit/forms/edit-conflict.tsx";
import { AreaField, TextField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton } from "../kit/forms/form.tsx";
import { errorsOf, rowOf } from "../kit/forms/rows-field.tsx";
import { RichText } from "../kit/ui/rich-text.tsx";
import { Discard, NewerVersion } from "../kit/forms/newer-version.tsx";
import { RemoveButton } from "../kit/forms/remove-button.tsx";
import { focusFirst, takeLostFocus } from "../kit/focus/hand-over-focus.ts";
import { toast } from "../kit/data/toast.ts";
import { saveAbout } from "./actions.ts";
import { Button } from "../kit/ui/button.tsx";

type AboutValues = ReturnType<typeof valuesOf>;

function valuesOf({ story, mission, milestones, contact, version }: About) {
  return {
    story,
    mission,
    milestones: milestones.map((milestone) => ({ ...milestone, year: String(milestone.year) })),
    email: contact.email ?? "",
    support: contact.support ?? "",
    phone: contact.phone ?? "",
    base: version,
  };
}

function toInput(
  { milestones, email, support, phone, base, story, mission }: AboutValues,
): unknown {
  return {
    story,
    mission,
    milestones: milestones.map(({ year, ...rest }) => ({
      ...rest,
      year: year.trim() === "" ? NaN : Number(year),
    })),
    contact: { email, support, phone },
    version: base,
  };
}

export default function EditAbout({ about, onClose }: { about: About; onClose: () => void }) {
  const editing = useEditing({
    schema: async () => (await import("../../server/about/schema.ts")).aboutInput,
    empty: valuesOf(about),
    toInput,
    draft: "about",
    otherwise: "Failed to save changes. Please try again.",
    tells: "failure",
    submit: async (input) => {
      await saveAbout(input);
      toast.success("The About page has been saved.");
      if (editing.form.reset()) onClose();
    },
  });
  const { form } = editing;
  /** The form, with errors under its fields' names: `email` instead of `contact.email`. */
  const addresses = { ...form, errors: errorsOf(form.errors, "contact") };
  return (
    <form {...form.props} ref={takeLostFocus} className="max-w-4xl space-y-6">
      <NewerVersion
        editing={editing}
        changed="Somebody has saved this page in the meantime."
        deleted=""
      >
        <div className="space-y-4">
          <RichText html={about.html.story} />
          <RichText html={about.html.mission} />
          <ul>
            {about.milestones.map(({ year, title, text }, place) => (
              <li key={place}>
                <strong>{year}: {title}.</strong> {text}
              </li>
            ))}
          </ul>
        </div>
      </NewerVersion>
      <AreaField
        form={form}
        name="story"
        isMarkdown
        label="Our Story"
        hint="Markdown is supported."
        rows={8}
        required
      />
      <AreaField form={form} name="mission" label="Our Mission" rows={5} required isMarkdown />
      <Milestones editing={editing} />
      <fieldset className="grid gap-4 sm:grid-cols-3">
        <legend className="mb-2 text-xl font-bold">Quick Contact</legend>
        <TextField form={addresses} name="email" label="General email" type="email" />
        <TextField form={addresses} name="support" label="Support email" type="email" />
        <TextField form={addresses} name="phone" label="Phone" type="tel" />
      </fieldset>
      <FormError text={form.problem} />
      <div className="flex flex-wrap justify-end gap-3">
        <Discard editing={editing} />
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton busy={form.busy} busyLabel="Saving...">Save Changes</SubmitButton>
      </div>
    </form>
  );
}

function Milestones({ editing: { form } }: { editing: EditState<AboutValues> }) {
  const { milestones } = form.values;
  return (
    <fieldset className="space-y-4">
      <legend className="mb-2 text-xl font-bold">Milestones</legend>
      {milestones.map((_, at) => {
        const one = rowOf(form, "milestones", at);
        return (
          <div
            key={at}
            role="group"
            aria-label={`Milestone ${at + 1}`}
            className="grid gap-3 rounded-box border border-base-300 p-4 grid-cols-[5rem_minmax(0,1fr)_auto]"
          >
            <TextField form={one} name="year" label="Year" inputMode="numeric" />
            <TextField form={one} name="title" label="Title" />
            <RemoveButton
              name={`Remove milestone ${at + 1}`}
              className="mt-7"
              onRemove={() => form.set("milestones", milestones.toSpliced(at, 1))}
            />
            <AreaField form={one} name="text" label="Text" rows={2} className="col-span-3" />
          </div>
        );
      })}
      <Button
        onClick={({ currentTarget }) => {
          form.set("milestones", [...milestones, { year: "", title: "", text: "" }]);
          requestAnimationFrame(() => focusFirst(currentTarget.previousElementSibling));
        }}
        icon={Plus}
      >
        Add milestone
      </Button>
    </fieldset>
  );
}
