/** Whom a thing with an audience is for. Both sides use it. */
import { type Actor, isStaff } from "../kit/core/roles.ts";

/** The sections that a thing is for; null or missing: it is for the whole class. */
export type Audience = readonly string[] | null | undefined;

/** The sections of a staff member's list that is filtered by `sectionFilter`; undefined: all. */
export function chosenSections(
  me: Actor | null,
  asked: string | undefined,
): readonly string[] | undefined {
  if (!isStaff(me) || asked === "all") return undefined;
  return asked ? [asked] : me?.sections?.length ? me.sections : undefined;
}

export const isIn = (
  chosen: readonly string[] | undefined,
  { sections }: { sections?: Audience },
): boolean => !chosen || chosen.some((id) => sections?.includes(id));

/** Whether somebody is in the sections of such a list. */
export const isChosen = (
  me: Actor | null,
  asked: string | undefined,
  one: { sections?: Audience },
): boolean => isIn(chosenSections(me, asked), one);

export const isPartOf = (some: Audience, all: Audience): boolean =>
  !all || (some?.every((id) => all.includes(id)) ?? false);

export const haveCommon = (some: Audience, others: Audience): boolean =>
  !some || !others || some.some((id) => others.includes(id));

/** For one's own sections. Staff in no section have all as their own. */
export const isForOwn = (me: Actor | null, audience: Audience): boolean =>
  !audience ||
  (me?.sections?.length ? me.sections.some((id) => audience.includes(id)) : isStaff(me));

/** Whether a thing is for this person. Staff see what is for any section. */
export const isFor = (me: Actor | null, audience: Audience): boolean =>
  !audience || isStaff(me) || audience.some((id) => me?.sections?.includes(id));
