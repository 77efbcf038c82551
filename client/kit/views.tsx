/** A screen's two views, a list and the triage over it: which one it is, and the way to the other. */
import { List, Zap } from "lucide-react";
import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { Link, useSearchParams } from "wouter";
import { meAtom } from "./session.ts";
import { keepStored, stored } from "./storage.ts";

const views = [
  { id: "list", name: "List", Icon: List },
  { id: "triage", name: "Triage", Icon: Zap },
] as const;

export type View = typeof views[number]["id"];

/** Whether an address's query names it: so far as that can be told before anything is drawn. */
export const isTriageNamed = (query: string) => new URLSearchParams(query).get("view") === "triage";

/**
 * The view that the address names; without a name, the one that was chosen last.
 * @param of the screen's name in the storage
 */
export function useView(of: string, mayTriage = true): [View, (view: View) => void] {
  const me = useAtomValue(meAtom);
  const [query, setQuery] = useSearchParams();
  const key = `${of}-view:${me?._id}`;
  const named = query.get("view");
  const isTriageUsual = mayTriage && named === null && stored<View>(key) === "triage";
  // A filter or an item in the address is the list's.
  const usual = isTriageUsual && query.size === 0 ? "triage" : "list";
  useEffect(() => {
    if (!isTriageUsual) return;
    setQuery((now) => new URLSearchParams([...now, ["view", usual]]), { replace: true });
  });
  const view = mayTriage && named === "triage" ? "triage" : named === null ? usual : "list";
  return [view, (next) => keepStored(key, next)];
}

interface ViewsProps {
  path: string;
  shown: View;
  onChoose: (view: View) => void;
}

export function Views({ path, shown, onChoose }: ViewsProps) {
  return (
    <nav aria-label="View" className="join">
      {views.map(({ id, name, Icon }) => (
        <Link
          key={id}
          href={`${path}?view=${id}`}
          aria-current={shown === id ? "page" : undefined}
          className={`btn join-item ${shown === id ? "btn-primary" : ""}`}
          onClick={() => onChoose(id)}
        >
          <Icon aria-hidden className="size-4" /> {name}
        </Link>
      ))}
    </nav>
  );
}
