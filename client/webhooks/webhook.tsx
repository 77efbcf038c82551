/** One webhook in the list: its state, its buttons, and on request its last deliveries. */
import { DELIVERIES_LISTED, type Webhook } from "../../server/webhooks/schema.ts";
import { toast } from "../kit/data/toast.ts";
import { useCall } from "../kit/data/use-call.ts";
import { AskFirst } from "../kit/forms/ask-first.tsx";
import { Time } from "../kit/ui/time.tsx";
import { deleteWebhook, editWebhook, sendTest } from "./actions.ts";
import { Deliveries } from "./deliveries.tsx";
import { EVENT_WORDS } from "./event-words.tsx";
import { Button } from "../kit/ui/button.tsx";

type Props = { webhook: Webhook; isOpen: boolean; onOpen: (opens: boolean) => void };

export function WebhookItem({ webhook, isOpen, onOpen }: Props) {
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
