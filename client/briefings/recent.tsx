/** The recent briefings on the home page, eight a page. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useAtomValue } from "jotai";
import { useCallback, useEffect, useRef, useState } from "react";
import { useLoad } from "../kit/load.ts";
import { Empty, LoadFailed, Waiting } from "../kit/page.tsx";
import { toast } from "../kit/toast.tsx";
import { loadOlderBriefings, loadRecentBriefings } from "./actions.ts";
import { BriefingCards } from "./card.tsx";
import { recentAtom } from "./state.ts";

const PAGE = 8;
const FAILED = "Failed to fetch recent briefings.";

export function RecentBriefings() {
  const known = useAtomValue(recentAtom);
  const load = useCallback((signal: AbortSignal) => loadRecentBriefings(signal), []);
  const loading = useLoad(load, FAILED);
  const [page, setPage] = useState(1);
  const top = useRef<HTMLDivElement>(null);
  const count = known?.items.length ?? 0;
  const isWhole = known?.isWhole ?? true;
  const pages = Math.max(1, Math.ceil(count / PAGE));
  const shown = Math.min(page, pages);
  useEffect(() => {
    // What comes next is there before somebody asks for it.
    if (isWhole || count === 0 || shown < pages) return;
    loadOlderBriefings().catch(() => toast.error(FAILED));
  }, [isWhole, count, shown, pages]);
  if (known === null) {
    if (loading.state === "failed") return <LoadFailed loading={loading} />;
    return (
      <Waiting label="Loading briefings...">
        <div className="grid gap-4 xl:grid-cols-2">
          {[0, 1, 2, 3].map((place) => <div key={place} className="skeleton h-80 rounded-box" />)}
        </div>
      </Waiting>
    );
  }
  if (count === 0) return <Empty>No briefings available.</Empty>;
  const goTo = (next: number) => {
    setPage(next);
    top.current?.scrollIntoView({ block: "start" });
    top.current?.focus({ preventScroll: true });
  };
  return (
    <div ref={top} tabIndex={-1} className="scroll-mt-12 space-y-6 outline-none">
      <BriefingCards briefings={known.items.slice((shown - 1) * PAGE, shown * PAGE)} />
      {(pages > 1 || !isWhole) && (
        <nav aria-label="Pages of briefings" className="flex items-center justify-center gap-4">
          <button
            type="button"
            className="btn"
            disabled={shown <= 1}
            onClick={() =>
              goTo(shown - 1)}
          >
            <ChevronLeft aria-hidden className="size-4" /> Previous
          </button>
          <p aria-current="page">Page {shown}{isWhole && ` of ${pages}`}</p>
          <button
            type="button"
            className="btn"
            disabled={shown >= pages}
            onClick={() =>
              goTo(shown + 1)}
          >
            Next <ChevronRight aria-hidden className="size-4" />
          </button>
        </nav>
      )}
    </div>
  );
}
