/** Reads contact messages, newest first, for admins. */
import { getTableColumns } from "drizzle-orm";
import { newestFirst } from "../kit/db/newest_first.ts";
import type { Ask } from "../kit/http/guard.ts";
import { span } from "../kit/core/schema.ts";
import type { ContactMessage, ContactQuery } from "./schema.ts";
import { contactMessages } from "./tables.ts";

export async function listContactMessages(
  { db }: Ask,
  paging: ContactQuery,
): Promise<ContactMessage[]> {
  const { id, ...columns } = getTableColumns(contactMessages);
  const { offset, limit } = span(paging);
  return await db.select({ _id: id, ...columns }).from(contactMessages)
    .orderBy(...newestFirst(contactMessages.createdAt, id)).offset(offset).limit(limit);
}
