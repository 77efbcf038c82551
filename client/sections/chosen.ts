/** The sections to which a staff member's screen is limited: without a filter, their own. */
import { useAtomValue } from "jotai";
import { useSearchParams } from "wouter";
import { chosenSections } from "../../server/sections/policy.ts";
import { meAtom } from "../kit/net/session.ts";

/** The part of the address: one section, or "all". */
export const SECTION = "section";

/** The chosen sections; undefined: all. */
export function useChosenSections(): readonly string[] | undefined {
  const [query] = useSearchParams();
  return chosenSections(useAtomValue(meAtom), query.get(SECTION) ?? undefined) ?? undefined;
}

/** Whether somebody is in one of the chosen sections. */
export const isInChosen = (
  chosen: readonly string[] | undefined,
  { sections = [] }: { sections?: readonly string[] | undefined },
): boolean => chosen === undefined || sections.some((id) => chosen.includes(id));
