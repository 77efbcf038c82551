/** The calls about invitations. */
import type { InvitationInput } from "../../../server/admission/invitations/schema.ts";
import { api, call, once } from "../../kit/net/api.ts";
import { invitations } from "./state.ts";

const at = api.admission.invitations;

export async function loadInvitations(signal: AbortSignal): Promise<void> {
  invitations.storeWhole(await call(at.$get({}, { init: { signal } })));
}

export interface MadeInvitation {
  _id: string;
  name: string;
  address: string;
}

/** Makes an invitation, and returns it with its link. Only this reply has its token. */
export async function makeInvitation(json: InvitationInput, key: string): Promise<MadeInvitation> {
  const { data, seq } = await call(at.$post({ json }, once(key)));
  invitations.applyOwn("invitation.changed", { data: data.invitation, seq });
  // Browsers send no part of an address after the # to a server, so no log and no referrer has it.
  const address = `${location.origin}/register#invitation=${data.token}`;
  return { _id: data.invitation._id, name: json.name, address };
}

export async function takeInvitationBack(id: string): Promise<void> {
  invitations.applyOwn("invitation.changed", await call(at[":id"].$delete({ param: { id } })));
}
