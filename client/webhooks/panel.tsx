/** Webhooks, in the Admin Panel: the form that makes one, its secret, the list, and deliveries. */
import { useAtomValue } from "jotai";
import { useState } from "react";
import {
  DELIVERIES_LISTED,
  type Delivery,
  type MadeWebhook,
  type Webhook,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from "../../server/webhooks/schema.ts";
import { useLoad } from "../kit/data/query.ts";
import { toast } from "../kit/data/toast.ts";
import { useCall } from "../kit/data/use-call.ts";
import { AskFirst } from "../kit/forms/ask-first.tsx";
import { CheckField, TextField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
import { AddressToCopy } from "../kit/ui/address-field.tsx";
import { Button } from "../kit/ui/button.tsx";
import { Empty, NotLoaded, useKnown } from "../kit/ui/page.tsx";
import { Time } from "../kit/ui/time.tsx";
import {
  deleteWebhook,
  editWebhook,
  loadDeliveries,
  loadWebhooks,
  makeWebhook,
  sendAgain,
  sendTest,
} from "./actions.ts";
import { deliveriesAtom, webhooksAtom } from "./state.ts";
import { plural } from "../kit/ui/plural.ts";

const EVENT_WORDS: Record<Delivery["type"], string> = {
  "doubt.raised": "A doubt is raised",
  "doubt.answered": "A doubt is answered",
  "review.decided": "A review is decided",
  "webhook.test": "A test",
};

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
        : <WebhookForm hosts={hosts} onMade={setMade} />}
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
      </fieldset>
      <FormError text={form.problem} />
      <SubmitButton busy={form.busy}>Create webhook</SubmitButton>
    </form>
  );
}

type ItemProps = { webhook: Webhook; isOpen: boolean; onOpen: (opens: boolean) => void };

/** Its state, its buttons, and on request its last deliveries. */
function WebhookItem({ webhook, isOpen, onOpen }: ItemProps) {
  const { _id, url, events, isOn, failingSince, version } = webhook;
  const { busy, run } = useCall();
  const { host } = new URL(url);
  return (
    <li className="panel space-y-3 p-4">
      <div>
        <p className="flex flex-wrap items-center gap-x-3 font-semibold break-all">
          {url}
          {!isOn && <span className="badge badge-error font-bold">Off</span>}
        </p>
        <p className="text-sm text-muted">
          {events.map((name) => EVENT_WORDS[name]).join(" · ")}
        </p>
        {failingSince !== null && (
          <p className="text-sm">
            {isOn ? "Fails since" : "Turned off. It failed since"} <Time at={failingSince} />.
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {isOn && (
          <Button
            className="btn-sm"
            busy={busy}
            onClick={() =>
              run(async () => {
                onOpen(true);
                toast.success(await sendTest(_id));
              })}
          >
            Send a test
            <span className="sr-only">to {host}</span>
          </Button>
        )}
        <Button
          className="btn-sm"
          busy={busy}
          onClick={() => run(() => editWebhook(_id, { events, isOn: !isOn, version }))}
        >
          {isOn ? "Turn off" : "Turn on"}
          <span className="sr-only">the webhook to {host}</span>
        </Button>
        <AskFirst
          action="Delete"
          of={`the webhook to ${host}`}
          title="Delete the webhook"
          busy={busy}
          onConfirm={() => run(() => deleteWebhook(_id))}
        >
          <strong>{host}</strong> is told nothing more, and the list of its deliveries is deleted.
        </AskFirst>
        <Button className="btn-sm" aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          Last {DELIVERIES_LISTED} deliveries
          <span className="sr-only">to {host}</span>
        </Button>
      </div>
      {isOpen && <Deliveries webhook={webhook} />}
    </li>
  );
}

function Deliveries({ webhook }: { webhook: Webhook }) {
  const { _id, isOn } = webhook;
  const known = useAtomValue(deliveriesAtom);
  const loading = useLoad(loadDeliveries, "Failed to load the deliveries.", known?.stale, _id);
  if (known?.webhookId !== _id) {
    return (
      <NotLoaded loading={loading} label="Loading the deliveries..." skeleton="h-24 rounded-box" />
    );
  }
  if (known.items.length === 0) return <p className="text-muted">Nothing has been sent yet.</p>;
  return (
    <ul aria-label="Deliveries" className="divide-y divide-base-300 border-t border-base-300">
      {known.items.map((one) => (
        <DeliveryItem key={one._id} webhookId={_id} delivery={one} canSend={isOn} />
      ))}
    </ul>
  );
}

type DeliveryProps = { webhookId: string; delivery: Delivery; canSend: boolean };

function DeliveryItem({ webhookId, delivery, canSend }: DeliveryProps) {
  const { _id, type, createdAt, tries, dueAt, isSent, status, answer } = delivery;
  const { busy, run } = useCall();
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 grow basis-56">
        <p className="flex flex-wrap items-center gap-x-3 font-semibold">
          {EVENT_WORDS[type]}
          {isSent
            ? <span className="badge badge-success font-bold">Delivered</span>
            : dueAt === null
            ? <span className="badge badge-error font-bold">Given up</span>
            : <span className="badge">{tries === 0 ? "Waits" : "Will be retried"}</span>}
        </p>
        <p className="text-sm text-muted">
          <Time at={createdAt} />
          {tries > 0 && `, ${plural(tries, "try", "tries")}`}
          {!isSent && tries > 0 && dueAt !== null && (
            <>
              , next <Time at={dueAt} />
            </>
          )}
        </p>
        {(status !== null || answer !== "") && (
          <p className="text-sm break-words">
            {status !== null && <strong>{status}</strong>} {answer}
          </p>
        )}
      </div>
      {canSend && (
        <Button
          className="btn-sm"
          busy={busy}
          onClick={() => run(async () => toast.success(await sendAgain(webhookId, _id)))}
        >
          Send again
          <span className="sr-only">what was sent {createdAt}</span>
        </Button>
      )}
    </li>
  );
}
