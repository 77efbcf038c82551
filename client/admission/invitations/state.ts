/** The invitations, newest first; null until they are fetched. */
import type { Invitation } from "../../../server/admission/invitations/schema.ts";
import { type Fetched, liveQuery } from "../../kit/data/live-query.ts";
import { perUserAtom } from "../../kit/net/session.ts";

export type KnownInvitations = Fetched & { items: readonly Invitation[] };

export const invitationsAtom = perUserAtom<KnownInvitations | null>(null);

export const invitations = liveQuery({
  atom: invitationsAtom,
  reduce: {
    "invitation.changed": (known: KnownInvitations, { seq: _, ...one }) => {
      const isNew = known.items.every(({ _id }) => _id !== one._id);
      const others = known.items.map((item) => item._id === one._id ? one : item);
      return { ...known, items: isNew ? [one, ...known.items] : others };
    },
  },
});
