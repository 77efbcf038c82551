/** The list of doubts: live, filtered by the address, and still while it is being read. */
import { ArrowUp } from "lucide-react";
import { useAtomValue } from "jotai";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ListedDoubt } from "../../server/doubts/schema.ts";
import { useAsked } from "../kit/filter.tsx";
import { useLoad } from "../kit/load.ts";
import { Empty, SkeletonCards, Waiting } from "../kit/page.tsx";
import { Results } from "../kit/results.tsx";
import { useNow } from "../kit/time.ts";
import { useSeenCounts } from "../kit/unread.tsx";
import { loadDoubts } from "./actions.ts";
import { DoubtCardLink } from "./card.tsx";
import { DoubtFilterBar, doubtParts } from "./filter.tsx";
import { type DoubtList, listAtom } from "./state.ts";

/** Scrolled down further than this, somebody is reading. */
const READING_FROM = 160;

export default function DoubtCards() {
  const filter = useAsked(doubtParts);
  const list = useAtomValue(listAtom);
  const isCurrent = list !== null && JSON.stringify(list.filter) === JSON.stringify(filter);
  const load = useCallback((signal: AbortSignal) => loadDoubts(filter, signal), [filter]);
  const loading = useLoad(load, "Failed to fetch filtered doubts.", isCurrent && list.stale);
  return (
    <>
      <DoubtFilterBar />
      <Results
        list={list}
        isCurrent={isCurrent}
        loading={loading}
        waiting={
          <Waiting label="Loading doubts...">
            <SkeletonCards count={12} height="h-52" />
          </Waiting>
        }
        ceiling={list?.ceiling ?? Infinity}
        thing="doubt"
      >
        {list !== null && <Cards key={JSON.stringify(list.filter)} list={list} />}
      </Results>
    </>
  );
}

function Cards({ list }: { list: DoubtList }) {
  const { shown, news, showNews } = useStill(list.doubts);
  const cards = useRef<HTMLUListElement>(null);
  const now = useNow();
  const seen = useSeenCounts();
  // A reply to one's own doubt is news, and so is whatever was said in a thread since one read it.
  const isNew = ({ _id, student, currentStatus, entries }: ListedDoubt) => {
    const isAnswered = student._id === list.me._id && currentStatus === "replied";
    return entries > (seen[_id] ?? (isAnswered ? 1 : Infinity));
  };
  if (shown.length === 0) return <Empty>No doubts available.</Empty>;
  const present = new Set(list.doubts.map(({ _id }) => _id));
  return (
    <>
      {news > 0 && (
        <div className="pointer-events-none sticky top-20 z-20 flex h-0 justify-center">
          <button
            type="button"
            className="btn btn-primary pointer-events-auto rise shadow-lg"
            onClick={() => {
              showNews();
              requestAnimationFrame(() => cards.current?.querySelector("a")?.focus());
            }}
          >
            <ArrowUp aria-hidden className="size-4" />
            {news === 1 ? "1 new doubt" : `${news} new doubts`}
          </button>
        </div>
      )}
      <ul ref={cards} aria-label="Doubts" className="cards">
        {shown.map((doubt) => (
          <li key={doubt._id} className="flex">
            <DoubtCardLink
              doubt={doubt}
              now={now}
              hasLeft={!present.has(doubt._id)}
              isNew={isNew(doubt)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface Still {
  shown: readonly ListedDoubt[];
  /** How many are in the list and not shown. */
  news: number;
  showNews: () => void;
}

/** While somebody reads further down, cards change in place but none comes, goes or moves. */
function useStill(doubts: readonly ListedDoubt[]): Still {
  const [held, setHeld] = useState<readonly ListedDoubt[] | null>(null);
  useEffect(() => {
    const look = () => setHeld((now) => scrollY < READING_FROM ? null : now ?? doubts);
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, [doubts]);
  const showNews = () => {
    setHeld(null);
    scrollTo(0, 0);
  };
  if (held === null) return { shown: doubts, news: 0, showNews };
  const current = new Map(doubts.map((doubt) => [doubt._id, doubt]));
  const known = new Set(held.map(({ _id }) => _id));
  return {
    shown: held.map((doubt) => current.get(doubt._id) ?? doubt),
    news: doubts.filter(({ _id }) => !known.has(_id)).length,
    showNews,
  };
}
