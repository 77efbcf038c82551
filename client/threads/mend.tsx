/** The form in which authors edit a text that they have sent, and its earlier versions for staff. */
import { useRef, useState } from "react";
import type { EarlierVersion } from "../../server/threads/schema.ts";
import { contentKey } from "../kit/net/idempotency-key.ts";
import { useCall } from "../kit/data/use-call.ts";
import { CancelButton } from "../kit/forms/cancel-button.tsx";
import { AreaField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
import { usePreview } from "../kit/markdown/preview-toggle.tsx";
import { RichText } from "../kit/ui/rich-text.tsx";
import { showDateTime } from "../kit/ui/format-time.ts";
import { Time } from "../kit/ui/time.tsx";

interface MendProps {
  /** The entry's or the comment's id. */
  id: string;
  text: string;
  /** Absent for those who may only read the earlier versions. */
  save?: ((text: string, key: string) => Promise<void>) | undefined;
  /** Absent for those who may not read them, or if there are none. */
  versions?: (() => Promise<EarlierVersion[]>) | undefined;
  onClose: () => void;
}

export function Mend({ id, text, save, versions, onClose }: MendProps) {
  const place = useRef<HTMLDivElement>(null);
  function close() {
    place.current?.closest("[data-mends]")?.querySelector<HTMLElement>("[data-mend]")?.focus();
    onClose();
  }
  return (
    <div ref={place} className="space-y-3 px-4 pb-4">
      {save && <EditForm id={id} text={text} save={save} onClose={close} />}
      {versions && <Versions load={versions} />}
    </div>
  );
}

/** Stable, so that it runs once. */
const begin = (form: HTMLElement | null) => form?.querySelector("textarea")?.focus();

interface EditProps extends Pick<MendProps, "id" | "text" | "onClose"> {
  save: NonNullable<MendProps["save"]>;
}

function EditForm({ id, text, save, onClose }: EditProps) {
  const key = useRef(contentKey());
  const form = useForm({
    schema: async () => (await import("../../server/threads/schema.ts")).editInput,
    empty: { text },
    draft: "edited",
    subject: id,
    otherwise: "Failed to save the change.",
    submit: async (input) => {
      await save(input.text, key.current(input));
      if (form.reset()) onClose();
    },
  });
  const preview = usePreview(form.values.text, (next) => form.set("text", next));
  return (
    <form
      {...form.props}
      ref={begin}
      className="space-y-3"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <AreaField form={form} name="text" label="Your text" rows={3} required isMarkdown />
      <FormError text={form.problem} />
      {preview.region}
      <div className="flex flex-wrap gap-3">
        <SubmitButton busy={form.busy}>Save</SubmitButton>
        <CancelButton form={form} onClose={onClose} />
        {preview.button}
      </div>
    </form>
  );
}

function Versions({ load }: { load: () => Promise<EarlierVersion[]> }) {
  const [versions, setVersions] = useState<EarlierVersion[]>();
  const { busy, run } = useCall("Failed to load the earlier versions.");
  return (
    <details
      className="rounded-field border border-base-300"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) run(async () => setVersions(await load()));
      }}
    >
      <summary className="cursor-pointer px-3 py-2 font-semibold">Earlier versions</summary>
      {versions === undefined && busy && <div className="m-3 skeleton h-12" />}
      <ol className="max-h-80 space-y-3 overflow-y-auto px-3 pb-3">
        {versions?.map(({ html, at }) => (
          <li key={at} className="border-t border-base-300 pt-2">
            <Time at={at} className="text-sm text-muted" />
            <RichText html={html} />
          </li>
        ))}
      </ol>
    </details>
  );
}

interface MendButtonProps {
  editedAt: string | undefined;
  mayEdit: boolean;
  /** Whether the reader may see what an edited text said before. */
  readsVersions: boolean;
  isOpen: boolean;
  onToggle: () => void;
}

/** Beside the text: "edited", and the button that opens `Mend`. */
export function MendButton(props: MendButtonProps) {
  const { editedAt, mayEdit, readsVersions, isOpen, onToggle } = props;
  return (
    <>
      {editedAt && (
        <time dateTime={editedAt} title={showDateTime(editedAt)} className="text-sm text-muted">
          edited
        </time>
      )}
      {(mayEdit || editedAt && readsVersions) && (
        <button
          type="button"
          className="link-plain text-sm"
          data-mend
          aria-expanded={isOpen}
          onClick={onToggle}
        >
          {mayEdit ? "Edit" : "Earlier versions"}
        </button>
      )}
    </>
  );
}
