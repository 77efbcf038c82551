/** The content of the dialog that names, edits, shares and deletes saved replies. */
import { useAtomValue } from "jotai";
import { type ReactNode, useState } from "react";
import Plus from "../kit/ui/icon.tsx?plus";
import { REPLIES_EACH, REPLY_KEYS, type SavedReply } from "../../server/desk/schema.ts";
import { meAtom } from "../kit/net/session.ts";
import { useCall } from "../kit/data/use-call.ts";
import { CancelButton } from "../kit/forms/cancel-button.tsx";
import { AreaField, CheckField, SelectField, TextField } from "../kit/forms/fields.tsx";
import { RemoveButton } from "../kit/forms/remove-button.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
import { deleteReply, editReply, named, saveReply } from "./actions.ts";
import { repliesAtom } from "./state.ts";
import { Button } from "../kit/ui/button.tsx";

export default function ManageReplies() {
  const me = useAtomValue(meAtom);
  const items = useAtomValue(repliesAtom)?.items ?? [];
  const own = items.filter(({ owner }) => owner._id === me?._id);
  const others = items.filter(({ owner }) => owner._id !== me?._id);
  const [editing, setEditing] = useState<string | null>(null);
  const { run } = useCall("The reply could not be deleted.");
  return (
    <>
      <ul aria-label="Own replies" className="mb-5 space-y-2">
        {own.map((reply, place) => (
          <li key={reply._id} className="rounded-field border border-base-300 p-3">
            {editing === reply._id
              ? (
                <ReplyForm
                  reply={reply}
                  onDone={() => setEditing(null)}
                />
              )
              : (
                <Row reply={reply}>
                  <Button
                    className="btn-sm"
                    aria-label={`Edit ${reply.name}`}
                    onClick={() => setEditing(reply._id)}
                  >
                    Edit
                  </Button>
                  <RemoveButton
                    name={`Delete saved reply ${place + 1}`}
                    onRemove={() =>
                      run(() =>
                        deleteReply(reply._id)
                      )}
                  />
                </Row>
              )}
          </li>
        ))}
      </ul>
      {own.length < REPLIES_EACH && <NewReply />}
      {others.length > 0 && (
        <section aria-labelledby="shared-replies" className="mt-6">
          <h3 id="shared-replies" className="mb-2 font-bold">Shared by others</h3>
          <ul className="space-y-2">
            {others.map((reply) => (
              <li key={reply._id} className="rounded-field border border-base-300 p-3">
                <Row reply={reply}>
                  <span className="text-sm text-muted">by {reply.owner.name}</span>
                </Row>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Row({ reply, children }: { reply: SavedReply; children: ReactNode }) {
  const { name, text, key, shared } = reply;
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <div className="min-w-0 grow basis-64">
        <p className="flex items-center gap-2 font-semibold">
          <span className="min-w-0 truncate">{name}</span>
          {key !== null && <kbd className="kbd kbd-sm">{key}</kbd>}
          {shared && <span className="badge badge-outline badge-sm">shared</span>}
        </p>
        {text !== name && <p className="line-clamp-3 text-sm whitespace-pre-wrap">{text}</p>}
      </div>
      <div className="flex items-center gap-2">{children}</div>
    </div>
  );
}

function NewReply() {
  const form = useForm({
    schema: async () =>
      (await import("../../server/desk/schema.ts")).savedReplyInput.pick({ text: true }),
    empty: { text: "" },
    draft: "saved-reply",
    otherwise: "The reply could not be saved.",
    submit: async ({ text }) => {
      await saveReply(named(text));
      form.reset();
    },
  });
  return (
    <form {...form.props}>
      <AreaField form={form} name="text" label="New reply" rows={3} isMarkdown />
      <FormError text={form.problem} />
      <SubmitButton busy={form.busy} className="mt-3">
        <Plus aria-hidden className="size-4" /> Add
      </SubmitButton>
    </form>
  );
}

function ReplyForm({ reply, onDone }: { reply: SavedReply; onDone: () => void }) {
  const form = useForm({
    schema: async () => (await import("../../server/desk/schema.ts")).savedReplyInput,
    empty: {
      name: reply.name,
      text: reply.text,
      key: reply.key ?? "",
      shared: reply.shared,
    },
    draft: "edit-reply",
    subject: reply._id,
    otherwise: "The reply could not be saved.",
    toInput: ({ key, ...values }) => ({ ...values, key: key === "" ? null : key }),
    submit: async (input) => {
      await editReply(reply, input);
      form.reset();
      onDone();
    },
  });
  return (
    <form {...form.props} className="space-y-3">
      <TextField form={form} name="name" label="Name" required />
      <AreaField form={form} name="text" label="Text" rows={3} required isMarkdown />
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <SelectField
          form={form}
          name="key"
          label="Key"
          className="w-28"
          options={[["", "none"], ...REPLY_KEYS.map((key) => [key, key] as const)]}
        />
        <div className="pb-2">
          <CheckField form={form} name="shared" label="Share with all staff" />
        </div>
      </div>
      <FormError text={form.problem} />
      <div className="flex gap-2">
        <SubmitButton busy={form.busy}>Save</SubmitButton>
        <CancelButton form={form} onClose={onDone} />
      </div>
    </form>
  );
}
