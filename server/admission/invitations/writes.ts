/** The uses of an invitation. */
import { sql } from "drizzle-orm";
import { type Act, announce } from "../../live/outbox.ts";
import { invitations } from "./tables.ts";
import { invitationById, refuseEnded } from "./queries.ts";

/**
 * Counts an account made with an invitation, which may have ended since the registration began. Of
 * two who take the last place, the second waits for the row. @throws Refusal 409 when it is used up
 */
export async function countUse(act: Act<null>, id: string): Promise<void> {
  const { db } = act;
  const counted = await db.update(invitations).set({ uses: sql`uses + 1` })
    .where(sql`id = ${id} and uses < uses_most and taken_back_at is null`)
    .returning({ id: invitations.id });
  const invitation = await invitationById(db, id);
  if (counted.length === 0) refuseEnded({ ...invitation, endsAt: "9999-12-31T00:00:00Z" }, act.now);
  announce(act, "invitation.changed", ["staff"], invitation);
}
