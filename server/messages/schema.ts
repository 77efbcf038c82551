/** Messages: inputs, the message as a reader sees it, and its event. */
import * as z from "zod";

import { type Actor, isStaff } from "../kit/core/roles.ts";
import { id, line, link, orBlank, page, role, text, time, wholeLimit } from "../kit/core/schema.ts";

export const LINKS_MOST = 20;
/** The most recipients of a personal message; a message to the whole class is public. */
export const RECIPIENTS_MOST = 200;
export const RECENT_MOST = 10;
export const NO_RECIPIENT = "Please select at least one recipient for a personal message.";
export const UNKNOWN_RECIPIENT =
  "Somebody among the recipients does not exist, or you may not write to them.";

const LINK_OR_NOTHING = "^\\s*([Hh][Tt][Tt][Pp][Ss]?://[^\\s\\p{Cc}]+)?\\s*$";
/** Links below a message or an announcement. They are trimmed, and empty ones are dropped. */
export const links = z.array(z.string().meta({ pattern: LINK_OR_NOTHING }))
  .transform((all) => all.map((one) => one.trim()).filter((one) => one !== ""))
  .refine((all) => all.length <= LINKS_MOST, `At most ${LINKS_MOST} links.`)
  .refine(
    (all) => all.every((one) => link.safeParse(one).success),
    "A link must be a full http or https address.",
  );

export const sendInput = z.strictObject({
  subject: line("Subject"),
  body: text("Message"),
  isPublic: z.boolean("Choose public or personal."),
  recipients: z.array(z.string().meta({ pattern: z.regexes.uuid().source }))
    .max(RECIPIENTS_MOST, `At most ${RECIPIENTS_MOST} recipients.`)
    .refine((all) => all.every((one) => id.safeParse(one).success), UNKNOWN_RECIPIENT)
    .transform((all) => [...new Set(all)])
    .default([]),
  links: links.default([]),
}).refine(({ isPublic, recipients }) => isPublic || recipients.length > 0, {
  path: ["recipients"],
  message: NO_RECIPIENT,
}).refine(({ isPublic, recipients }) => !isPublic || recipients.length === 0, {
  path: ["recipients"],
  message: "A public message has no recipients.",
}).meta({
  if: { properties: { isPublic: { const: true } } },
  then: { properties: { recipients: { maxItems: 0 } } },
  else: { required: ["recipients"], properties: { recipients: { minItems: 1 } } },
});
export type SendInput = z.infer<typeof sendInput>;

export const listQuery = z.object({ page, limit: wholeLimit });
export type ListQuery = z.infer<typeof listQuery>;
export const staffListQuery = listQuery.extend({
  sender: orBlank(id),
});
export type StaffListQuery = z.infer<typeof staffListQuery>;

/**
 * A message as its reader may see it. Staff see all recipients, with e-mail addresses. A learner
 * sees no addresses, and only themselves among the recipients of another person's message. A
 * message that is open to everyone, from a mentor or an admin, contains no e-mail address.
 */
export const message = z.object({
  _id: id,
  subject: z.string(),
  /** Plain text, as written. */
  body: z.string(),
  isPublic: z.boolean(),
  recipients: z.array(z.object({ _id: id, name: z.string(), email: z.string().optional() })),
  /** The number of other recipients, for a learner who is one of the recipients. */
  others: z.int().optional(),
  /** The role is the sender's role at the time of sending. */
  sender: z.object({ _id: id, name: z.string(), role, email: z.string().optional() }),
  links: z.array(z.string()),
  createdAt: time,
});
export type Message = z.infer<typeof message>;

export const messageEvents = { "message.sent": message };

const withoutAddress = <T extends { email?: string }>({ email: _, ...rest }: T): Omit<T, "email"> =>
  rest;

/** Returns the part of a message that this reader may see. */
export function seenBy(message: Message, me: Actor | null): Message {
  const { sender, recipients, isPublic } = message;
  if (isStaff(me)) return message;
  if (sender._id === me?._id) return { ...message, recipients: recipients.map(withoutAddress) };
  if (isPublic) {
    return sender.email === undefined ? message : { ...message, sender: withoutAddress(sender) };
  }
  const own = recipients.filter(({ _id }) => _id === me?._id);
  return {
    ...message,
    sender: withoutAddress(sender),
    recipients: own.map(withoutAddress),
    others: recipients.length - own.length,
  };
}
