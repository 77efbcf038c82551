/** Passes events on to values that only the Admin Panel shows: of invitations and of webhooks. */
import { liveFeature } from "../kit/data/live-query.ts";
import { invitations } from "./invitations/state.ts";
import { deliveries, webhooks } from "../webhooks/state.ts";

export const live = liveFeature({ moved: [invitations, webhooks, deliveries] });
