/** The list of invitations, for staff. Admins can take one back. */
import { useAtomValue } from "jotai";
import { can, endingOf } from "../../../server/admission/invitations/policy.ts";
import type { Invitation } from "../../../server/admission/invitations/schema.ts";
import { meAtom } from "../../kit/net/session.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { Pager, usePageOf } from "../../kit/lists/pager.tsx";
import { AskFirst } from "../../kit/forms/ask-first.tsx";
import { useNow } from "../../kit/ui/format-time.ts";
import { Empty, useKnown } from "../../kit/ui/page.tsx";
import { Time } from "../../kit/ui/time.tsx";
import { loadInvitations, takeInvitationBack } from "./actions.ts";
import { invitationsAtom } from "./state.ts";

export default function InvitationList() {
  const [known, waiting] = useKnown(invitationsAtom, loadInvitations, {
    failed: "Failed to load the invitations.",
    label: "Loading invitations...",
    skeleton: "h-32 rounded-box",
  });
  const { items, filter } = usePageOf(known?.items ?? []);
  const now = new Date(useNow()).toISOString();
  if (known === null) return waiting;
  if (known.items.length === 0) return <Empty>No invitations yet.</Empty>;
  return (
    <>
      <ul aria-label="Invitations" className="panel divide-y divide-base-300">
        {items.map((one) => <Item key={one._id} invitation={one} now={now} />)}
      </ul>
      <Pager filter={filter} total={known.items.length} thing="invitation" />
    </>
  );
}

const ENDINGS = { "taken back": "Revoked", "used up": "Used up", expired: "Expired" } as const;

function Item({ invitation, now }: { invitation: Invitation; now: string }) {
  const { _id, name, email, uses, usesMost, endsAt, madeBy } = invitation;
  const me = useAtomValue(meAtom);
  const { busy, run } = useCall("The invitation could not be revoked.");
  const ending = endingOf(invitation, now);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-60">
        <p className="font-semibold break-words">
          {name}
          {email !== null && (
            <span className="block text-sm font-normal text-muted break-all">{email}</span>
          )}
        </p>
        <p className="text-sm text-muted">
          by {madeBy.name}, {ending === "expired" ? "ended" : "ends"} <Time at={endsAt} />
        </p>
      </div>
      <p className="text-sm whitespace-nowrap">
        {email === null ? `${uses} of ${usesMost} used` : uses > 0 ? "Used" : "Not used yet"}
      </p>
      {ending !== null && <span className="badge">{ENDINGS[ending]}</span>}
      {ending === null && can.make(me) && (
        <AskFirst
          action="Revoke"
          of={`the invitation of ${name}`}
          title="Revoke the invitation"
          busy={busy}
          onConfirm={() => run(() => takeInvitationBack(_id))}
        >
          The link of <strong>{name}</strong>{" "}
          lets nobody in from now on. Those who came in with it stay.
        </AskFirst>
      )}
    </li>
  );
}
