/** How much work waits, beside the links of the navigation, and the request that keeps it fresh. */
import { useAtomValue } from "jotai";
import { useLocation } from "wouter";
import { QUEUE_CEILING } from "../../server/doubts/schema.ts";
import { useLoad } from "../kit/data/query.ts";
import { useShortcuts } from "../kit/focus/shortcuts.tsx";
import { loadDesk } from "./actions.ts";
import { deskAtom } from "./state.ts";

/** Keeps the figures of the desk for staff. On the dashboard, one key opens what waits. */
export function DeskWatch() {
  const [path, go] = useLocation();
  useLoad(loadDesk, null, useAtomValue(deskAtom)?.stale);
  useShortcuts(
    path !== "/mentor" ? [] : [
      { keys: ["d"], name: "Waiting doubts", run: () => go("/doubts?view=triage") },
      { keys: ["s"], name: "Waiting solutions", run: () => go("/solutions?view=triage") },
    ],
  );
  return null;
}

export function WaitingCount({ of }: { of: "doubts" | "reviews" }) {
  const count = useAtomValue(deskAtom)?.[of].waiting ?? 0;
  return (
    // Its room is always there, so the links beside it stay where they are.
    <span
      className={`badge badge-sm badge-accent min-w-9 px-1.5 font-bold tabular-nums ${
        count === 0 ? "invisible" : ""
      }`}
    >
      {count >= QUEUE_CEILING ? `${QUEUE_CEILING}+` : count}
      <span className="sr-only">waiting</span>
    </span>
  );
}
