/** An open assignment, which is loaded, and again when it is stale. */
import { useAtomValue } from "jotai";
import { useLoad } from "../kit/data/query.ts";
import { loadAssignment } from "./actions.ts";
import { detailsAtom } from "./state.ts";

const FAILED = "Failed to load assignment details.";

/** @param id undefined loads nothing. @param otherwise the notice for a failure; null shows none */
export function useAssignment(id: string | undefined, otherwise: string | null = FAILED) {
  const detail = useAtomValue(detailsAtom)[id ?? ""];
  const load = id === undefined ? null : loadAssignment;
  return {
    assignment: detail?.assignment,
    loading: useLoad(load, otherwise, detail?.stale, id ?? ""),
  };
}
