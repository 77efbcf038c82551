/** The About page: its text, and the team. */
import { atom } from "jotai/vanilla";
import type { About } from "../../server/about/schema.ts";
import type { TeamMember } from "../../server/people/schema.ts";
import { type Freshness, liveQuery } from "../kit/data/live-query.ts";

export const aboutAtom = atom<About & Freshness | null>(null);

export const about = liveQuery({
  atom: aboutAtom,
  reduce: {
    "about.saved": (known, saved) =>
      saved.version >= known.version ? { ...known, ...saved } : known,
  },
});

export interface Team extends Freshness {
  members: readonly TeamMember[];
}
export const teamAtom = atom<Team | null>(null);

export const team = liveQuery({ atom: teamAtom, stale: ["team.changed"] });

/** Placeholders, until an admin enters the class's own. The domain `.example` belongs to nobody. */
const PLACEHOLDER_CONTACT = {
  email: "hello@doubtless.example",
  support: "support@doubtless.example",
  phone: "+91 00000 00000",
};

export const contactAtom = atom((get): About["contact"] | null => {
  const about = get(aboutAtom);
  if (about === null) return null;
  return Object.values(about.contact).some((value) => value !== null)
    ? about.contact
    : PLACEHOLDER_CONTACT;
});
