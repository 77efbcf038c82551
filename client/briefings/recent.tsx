/** The recent briefings on the home page, eight per page. */
import { useAtomValue } from "jotai";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import ChevronLeft from "../kit/ui/icon.tsx?chevron-left";
import ChevronRight from "../kit/ui/icon.tsx?chevron-right";
import { isStaff } from "../../server/kit/core/roles.ts";
import { meAtom } from "../kit/net/session.ts";
import { Empty, useKnown } from "../kit/ui/page.tsx";
import { toast } from "../kit/data/toast.ts";
import { loadOlderBriefings, loadRecentBriefings } from "./actions.ts";
import { BriefingCards, BriefingSkeletons } from "./card.tsx";
import { recentAtom } from "./state.ts";
import { Button } from "../kit/ui/button.tsx";

const PAGE = 8;
const FAILED = "Failed to fetch recent briefings.";

/** @param isFolded only the first briefing of a page is unfolded */
export function RecentBriefings({ isFolded = false }: { isFolded?: boolean }) {
  const me = useAtomValue(meAtom);
  const [known, waiting] = useKnown(recentAtom, loadRecentBriefings, {
    failed: FAILED,
    label: "Loading briefings...",
    placeholder: <BriefingSkeletons isFolded={isFolded} />,
  });
  const [page, setPage] = useState(1);
  const top = useRef<HTMLDivElement>(null);
  const count = known?.items.length ?? 0;
  const isWhole = known?.isWhole ?? true;
  const pages = Math.max(1, Math.ceil(count / PAGE));
  const current = Math.min(page, pages);
  useEffect(() => {
    // Prefetch: load older briefings as soon as the last loaded page is shown.
    if (isWhole || count === 0 || current < pages) return;
    loadOlderBriefings().catch(() => toast.error(FAILED));
  }, [isWhole, count, current, pages]);
  if (known === null) return waiting;
  if (count === 0) {
    return (
      <Empty
        action={isStaff(me) && (
          <Link href="/mentor?panel=briefing" className="btn btn-primary">
            Write today's briefing
          </Link>
        )}
      >
        No briefings available.
      </Empty>
    );
  }
  const goTo = (next: number) => {
    setPage(next);
    top.current?.scrollIntoView({ block: "start" });
    top.current?.focus({ preventScroll: true });
  };
  return (
    <div ref={top} tabIndex={-1} className="scroll-mt-12 space-y-6 outline-none">
      <BriefingCards
        key={current}
        briefings={known.items.slice((current - 1) * PAGE, current * PAGE)}
        all={known.items}
        isFolded={isFolded}
      />
      {(pages > 1 || !isWhole) && (
        <nav aria-label="Pages of briefings" className="flex items-center justify-center gap-4">
          <Button
            disabled={current <= 1}
            onClick={() =>
              goTo(current - 1)}
          >
            <ChevronLeft aria-hidden className="size-4" /> Previous
          </Button>
          <p aria-current="page">Page {current}{isWhole && ` of ${pages}`}</p>
          <Button
            disabled={current >= pages}
            onClick={() =>
              goTo(current + 1)}
          >
            Next <ChevronRight aria-hidden className="size-4" />
          </Button>
        </nav>
      )}
    </div>
  );
}
