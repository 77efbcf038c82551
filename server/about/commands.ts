/** Edits the About page. */
import { sql } from "drizzle-orm";
import { record } from "../audit/writes.ts";
import { stale } from "../kit/core/errors.ts";
import { type Act, announce } from "../live/outbox.ts";
import { defaultAboutPage, selectAbout } from "./queries.ts";
import type { About, AboutInput } from "./schema.ts";
import { about } from "./tables.ts";

export async function edit(
  act: Act,
  { version, ...input }: AboutInput,
  html: About["html"],
): Promise<About> {
  const { db, now } = act;
  // Insert the default page first if there is no row yet, so that `for update` has a row to lock
  // and two edits at the same time run one after the other.
  const [, [before]] = await Promise.all([
    db.insert(about).values(defaultAboutPage).onConflictDoNothing(),
    selectAbout(db).for("update"),
  ]);
  if (version !== undefined && before && version !== before.version) throw stale(before);
  const [, [page]] = await Promise.all([
    db.update(about).set({ ...input, html, updatedAt: now, version: sql`version + 1` }),
    selectAbout(db),
  ]);
  if (!page) throw new Error("the page that was just written is missing");
  await record(act, "about.changed");
  announce(act, "about.saved", ["home"], page);
  return page;
}
