/** Messages: inputs, the message as its readers see it, and its event. */
import * as z from "zod";

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
 * The same for everyone who may read the message. What is open to the public, from a mentor or an
 * admin to all, has no e-mail address in it.
 */
export const message = z.object({
  _id: id,
  subject: z.string(),
  /** As written: plain text. */
  body: z.string(),
  isPublic: z.boolean(),
  recipients: z.array(z.object({ _id: id, name: z.string(), email: z.string() })),
  /** With the role in which it was sent. */
  sender: z.object({ _id: id, name: z.string(), role, email: z.string().optional() }),
  links: z.array(z.string()),
  createdAt: time,
});
export type Message = z.infer<typeof message>;

export const messageEvents = { "message.sent": message };
