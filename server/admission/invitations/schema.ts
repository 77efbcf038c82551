/** Invitations: links for a class or for one address, their bounds, and the event. */
import * as z from "zod";
import { email, id, moment, someone, time } from "../../kit/core/schema.ts";
import { name } from "../../people/schema.ts";

/** The most invitations that are kept. A new one takes the place of the oldest that has ended. */
export const INVITATIONS_MOST = 500;
export const USES_MOST = 1000;
/** The latest end of an invitation, in days from now. */
export const ENDS_WITHIN_DAYS = 365;

/** 256 bits as 43 characters (base64url). */
export const invitationToken = z.string().regex(/^[\w-]{43}$/, "This invitation is not complete.");

const USES = `A link is for 1 to ${USES_MOST} people.`;

/** One link for a class, or one for a single address, to which it is mailed. */
export const invitationInput = z.strictObject({
  /** The name of the class, or of the person. */
  name,
  email: email.optional(),
  usesMost: z.number(USES).int(USES).min(1, USES).max(USES_MOST, USES).optional(),
  endsAt: moment("Choose the day and the time of the end."),
}).refine(({ email, usesMost }) => (email === undefined) !== (usesMost === undefined), {
  path: ["usesMost"],
  message: "An invitation is for one address, or for a number of people.",
});
export type InvitationInput = z.infer<typeof invitationInput>;

export const openInput = z.strictObject({ token: invitationToken });

export const invitation = z.object({
  _id: id,
  name: z.string(),
  /** The only address that it admits; null for a class. */
  email: z.string().nullable(),
  uses: z.int(),
  usesMost: z.int(),
  endsAt: time,
  madeAt: time,
  madeBy: someone,
  takenBackAt: time.nullable(),
});
export type Invitation = z.infer<typeof invitation>;

/** The link is shown once: the server keeps only the hash of its token. */
export const madeInvitation = z.object({ token: invitationToken, invitation });

export const openInvitation = invitation.pick({ name: true, email: true, endsAt: true });
export type OpenInvitation = z.infer<typeof openInvitation>;

export const invitationEvents = { "invitation.changed": invitation };
