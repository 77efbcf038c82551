/** The form in the dialog that edits an announcement. */
import { useRef } from "react";
import type { ListedAnnouncement } from "../../server/announcements/schema.ts";
import { CallError } from "../kit/net/api.ts";
import { useEditing } from "../kit/forms/edit-conflict.tsx";
import { AreaField, LINKS, splitLinks, TextField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton } from "../kit/forms/form.tsx";
import { Discard, NewerVersion, PublishNew } from "../kit/forms/newer-version.tsx";
import { appearsAtOf, scheduleField, toField } from "../kit/forms/moment.ts";
import { toast } from "../kit/data/toast.ts";
import { AudienceField, type AudienceValue, changedAudience } from "../sections/audience.tsx";
import { createAnnouncement, editAnnouncement } from "./actions.ts";
import { Button } from "../kit/ui/button.tsx";

const DELETED = "Somebody has deleted this announcement. Your text is still here.";

interface EditProps {
  id: string;
  /** Null when it is gone. */
  announcement: Omit<ListedAnnouncement, "isEditable"> | null;
  gone?: string;
  onClose: () => void;
}

export default function EditAnnouncement(
  { id, announcement, gone = DELETED, onClose }: EditProps,
) {
  const asNew = useRef(false);
  // The text stays, also if it was not changed here.
  const known = useRef(announcement);
  if (announcement !== null) known.current = announcement;
  const editing = useEditing({
    schema: async () => (await import("../../server/announcements/schema.ts")).editInput,
    empty: {
      subject: known.current?.subject ?? "",
      body: known.current?.body ?? "",
      links: known.current?.links.join(", ") ?? "",
      appearsAt: toField(announcement?.appearsAt),
      audience: (known.current?.audience ?? null) as AudienceValue,
      base: announcement?.version ?? 0,
    },
    toInput: ({ base, appearsAt, links, audience, ...texts }) => ({
      ...texts,
      ...changedAudience(audience, known.current?.audience),
      links: splitLinks(links),
      ...appearsAtOf(announcement?.appearsAt ? appearsAt : ""),
      ...(base > 0 && { version: base }),
    }),
    draft: "announcement",
    subject: id,
    otherwise: "Failed to edit announcement.",
    tells: "failure",
    submit: async (input, _values, key) => {
      if (announcement !== null) await editAnnouncement(id, input);
      else if (!asNew.current) throw new CallError(409, { msg: gone, code: "deleted" });
      else {
        const { subject, body, links = [] } = input;
        const { audience } = known.current ?? {};
        await createAnnouncement(
          { subject, body, links, audience },
          key,
        );
      }
      toast.success(
        announcement === null
          ? "Announcement created successfully!"
          : "Announcement edited successfully!",
      );
      if (editing.form.reset()) onClose();
    },
  });
  const { form } = editing;
  const isGone = announcement === null;
  return (
    <form {...form.props} className="space-y-4">
      <NewerVersion
        editing={{ ...editing, isGone }}
        changed="Somebody has changed this announcement in the meantime."
        deleted={gone}
      >
        {announcement !== null && (
          <div className="space-y-2">
            <p className="font-bold">{announcement.subject}</p>
            <p className="whitespace-pre-wrap">{announcement.body}</p>
            <p>{announcement.links.join(", ")}</p>
          </div>
        )}
      </NewerVersion>
      <TextField form={form} name="subject" label="Subject" required />
      <AreaField form={form} name="body" label="Message" rows={6} required />
      <AudienceField
        value={form.values.audience}
        error={form.errors.audience}
        onChange={(audience) => form.set("audience", audience)}
      />
      <TextField form={form} name="links" {...LINKS} />
      {announcement?.appearsAt && <TextField form={form} name="appearsAt" {...scheduleField()} />}
      <FormError text={form.problem} />
      <div className="flex flex-wrap justify-end gap-3">
        <Discard editing={editing} />
        <Button onClick={onClose}>Cancel</Button>
        {!isGone && <SubmitButton busy={form.busy}>Save</SubmitButton>}
        {isGone && gone === DELETED && <PublishNew asked={asNew} name="Publish as new" />}
      </div>
    </form>
  );
}
