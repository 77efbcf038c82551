/** The two views of a screen, list and triage, and the links between them. */
import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { Link, useSearchParams } from "wouter";
import List from "../ui/icon.tsx?list";
import Zap from "../ui/icon.tsx?zap";
import { meAtom } from "../net/session.ts";
import { readStored, writeStored } from "../net/storage.ts";

const views = [
  { id: "list", name: "List", Icon: List },
  { id: "triage", name: "Triage", Icon: Zap },
] as const;

export type View = typeof views[number]["id"];

/** Whether the address's query names the triage view. It can be read before the first render. */
export const isTriageNamed = (query: string) => new URLSearchParams(query).get("view") === "triage";

/** @param of the screen's name in the storage */
const useStorageKey = (of: string): string => `${of}-view:${useAtomValue(meAtom)?._id}`;

/** Whether the list is shown. Without a view in the address, the one that was chosen last is. */
export function useIsList(of: string, mayTriage = true): boolean {
  const [query, setQuery] = useSearchParams();
  const key = useStorageKey(of);
  const named = query.get("view");
  const isTriageUsual = mayTriage && named === null && readStored<View>(key) === "triage";
  // A filter or an item in the address belongs to the list.
  const usual = isTriageUsual && query.size === 0 ? "triage" : "list";
  useEffect(() => {
    if (!isTriageUsual) return;
    setQuery((now) => new URLSearchParams([...now, ["view", usual]]), { replace: true });
  });
  return usual === "list";
}

export function ViewSwitch({ of, path, current }: { of: string; path: string; current: View }) {
  const key = useStorageKey(of);
  return (
    <nav aria-label="View" className="join">
      {views.map(({ id, name, Icon }) => (
        <Link
          key={id}
          href={`${path}?view=${id}`}
          aria-current={current === id ? "page" : undefined}
          className={`btn join-item ${current === id ? "btn-primary" : ""}`}
          onClick={() => writeStored(key, id)}
        >
          <Icon aria-hidden className="size-4" /> {name}
        </Link>
      ))}
    </nav>
  );
}
