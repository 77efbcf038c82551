/** Doubts that several learners have: those that others asked, and those that the asker shares. */
import * as z from "zod";
import { id } from "../../kit/core/schema.ts";
import { listedDoubt } from "../schema.ts";

/** The most doubts of others whose replies are news to a learner. */
export const FOLLOWED_MOST = 200;

export const askedQuery = z.object({ assignmentId: id });
export const askedDoubt = listedDoubt.extend({ isShared: z.boolean() });
export type AskedDoubt = z.infer<typeof askedDoubt>;
export const followed = z.object({ _id: id, entries: z.int() });
export type FollowedDoubt = z.infer<typeof followed>;
export const shareReply = z.object({ isShared: z.boolean(), sharers: z.int() });
