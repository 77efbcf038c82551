/** Stores messages of the contact form. */
import type { Me } from "../kit/http/guard.ts";
import { newId } from "../kit/core/ids.ts";
import { type Act, announce } from "../live/outbox.ts";
import { type ContactInput, THANKS } from "./schema.ts";
import { contactMessages } from "./tables.ts";

export async function receive(act: Act<Me | null>, input: ContactInput) {
  const { db, now } = act;
  const id = newId();
  await db.insert(contactMessages).values({ id, ...input, createdAt: now });
  announce(act, "contact.received", ["admins"], { _id: id, ...input, createdAt: now });
  return { msg: THANKS };
}
