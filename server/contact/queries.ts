/** Reading contact messages, newest first; for admins. */
import { desc, getTableColumns } from "drizzle-orm";
import type { Ask } from "../kit/guard.ts";
import { span } from "../kit/schema.ts";
import type { ContactMessage, ContactQuery } from "./schema.ts";
import { contactMessages } from "./tables.ts";

export async function listContactMessages(
  { db }: Ask,
  paging: ContactQuery,
): Promise<ContactMessage[]> {
  const { offset, limit } = span(paging);
  const { id, ...columns } = getTableColumns(contactMessages);
  return await db.select({ _id: id, ...columns }).from(contactMessages)
    .orderBy(desc(contactMessages.createdAt), desc(contactMessages.id)).offset(offset).limit(limit);
}
