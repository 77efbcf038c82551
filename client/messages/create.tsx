/** The panel that sends a message, to everyone or to chosen recipients. */
import { useAtomValue } from "jotai";
import { type FormEvent } from "react";
import { isStaff } from "../../server/kit/core/roles.ts";
import { NO_RECIPIENT } from "../../server/messages/schema.ts";
import { AreaField, LINKS, splitLinks, TextField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
import { meAtom } from "../kit/net/session.ts";
import { toast } from "../kit/data/toast.ts";
import { sendMessage } from "./actions.ts";
import { Recipients } from "./recipients.tsx";
import type { MessageDraft } from "./state.ts";

const TYPES = ["public", "personal"] as const;

const EMPTY: MessageDraft = { subject: "", body: "", type: "public", recipients: [], links: "" };

function toInput({ subject, body, type, recipients, links }: MessageDraft): unknown {
  return {
    subject,
    body,
    isPublic: type === "public",
    recipients: type === "public" ? [] : recipients.map(({ _id }) => _id),
    links: splitLinks(links),
  };
}

export default function CreateMessage() {
  const staff = isStaff(useAtomValue(meAtom));
  const form = useForm({
    schema: async () => (await import("../../server/messages/schema.ts")).sendInput,
    empty: EMPTY,
    toInput,
    draft: "message",
    otherwise: "Failed to send message.",
    tells: "failure",
    submit: async (input, _values, key) => {
      await sendMessage(input, key);
      toast.success("Message sent successfully!");
      form.reset();
    },
  });
  const { type, recipients } = form.values;
  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    if (type === "personal" && recipients.length === 0) toast.warning(NO_RECIPIENT);
    form.props.onSubmit(event);
  }
  return (
    <form noValidate onSubmit={onSubmit} className="max-w-3xl space-y-4 xl:max-w-none">
      <h2 className="text-2xl font-extrabold">{staff ? "Create Message" : "Send Message"}</h2>
      <div className="two-parts">
        <div className="space-y-4">
          <TextField form={form} name="subject" label="Subject" required />
          <AreaField form={form} name="body" label="Message" rows={6} required />
        </div>
        <div className="space-y-4">
          <fieldset>
            <legend className="mb-1 font-semibold">Type</legend>
            <div className="flex flex-wrap gap-x-6 gap-y-2">
              {TYPES.map((one) => (
                <label key={one} className="flex cursor-pointer items-center gap-2">
                  <input
                    type="radio"
                    name="type"
                    className="radio radio-primary"
                    checked={type === one}
                    onChange={() =>
                      form.set("type", one)}
                  />
                  <span className="capitalize">{one}</span>
                </label>
              ))}
            </div>
            <p className="mt-1 text-sm text-muted">
              {type === "personal"
                ? "Only the recipients, you and admins can read it."
                : staff
                ? "Everybody can read it, on the home page too."
                : "Every mentor and admin can read it."}
            </p>
          </fieldset>
          {type === "personal" && (
            <Recipients
              chosen={recipients}
              onChange={(chosen) => form.set("recipients", chosen)}
              error={form.errors.recipients}
            />
          )}
          <TextField form={form} name="links" {...LINKS} />
          <FormError text={form.problem} />
          <SubmitButton busy={form.busy} busyLabel="Sending...">
            {staff ? "Create Message" : "Send Message"}
          </SubmitButton>
        </div>
      </div>
    </form>
  );
}
