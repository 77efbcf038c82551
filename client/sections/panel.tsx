/** Sections, in the Admin Panel: make, rename and delete them, and put people in and out. */
import { useState } from "react";
import type { Section } from "../../server/sections/schema.ts";
import { toast } from "../kit/data/toast.ts";
import { useCall } from "../kit/data/use-call.ts";
import { TextField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
import { FormEnd } from "../kit/forms/form-end.tsx";
import { Confirm, Dialog } from "../kit/ui/dialog.tsx";
import { Empty, useKnown } from "../kit/ui/page.tsx";
import { plural } from "../kit/ui/plural.ts";
import { deleteSection, loadSections, makeSection, renameSection } from "./actions.ts";
import { Members } from "./members.tsx";
import { sectionsAtom } from "./state.ts";
import { Button } from "../kit/ui/button.tsx";

export default function SectionsPanel() {
  return (
    <section aria-labelledby="sections" className="max-w-3xl space-y-4">
      <div>
        <h3 id="sections" className="text-xl font-bold">Sections</h3>
        <p className="text-muted">
          Groups within a class. Questions, announcements and class sessions can be for some of them
          only. A student is in one section at most, a mentor or a volunteer in any number.
        </p>
      </div>
      <MakeForm />
      <SectionList />
    </section>
  );
}

function MakeForm() {
  const form = useForm({
    schema: async () => (await import("../../server/sections/schema.ts")).sectionInput,
    empty: { name: "" },
    draft: "section",
    submit: async (input, _values, key) => {
      await makeSection(input, key);
      toast.success(`The section ${input.name} has been made.`);
      form.reset();
    },
  });
  return (
    <form {...form.props} className="panel space-y-4 p-4">
      <TextField form={form} name="name" label="Name of a new section" placeholder="B 2" required />
      <FormError text={form.problem} />
      <SubmitButton busy={form.busy} busyLabel="Making...">Create section</SubmitButton>
    </form>
  );
}

type Doing = { what: "members" | "rename" | "delete"; id: string } | null;

function SectionList() {
  const [known, waiting] = useKnown(sectionsAtom, loadSections, {
    failed: "Failed to load the sections.",
    label: "Loading sections...",
    skeleton: "h-32 rounded-box",
  });
  const [doing, setDoing] = useState<Doing>(null);
  if (known === null) return waiting;
  if (known.items.length === 0) return <Empty>No sections yet.</Empty>;
  const section = known.items.find(({ _id }) => _id === doing?.id);
  const close = () => setDoing(null);
  return (
    <>
      <ul aria-label="Sections" className="panel divide-y divide-base-300">
        {known.items.map((one) => (
          <Item
            key={one._id}
            section={one}
            onDo={(what) => setDoing({ what, id: one._id })}
          />
        ))}
      </ul>
      {doing?.what === "members" && section && (
        <Dialog title={`People of ${section.name}`} onClose={close} wide>
          <Members section={section} />
        </Dialog>
      )}
      {doing?.what === "rename" && section && (
        <Dialog title="Rename section" onClose={close}>
          <RenameForm section={section} onClose={close} />
        </Dialog>
      )}
      {doing?.what === "delete" && section && <Remove section={section} onClose={close} />}
    </>
  );
}

function Item({ section, onDo }: {
  section: Section;
  onDo: (what: NonNullable<Doing>["what"]) => void;
}) {
  const { name, students, others } = section;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <p className="min-w-0 grow basis-40 font-semibold break-words">
        {name}
        <span className="block text-sm font-normal text-muted">
          {plural(students, "student")}
          {others > 0 && `, ${others} with another role`}
        </span>
      </p>
      <span className="flex flex-wrap gap-2">
        {([["members", "People"], ["rename", "Rename"], ["delete", "Delete"]] as const).map((
          [what, text],
        ) => (
          <Button
            key={what}
            className="btn-sm"
            aria-haspopup="dialog"
            onClick={() => onDo(what)}
          >
            <span>
              {text}
              <span aria-hidden>…</span>
            </span>
            <span className="sr-only">{name}</span>
          </Button>
        ))}
      </span>
    </li>
  );
}

function RenameForm({ section, onClose }: { section: Section; onClose: () => void }) {
  const { _id, name, version } = section;
  const form = useForm({
    schema: async () => (await import("../../server/sections/schema.ts")).sectionInput,
    empty: { name },
    submit: async (input) => {
      await renameSection(_id, { ...input, version });
      toast.success(`The section is called ${input.name} now.`);
      onClose();
    },
  });
  return (
    <form {...form.props} className="space-y-4">
      <TextField form={form} name="name" label="Name" required />
      <FormEnd form={form} onClose={onClose}>Rename</FormEnd>
    </form>
  );
}

function Remove({ section: { _id, name }, onClose }: { section: Section; onClose: () => void }) {
  const { run } = useCall();
  return (
    <Confirm
      title="Delete section"
      action="Delete"
      isFinal
      onConfirm={() => run(() => deleteSection(_id))}
      onClose={onClose}
    >
      <p>
        Do you really want to delete the section{" "}
        <strong>{name}</strong>? Its people stay, without a section. What was only for it is seen by
        staff only. This cannot be undone.
      </p>
    </Confirm>
  );
}
