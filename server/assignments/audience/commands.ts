/** Changes for which sections an assignment is. */
import type { Act } from "../../live/outbox.ts";
import type { Audience } from "../../sections/policy.ts";
import { chosenAudience } from "../../sections/queries.ts";
import { announceNarrowed } from "../../sections/writes.ts";
import { isGeneral } from "../policy.ts";
import type { DistributionTag } from "../schema.ts";

/** Returns the column of a changed audience. Those who lose the assignment are told before it is. */
export async function audienceColumns(
  act: Act,
  before: { distributionTag: DistributionTag; audience: Audience },
  wanted: string[] | null | undefined,
): Promise<{ audience?: string[] | null }> {
  if (wanted === undefined) return {};
  const audience = await chosenAudience(act.db, wanted);
  if (isGeneral(before)) {
    await announceNarrowed(act, { before: before.audience, after: audience });
  }
  return { audience };
}
