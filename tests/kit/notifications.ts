/** Waits for notifications, which are derived a moment after the event. */
import { openOne } from "../../server/kit/db/database.ts";
import type { Caller, Reply, School } from "./people.ts";
import { until } from "./until.ts";

/** For a test server that tells people of what concerns them. */
export const NOTIFIES = { notifies: true };

/** Runs the work while nothing is noted, as when the follower of the log is late. */
export async function beforeNoted<T>(
  { databaseUrl }: { databaseUrl: string },
  work: () => Promise<T>,
): Promise<T> {
  const sql = openOne(databaseUrl);
  try {
    // The follower makes the row when it starts.
    await until(async () => (await sql`select from notification_progress`).length > 0);
    const { result } = await sql.begin(async (tx) => {
      await tx`select from notification_progress for update`;
      return { result: await work() };
    });
    return result as T;
  } finally {
    await sql.end();
  }
}

type Found = Reply["body"];

/** Waits until the notifications of all events so far are made: they follow the other events. */
export const notificationsMade = ({ database: { sql } }: Pick<School["parts"], "database">) =>
  until(async () => {
    const [row] = await sql`
      select coalesce((select seq from notification_progress) >= max(seq), true) as done
      from events where type <> 'notification.made'`;
    return row?.done as boolean;
  });

/** Returns a person's list as soon as it fits. */
export const listOf = (me: Caller, fits: (page: Found) => boolean = ({ total }) => total > 0) =>
  until(async () => {
    const { body } = await me.get("/notifications?limit=100");
    return fits(body) && body as Found;
  });
