/** The calls about who may register. */
import type { AdmissionInput } from "../../server/admission/schema.ts";
import type { OpenInvitation } from "../../server/admission/invitations/schema.ts";
import { api, call, callAndStore } from "../kit/net/api.ts";
import { store } from "../kit/net/store.ts";
import { admissionAtom } from "./state.ts";

export async function loadAdmission(signal: AbortSignal): Promise<void> {
  const { data } = await call(api.admission.$get({}, { init: { signal } }));
  store.set(admissionAtom, data);
}

/** Reads what the invitation of a link is for. @throws CallError 404 or 409 when it admits nobody */
export async function openInvitation(token: string, signal: AbortSignal): Promise<OpenInvitation> {
  const invited = api.admission.invitations.open.$post({ json: { token } }, { init: { signal } });
  return (await call(invited)).data;
}

/** @throws CallError 409 `stale`, after the newer rule in the reply was stored */
export async function saveAdmission(json: AdmissionInput): Promise<void> {
  await callAndStore(api.admission.$put({ json }), ({ data }) => store.set(admissionAtom, data));
}
