/** The dialog that corrects an announcement. */
import type { Announcement } from "../../server/announcements/schema.ts";
import { Dialog } from "../kit/dialog.tsx";
import { useEditing } from "../kit/editing.tsx";
import { AreaField, LINKS, TextField } from "../kit/fields.tsx";
import { Problem, Submit } from "../kit/form.tsx";
import { Discard, Newer } from "../kit/newer.tsx";
import { toast } from "../kit/toast.tsx";
import { editAnnouncement, splitLinks } from "./actions.ts";

const rules = async () => (await import("../../server/announcements/schema.ts")).editInput;

const FAILED = "Failed to edit announcement.";

interface EditProps {
  id: string;
  /** Null once somebody has deleted it. */
  announcement: Announcement | null;
  onClose: () => void;
}

export function EditAnnouncement({ id, announcement, onClose }: EditProps) {
  const editing = useEditing({
    schema: rules,
    empty: {
      subject: announcement?.subject ?? "",
      body: announcement?.body ?? "",
      links: announcement?.links.join(", ") ?? "",
      base: announcement?.version ?? 0,
    },
    toInput: ({ subject, body, links, base }) => ({
      subject,
      body,
      links: splitLinks(links),
      version: base,
    }),
    draft: "announcement",
    subject: id,
    otherwise: FAILED,
    submit: async (input) => {
      try {
        await editAnnouncement(id, input);
      } catch (error) {
        toast.error(FAILED);
        throw error;
      }
      toast.success("Announcement edited successfully!");
      if (editing.form.reset()) onClose();
    },
  });
  const { form, isGone } = editing;
  return (
    <Dialog title="Edit Announcement" onClose={onClose} wide>
      <form {...form.props} className="space-y-4">
        <Newer
          editing={editing}
          changed="Somebody has changed this announcement in the meantime."
          deleted="Somebody has deleted this announcement. Your text is kept here, to be copied."
        >
          {announcement !== null && (
            <div className="space-y-2">
              <p className="font-bold">{announcement.subject}</p>
              <p className="whitespace-pre-wrap">{announcement.body}</p>
              <p>{announcement.links.join(", ")}</p>
            </div>
          )}
        </Newer>
        <TextField form={form} name="subject" label="Subject" required />
        <AreaField form={form} name="body" label="Message" rows={6} required />
        <TextField form={form} name="links" {...LINKS} />
        <Problem text={form.problem} />
        <div className="flex flex-wrap justify-end gap-3">
          <Discard editing={editing} />
          <button type="button" className="btn" onClick={onClose}>Cancel</button>
          {!isGone && <Submit busy={form.busy}>Save</Submit>}
        </div>
      </form>
    </Dialog>
  );
}
