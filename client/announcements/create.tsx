/** The panel that announces something to everyone. */
import { useRef } from "react";
import { AreaField, LINKS, TextField } from "../kit/fields.tsx";
import { Problem, Submit, useForm } from "../kit/form.tsx";
import { contentKey } from "../kit/once.ts";
import { toast } from "../kit/toast.tsx";
import { announce, splitLinks } from "./actions.ts";

const rules = async () => (await import("../../server/announcements/schema.ts")).announceInput;

const FAILED = "Failed to create announcement.";

export function AnnouncementPanel() {
  const key = useRef(contentKey());
  const form = useForm({
    schema: rules,
    empty: { subject: "", body: "", links: "" },
    toInput: (values) => ({ ...values, links: splitLinks(values.links) }),
    draft: "announcement",
    otherwise: FAILED,
    submit: async (input) => {
      try {
        await announce(input, key.current(input));
      } catch (error) {
        toast.error(FAILED);
        throw error;
      }
      toast.success("Announcement created successfully!");
      form.reset();
      key.current = contentKey();
    },
  });
  return (
    <form {...form.props} className="max-w-3xl space-y-4 xl:max-w-none">
      <h2 className="text-2xl font-extrabold">Create Announcement</h2>
      <p className="text-muted">
        Everybody sees it at once: the class, visitors of the home page, and the projector.
      </p>
      <div className="two-parts">
        <div className="space-y-4">
          <TextField form={form} name="subject" label="Subject" required />
          <AreaField form={form} name="body" label="Message" rows={6} required />
        </div>
        <div className="space-y-4">
          <TextField form={form} name="links" {...LINKS} />
          <Problem text={form.problem} />
          <Submit busy={form.busy}>Create Announcement</Submit>
        </div>
      </div>
    </form>
  );
}
