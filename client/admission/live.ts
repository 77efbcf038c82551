/** Passes the event of invitations on to `state.ts`, which only the Admin Panel loads. */
import { lateConsumer, liveFeature } from "../kit/data/live-query.ts";

export const invitationValues = lateConsumer("invitation.changed");

export const live = liveFeature({ moved: [invitationValues] });
