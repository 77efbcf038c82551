/** Webhooks, in the Admin Panel: the form that makes one, its secret, and the list. */
import { useState } from "react";
import {
  type MadeWebhook,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from "../../server/webhooks/schema.ts";
import { CheckField, TextField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
import { Empty, useKnown } from "../kit/ui/page.tsx";
import { AddressToCopy } from "../kit/ui/address-field.tsx";
import { loadWebhooks, makeWebhook } from "./actions.ts";
import { webhooksAtom } from "./state.ts";
import { EVENT_WORDS } from "./event-words.tsx";
import { WebhookItem } from "./webhook.tsx";

export default function WebhooksPanel() {
  const [known, waiting] = useKnown(webhooksAtom, loadWebhooks, {
    failed: "Failed to load the webhooks.",
    label: "Loading the webhooks...",
    skeleton: "h-60 rounded-box",
  });
  const [open, setOpen] = useState<string | null>(null);
  const [made, setMade] = useState<MadeWebhook | null>(null);
  if (known === null) return waiting;
  const { webhooks, hosts } = known;
  return (
    <section aria-label="Webhooks" className="max-w-3xl space-y-4">
      <div>
        <h3 className="text-xl font-bold">Webhooks</h3>
        <p className="text-muted">
          A webhook tells another system of the school that something has happened here, such as a
          new doubt: it sends a message to that system's address. The message has ids, titles and
          links, but no texts, and is signed (Standard Webhooks 1.0).
        </p>
      </div>
      {hosts.length === 0
        ? (
          <Empty>
            No host may get webhooks yet. The operator names them in WEBHOOK_HOSTS: see
            docker/README.md.
          </Empty>
        )
        : (
          <WebhookForm
            hosts={hosts}
            onMade={setMade}
          />
        )}
      {made !== null && webhooks.some(({ _id }) => _id === made.webhook._id) && (
        <div role="status" className="panel space-y-2 p-4">
          <p className="break-words">
            The secret that verifies the messages to{" "}
            <strong>{new URL(made.webhook.url).host}</strong>:
          </p>
          <AddressToCopy address={made.secret} thing="secret" />
        </div>
      )}
      {webhooks.length === 0
        ? hosts.length > 0 && <Empty>No webhooks yet.</Empty>
        : (
          <ul aria-label="Webhooks" className="space-y-4">
            {webhooks.map((one) => (
              <WebhookItem
                key={one._id}
                webhook={one}
                isOpen={open === one._id}
                onOpen={(opens) => setOpen(opens ? one._id : null)}
              />
            ))}
          </ul>
        )}
    </section>
  );
}

type FormProps = { hosts: readonly string[]; onMade: (made: MadeWebhook) => void };

type FormValues = { url: string } & Record<WebhookEvent, boolean>;

const inputOf = ({ url, ...chosen }: FormValues) => ({
  url,
  events: WEBHOOK_EVENTS.filter((name) => chosen[name]),
});

function WebhookForm({ hosts, onMade }: FormProps) {
  const form = useForm({
    schema: async () => (await import("../../server/webhooks/schema.ts")).webhookInput,
    empty: {
      url: "",
      "doubt.raised": true,
      "doubt.answered": true,
      "review.decided": true,
    } as FormValues,
    toInput: inputOf,
    draft: "webhook",
    submit: async (input, _values, key) => {
      onMade(await makeWebhook(input, key));
      form.reset();
    },
  });
  return (
    <form {...form.props} className="panel space-y-4 p-4">
      <TextField
        form={form}
        name="url"
        label="Address"
        placeholder="https://"
        inputMode="url"
        hint={`Its host is ${hosts.join(" or ")}.`}
        required
      />
      <fieldset className="space-y-2">
        <legend className="mb-2 font-semibold">Events</legend>
        {WEBHOOK_EVENTS.map((name) => (
          <CheckField key={name} form={form} name={name} label={EVENT_WORDS[name]} />
        ))}
        {form.errors.events && <p className="text-error">{form.errors.events}</p>}
      </fieldset>
      <FormError text={form.problem} />
      <SubmitButton busy={form.busy}>Create webhook</SubmitButton>
    </form>
  );
}
