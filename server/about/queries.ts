/** Reading the About page. */
import type { Reader } from "../kit/database.ts";
import { toHtml } from "../kit/html.ts";
import { type About, FIRST_ABOUT } from "./schema.ts";
import { about } from "./tables.ts";

export const selectAbout = (db: Reader) =>
  db.select({
    story: about.story,
    mission: about.mission,
    milestones: about.milestones,
    contact: about.contact,
    html: about.html,
    updatedAt: about.updatedAt,
    version: about.version,
  }).from(about);

/** What stands there until somebody has written it. */
export const firstAbout: About = {
  ...FIRST_ABOUT,
  html: {
    story: toHtml(FIRST_ABOUT.story, "story"),
    mission: toHtml(FIRST_ABOUT.mission, "mission"),
  },
  updatedAt: null,
  version: 1,
};

export async function aboutPage({ db }: { db: Reader }): Promise<About> {
  const [row] = await selectAbout(db);
  return row ?? firstAbout;
}
