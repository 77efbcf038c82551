/** Messages: inputs, the message as its readers see it, and its event. */
import * as z from "zod";

import { type Actor, isStaff } from "../kit/roles.ts";
import { id, line, link, page, role, text, time, wholeLimit } from "../kit/schema.ts";

export const LINKS_MOST = 20;
/** A personal message has at most so many recipients: the whole class reads a public one. */
export const RECIPIENTS_MOST = 200;
/** How many mentor messages the home page shows. */
export const RECENT_MOST = 10;
export const NO_RECIPIENT = "Please select at least one recipient for a personal message.";
export const UNKNOWN_RECIPIENT =
  "Somebody among the recipients does not exist, or you may not write to them.";

const LINK_OR_NOTHING = "^\\s*([Hh][Tt][Tt][Pp][Ss]?://[^\\s\\p{Cc}]+)?\\s*$";
/** Links below a message or an announcement: trimmed, empty ones dropped. */
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
  sender: z.union([z.literal("").transform(() => undefined), id]).optional(),
});
export type StaffListQuery = z.infer<typeof staffListQuery>;

/**
 * A message as its reader may see it. Staff see who else has received it, with addresses; a learner
 * sees no addresses, and of what others sent them only themselves among the recipients. What is open
 * to the public, from a mentor or an admin to all, has no e-mail address in it.
 */
export const message = z.object({
  _id: id,
  subject: z.string(),
  /** As written: plain text. */
  body: z.string(),
  isPublic: z.boolean(),
  recipients: z.array(z.object({ _id: id, name: z.string(), email: z.string().optional() })),
  /** How many others have received it, to a learner who is one of its recipients. */
  others: z.int().optional(),
  /** With the role in which it was sent. */
  sender: z.object({ _id: id, name: z.string(), role, email: z.string().optional() }),
  links: z.array(z.string()),
  createdAt: time,
});
export type Message = z.infer<typeof message>;

export const messageEvents = { "message.sent": message };

const withoutAddress = <T extends { email?: string }>({ email: _, ...rest }: T): Omit<T, "email"> =>
  rest;

/** Of all that there is to a message, what one of its readers may see. */
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

export const messageTopics = {
  "message.sent": { of: ({ _id }: { _id: string }) => `message:${_id}`, seenBy },
};
