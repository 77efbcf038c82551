/** The form in which authors edit a text that they have sent, and its earlier versions for staff. */
import { useAtomValue } from "jotai";
import { useRef, useState } from "react";
import type { EarlierVersion } from "../../server/threads/schema.ts";
import { isStaff } from "../../server/kit/core/roles.ts";
import { meAtom } from "../kit/net/session.ts";
import { useCall } from "../kit/data/use-call.ts";
import { CancelButton } from "../kit/forms/cancel-button.tsx";
import { AreaField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
import { usePreview } from "../kit/markdown/preview-toggle.tsx";
import { RichText } from "../kit/ui/rich-text.tsx";
import { showDateTime } from "../kit/ui/format-time.ts";
import { Time } from "../kit/ui/time.tsx";

interface EditTextOptions {
  /** The entry's or the comment's id. */
  id: string;
  editedAt: string | undefined;
  mayEdit: boolean;
  /** Gets the text as written. */
  read: () => Promise<string> | string;
  save: (text: string, key: string) => Promise<void>;
  /** Fetches what it said before. Only staff may read it. */
  versions: () => Promise<EarlierVersion[]>;
}

/**
 * Beside the text: "edited", and the button that opens the form. Below the text: the form, which
 * stays when the time for editing ends: the server's refusal stands in it.
 */
export function useEditText({ id, editedAt, mayEdit, read, save, versions }: EditTextOptions) {
  const isReader = isStaff(useAtomValue(meAtom));
  /** What is open: the text that is edited, or only the earlier versions (null). */
  const [opened, setOpened] = useState<{ text: string | null } | null>(null);
  const { run } = useCall("Failed to load your text.");
  const button = useRef<HTMLButtonElement>(null);
  const hasVersions = editedAt !== undefined && isReader;
  const isEdited = opened === null ? mayEdit : opened.text !== null;
  function close() {
    // If the button goes with the form, the text takes the focus.
    const stays = mayEdit || hasVersions;
    const place = stays ? button.current : button.current?.closest<HTMLElement>("[tabindex]");
    place?.focus();
    setOpened(null);
  }
  const open = () => run(async () => setOpened({ text: mayEdit ? await read() : null }));
  return {
    button: (
      <>
        {editedAt && (
          <time dateTime={editedAt} title={showDateTime(editedAt)} className="text-sm text-muted">
            edited
          </time>
        )}
        {(isEdited || hasVersions) && (
          <button
            ref={button}
            type="button"
            className="link-plain text-sm"
            aria-expanded={opened !== null}
            onClick={() => opened === null ? open() : close()}
          >
            {isEdited ? "Edit" : "Earlier versions"}
          </button>
        )}
      </>
    ),
    form: opened && (
      <div className="space-y-3 px-4 pb-4">
        {opened.text !== null && (
          <EditForm id={id} save={save} text={opened.text} onClose={close} />
        )}
        {hasVersions && <Versions load={versions} />}
      </div>
    ),
  };
}

/** Stable, so that it runs once. */
const begin = (form: HTMLElement | null) => form?.querySelector("textarea")?.focus();

interface EditProps extends Pick<EditTextOptions, "id" | "save"> {
  text: string;
  onClose: () => void;
}

function EditForm({ id, text, save, onClose }: EditProps) {
  const form = useForm({
    schema: async () => (await import("../../server/threads/schema.ts")).editInput,
    empty: { text },
    draft: "edited",
    subject: id,
    otherwise: "Failed to save the change.",
    submit: async (input, _values, key) => {
      await save(input.text, key);
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
