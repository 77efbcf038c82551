/** Contact messages: the input, the reply for admins and the event. */
import * as z from "zod";
import { email, id, limit, line, page, text, time } from "../kit/core/schema.ts";

export const ALL_REQUIRED = "All fields are required.";
export const THANKS = "Thank you for your message! We will get back to you soon.";

const filled = z.string(ALL_REQUIRED).refine((value) => value.trim() !== "", ALL_REQUIRED);

export const contactInput = z.strictObject({
  name: filled.pipe(line("Name", 100)),
  email: filled.pipe(email),
  message: filled.pipe(text("Message", 5000)),
});
export type ContactInput = z.infer<typeof contactInput>;

export const contactQuery = z.object({ page, limit });
export type ContactQuery = z.infer<typeof contactQuery>;

export const contactMessage = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  message: z.string(),
  createdAt: time,
});
export type ContactMessage = z.infer<typeof contactMessage>;

export const contactEvents = { "contact.received": contactMessage };
