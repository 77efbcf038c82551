/** The uses of an invitation. */
import { sql } from "drizzle-orm";
import { type Act, announce } from "../../live/outbox.ts";
import { invitations } from "./tables.ts";
import { invitationById, refuseEnded } from "./queries.ts";

/**
 * Counts an account that is made with an invitation. Its end counts at the registration, so it may
 * have passed since. The update locks the row: of two who take the last place at the same time, the
 * second waits and is refused.
 * @throws Refusal 409 when it is used up or was taken back
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
