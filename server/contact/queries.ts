/** Reads contact messages, newest first, for admins. */
import { getTableColumns } from "drizzle-orm";
import { newestPage } from "../kit/db/newest_first.ts";
import type { Ask } from "../kit/http/guard.ts";
import { span } from "../kit/core/schema.ts";
import type { ContactMessage, ContactQuery } from "./schema.ts";
import { contactMessages } from "./tables.ts";

export async function listContactMessages(
  { db }: Ask,
  paging: ContactQuery,
): Promise<ContactMessage[]> {
  const { id, ...columns } = getTableColumns(contactMessages);
  const select = db.select({ _id: id, ...columns }).from(contactMessages).$dynamic();
  return await newestPage(select, contactMessages, span(paging));
}
