/** The replies of the calls that take and release a claim, on doubts and on reviews. */
import * as z from "zod";
import { claim } from "../doubts/schema.ts";

export const claimReply = z.object({ claim });
export const releaseReply = z.object({ claim: z.null() });

/** Members of the 409 `claimed`: who holds it. They are absent when the claim ended meanwhile. */
export const CLAIMED_FIELDS = { claimed: claim.partial().shape };
