/** Waits for notifications, which are derived a moment after the event. */
import type { Caller, Reply } from "./people.ts";

/** For a test server that tells people of what concerns them. */
export const NOTIFIES = { notifies: true };

/** Waits until it holds. @throws Error after 10 s */
export async function eventually<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  const end = Date.now() + 10_000;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error("not within 10 s");
    await new Promise((wait) => setTimeout(wait, 20));
  }
}

type Found = Reply["body"];

/** Returns a person's list as soon as it fits. @throws Error after 10 s */
export const listOf = (me: Caller, fits: (page: Found) => boolean = ({ total }) => total > 0) =>
  eventually(async () => {
    const { body } = await me.get("/notifications?limit=100");
    return fits(body) && body as Found;
  });
