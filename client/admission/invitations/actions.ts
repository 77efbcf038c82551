/** The calls about invitations. */
import type { InvitationInput } from "../../../server/admission/invitations/schema.ts";
import { api, call } from "../../kit/net/api.ts";
import { invitations } from "./state.ts";

const at = api.admission.invitations;

export async function loadInvitations(signal: AbortSignal): Promise<void> {
  const { data: items, seq } = await call(at.$get({}, { init: { signal } }));
  invitations.keep({ items, seq, stale: false });
}

/** Makes an invitation, and returns its link. Only this reply has its token. */
export async function makeInvitation(json: InvitationInput, key: string): Promise<string> {
  const { data, seq } = await call(at.$post({ json }, { headers: { "Idempotency-Key": key } }));
  invitations.keepOwn({ event: "invitation.changed", data: { ...data.invitation, seq } });
  // Browsers send no part of an address after the # to a server, so no log and no referrer has it.
  return `${location.origin}/register#invitation=${data.token}`;
}

export async function takeInvitationBack(id: string): Promise<void> {
  const { data, seq } = await call(at[":id"].$delete({ param: { id } }));
  invitations.keepOwn({ event: "invitation.changed", data: { ...data, seq } });
}
