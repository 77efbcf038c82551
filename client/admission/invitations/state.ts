/** The invitations, newest first; null until they are fetched. */
import type { Invitation } from "../../../server/admission/invitations/schema.ts";
import { asRow, type LiveList, liveList } from "../../kit/data/live-list.ts";
import { perUserAtom } from "../../kit/net/session.ts";

export const invitationsAtom = perUserAtom<LiveList<Invitation> | null>(null);

export const invitations = liveList({
  atom: invitationsAtom,
  order: (a, b) => a.madeAt < b.madeAt ? 1 : -1,
  rows: { "invitation.changed": asRow },
});
