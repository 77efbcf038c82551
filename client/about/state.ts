/** What is known of the About page: its text, and the team. */
import { atom } from "jotai/vanilla";
import type { About } from "../../server/about/schema.ts";
import type { TeamMember } from "../../server/people/schema.ts";

export const aboutAtom = atom<About | null>(null);

/** The team, as it was at `seq`; it stopped being true at `movedAt`. */
export interface Team {
  members: readonly TeamMember[];
  seq: number;
  movedAt: number;
}
export const teamAtom = atom<Team | null>(null);

export const keepTeamMoved = atom(null, (_get, set, seq: number) => {
  set(teamAtom, (team) => team && { ...team, movedAt: seq });
});

/** The newer one wins. */
export const keepAbout = atom(null, (_get, set, about: About) => {
  set(aboutAtom, (known) => known === null || about.version >= known.version ? about : known);
});

/** Quick Contact until an admin has written the class's own: `.example` is nobody's. */
export const FIRST_CONTACT = {
  email: "hello@doubtless.example",
  support: "support@doubtless.example",
  phone: "+91 00000 00000",
};

/** What the About and the Contact page list: what is written, or else the placeholders. */
export const contactAtom = atom((get): About["contact"] | null => {
  const about = get(aboutAtom);
  if (about === null) return null;
  return Object.values(about.contact).some((value) => value !== null)
    ? about.contact
    : FIRST_CONTACT;
});
