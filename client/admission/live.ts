/** Passes events on to values that only the Admin Panel shows: of invitations and of webhooks. */
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";

export const adminValues = lateConsumer("invitation.changed", "webhooks.changed");

export const live = liveFeature({ moved: [adminValues] });
