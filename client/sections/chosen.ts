/** The sections to which a staff member's screen is limited: without a filter, their own. */
import { useAtomValue } from "jotai";
import { useMemo } from "react";
import { useSearchParams } from "wouter";
import { chosenSections } from "../../server/sections/policy.ts";
import { meAtom } from "../kit/net/session.ts";

/** The part of the address: one section, or "all". */
export const SECTION = "section";

type Person = { sections?: readonly string[] | undefined };

/** Returns a function that tells whether somebody is in a chosen section; undefined: all are meant. */
export function useChosenSections(): ((one: Person) => boolean) | undefined {
  const [query] = useSearchParams();
  const ids = chosenSections(useAtomValue(meAtom), query.get(SECTION) ?? "")?.join();
  return useMemo(
    () => ids === undefined ? ids : ({ sections = [] }) => sections.some((id) => ids.includes(id)),
    [ids],
  );
}
