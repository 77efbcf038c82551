/** The form for a new announcement to everyone. */
import { Link } from "wouter";
import { showMoment } from "../kit/ui/show-moment.ts";
import { AreaField, LINKS, splitLinks, TextField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
import { appearsField } from "../kit/forms/moment.ts";
import { todayAtom } from "../kit/net/class-day.ts";
import { store } from "../kit/net/store.ts";
import { toast } from "../kit/data/toast.ts";
import { AudienceField, type AudienceValue, changedAudience } from "../sections/audience.tsx";
import { createAnnouncement } from "./actions.ts";

export function AnnouncementPanel() {
  const form = useForm({
    schema: async () => (await import("../../server/announcements/schema.ts")).announceInput,
    empty: { subject: "", body: "", links: "", appearsAt: "", audience: null as AudienceValue },
    toInput: ({ audience, ...values }) => ({
      ...values,
      links: splitLinks(values.links),
      ...changedAudience(audience, null),
    }),
    draft: "announcement",
    otherwise: "Failed to create announcement.",
    tells: "failure",
    submit: async (input, _values, key) => {
      const appearsAt = await createAnnouncement(input, key);
      toast.success(
        appearsAt === undefined
          ? "Announcement created successfully!"
          : `Scheduled for ${showMoment(appearsAt, store.get(todayAtom))}.`,
        appearsAt === undefined ? "/" : "/mentor?panel=prepared",
      );
      form.reset();
    },
  });
  return (
    <form {...form.props} className="max-w-3xl space-y-4 xl:max-w-none">
      <h2 className="text-2xl font-extrabold">Create Announcement</h2>
      <p className="text-muted">
        {form.values.audience === null
          ? "Everybody sees it: the class, visitors of the home page, and the projector."
          : "Only these sections and staff see it."}
      </p>
      <div className="two-parts">
        <div className="space-y-4">
          <TextField form={form} name="subject" label="Subject" required />
          <AreaField form={form} name="body" label="Message" rows={6} required />
        </div>
        <div className="space-y-4">
          <AudienceField
            value={form.values.audience}
            error={form.errors.audience}
            onChange={(audience) => form.set("audience", audience)}
          />
          <TextField form={form} name="links" {...LINKS} />
          <TextField form={form} name="appearsAt" {...appearsField()} />
          <FormError text={form.problem} />
          <div className="flex flex-wrap items-center gap-3">
            <SubmitButton busy={form.busy}>
              {form.values.appearsAt === "" ? "Create Announcement" : "Schedule Announcement"}
            </SubmitButton>
            <Link href="/mentor?panel=prepared" className="link-plain">Scheduled</Link>
          </div>
        </div>
      </div>
    </form>
  );
}
