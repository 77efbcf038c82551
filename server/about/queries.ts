/** Reads the About page. */
import { pick } from "../kit/db/columns.ts";
import type { Reader } from "../kit/db/database.ts";
import { type About, DEFAULT_ABOUT } from "./schema.ts";
import { about } from "./tables.ts";

export const selectAbout = (db: Reader) =>
  db.select(
    pick(about, "story", "mission", "milestones", "contact", "html", "updatedAt", "version"),
  ).from(about);

/** The About page of a new installation. Each text is one paragraph, so no renderer is needed. */
export const defaultAboutPage: About = {
  ...DEFAULT_ABOUT,
  html: { story: `<p>${DEFAULT_ABOUT.story}</p>`, mission: `<p>${DEFAULT_ABOUT.mission}</p>` },
  updatedAt: null,
  version: 1,
};

export async function aboutPage({ db }: { db: Reader }): Promise<About> {
  const [row] = await selectAbout(db);
  return row ?? defaultAboutPage;
}
