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

/**
 * The view that the address names, or else the one that the person chose last.
 * @param of the screen's name in the storage
 */
export function useView(of: string, mayTriage = true): [View, (view: View) => void] {
  const me = useAtomValue(meAtom);
  const [query, setQuery] = useSearchParams();
  const key = `${of}-view:${me?._id}`;
  const named = query.get("view");
  const isTriageUsual = mayTriage && named === null && readStored<View>(key) === "triage";
  // A filter or an item in the address belongs to the list.
  const usual = isTriageUsual && query.size === 0 ? "triage" : "list";
  useEffect(() => {
    if (!isTriageUsual) return;
    setQuery((now) => new URLSearchParams([...now, ["view", usual]]), { replace: true });
  });
  const view = mayTriage && named === "triage" ? "triage" : named === null ? usual : "list";
  return [view, (next) => writeStored(key, next)];
}

interface ViewsProps {
  path: string;
  shown: View;
  onChoose: (view: View) => void;
}

export function ViewSwitch({ path, shown, onChoose }: ViewsProps) {
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
