/** The names of sections, for staff: those of an account, and those that a thing is for. */
import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { useLoad } from "../kit/data/query.ts";
import { loadSections } from "./actions.ts";
import { sectionsAtom } from "./state.ts";

/** Loads the sections. Null until they are there. */
export function useSections() {
  const known = useAtomValue(sectionsAtom);
  useLoad(loadSections, "Failed to load the sections.", known?.stale);
  return known?.items ?? null;
}

let loading: Promise<void> | null = null;

export function SectionNames({ ids = [] }: { ids: readonly string[] | undefined }) {
  const known = useAtomValue(sectionsAtom);
  useEffect(() => {
    if (known !== null || loading !== null) return;
    loading = loadSections(AbortSignal.timeout(30_000)).catch(() => {}).finally(() =>
      loading = null
    );
  }, [known]);
  const names = known?.items.filter(({ _id }) => ids.includes(_id)).map(({ name }) => name) ?? [];
  return names.length === 0 ? null : <span className="break-words">{names.join(", ")}</span>;
}

export function ForSections({ ids }: { ids: readonly string[] }) {
  const known = useSections();
  if (known === null) return null;
  const names = known.filter(({ _id }) => ids.includes(_id)).map(({ name }) => name);
  return (
    <span className="badge badge-soft badge-info h-auto max-w-full break-words whitespace-normal">
      {names.length === 0 ? "For a deleted section: only staff see it" : `For ${names.join(", ")}`}
    </span>
  );
}
