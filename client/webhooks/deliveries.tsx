/** The last deliveries of one webhook: how each went, and a button to send it again. */
import { useAtomValue } from "jotai";
import type { Delivery, Webhook } from "../../server/webhooks/schema.ts";
import { useLoad } from "../kit/data/query.ts";
import { toast } from "../kit/data/toast.ts";
import { useCall } from "../kit/data/use-call.ts";
import { NotLoaded } from "../kit/ui/page.tsx";
import { Time } from "../kit/ui/time.tsx";
import { loadDeliveries, sendAgain } from "./actions.ts";
import { deliveriesAtom } from "./state.ts";
import { EVENT_WORDS } from "./event-words.tsx";
import { Button } from "../kit/ui/button.tsx";

export function Deliveries({ webhook }: { webhook: Webhook }) {
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
        <Item
          key={one._id}
          webhookId={_id}
          delivery={one}
          canSend={isOn}
        />
      ))}
    </ul>
  );
}

type ItemProps = { webhookId: string; delivery: Delivery; canSend: boolean };

function Item({ webhookId, delivery, canSend }: ItemProps) {
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
          {tries > 0 && `, ${tries === 1 ? "1 try" : `${tries} tries`}`}
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
          onClick={() =>
            run(async () => {
              toast.success(await sendAgain(webhookId, _id));
            })}
        >
          Send again
          <span className="sr-only">what was sent {createdAt}</span>
        </Button>
      )}
    </li>
  );
}
