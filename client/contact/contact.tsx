/** The contact page: a form for everybody, and the other ways to get in touch. */
import { useEffect, useRef, useState } from "react";
import CircleCheckBig from "../kit/ui/icon.tsx?circle-check-big";
import { loadAboutPage } from "../about/actions.ts";
import { QuickContact } from "../about/quick-contact.tsx";
import { ALL_REQUIRED } from "../../server/contact/schema.ts";
import { mayPass } from "../kit/net/api.ts";
import { AreaField, TextField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
import { useLoad } from "../kit/data/query.ts";
import { LoadFailed, Page } from "../kit/ui/page.tsx";
import { takeLostFocus } from "../kit/focus/hand-over-focus.ts";
import { toast } from "../kit/data/toast.ts";
import { sendContactMessage } from "./actions.ts";
import { storeLetter, UnsentLetters } from "./unsent-letters.tsx";
import { Button } from "../kit/ui/button.tsx";

const FAILED = "Failed to send your message.";

export default function Contact() {
  const [thanks, setThanks] = useState("");
  const loading = useLoad(loadAboutPage, "Failed to load the addresses.");
  return (
    <Page title="Contact" heading="Contact Us">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <section aria-label="Write to us" className="panel p-5 sm:p-8">
          <UnsentLetters />
          {thanks === ""
            ? <ContactForm onSent={setThanks} />
            : <Thanks text={thanks} onAgain={() => setThanks("")} />}
        </section>
        <aside aria-labelledby="directly" className="panel p-5 sm:p-6">
          <h2 id="directly" className="mb-4 text-xl font-bold">Other ways to reach us</h2>
          {loading.state === "failed" ? <LoadFailed loading={loading} /> : <QuickContact />}
        </aside>
      </div>
    </Page>
  );
}

function ContactForm({ onSent }: { onSent: (thanks: string) => void }) {
  const form = useForm({
    schema: async () => (await import("../../server/contact/schema.ts")).contactInput,
    empty: { name: "", email: "", message: "" },
    draft: "contact",
    otherwise: FAILED,
    submit: async (input, _values, key) => {
      try {
        const thanks = await sendContactMessage(input, key);
        // The form stays if the person has typed more in the meantime.
        if (form.reset()) onSent(thanks);
        else toast.success(thanks);
      } catch (error) {
        toast.error(FAILED);
        if (!mayPass(error) || !storeLetter(input)) throw error;
        // The letter waits above the form, which is free for another one of the same person.
        if (!form.reset()) return;
        form.set("name", input.name);
        form.set("email", input.email);
      }
    },
  });
  // The error is shown once, above the button, and each empty field is marked.
  const isUnfilled = Object.values(form.errors).includes(ALL_REQUIRED);
  const errors = Object.fromEntries(
    Object.entries(form.errors).map(([name, error]) => [
      name,
      error === ALL_REQUIRED ? "Please fill this in." : error,
    ]),
  );
  const marked = { ...form, errors };
  return (
    <form {...form.props} ref={takeLostFocus} className="space-y-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField form={marked} name="name" label="Name" autoComplete="name" required />
        <TextField
          form={marked}
          name="email"
          label="Email"
          type="email"
          autoComplete="email"
          required
        />
      </div>
      <AreaField form={marked} name="message" label="Message" rows={7} required />
      <FormError text={isUnfilled ? ALL_REQUIRED : form.problem} />
      <SubmitButton busy={form.busy} busyLabel="Sending...">Send Message</SubmitButton>
    </form>
  );
}

function Thanks({ text, onAgain }: { text: string; onAgain: () => void }) {
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => status.current?.focus(), []);
  return (
    <div className="flex flex-col items-center gap-6 py-10 text-center">
      <CircleCheckBig aria-hidden className="size-16 text-success" />
      <p
        ref={status}
        tabIndex={-1}
        role="status"
        className="max-w-md text-xl font-semibold outline-none"
      >
        {text}
      </p>
      <Button onClick={onAgain}>Send another message</Button>
    </div>
  );
}
