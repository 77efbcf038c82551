/** The list of doubts: live, filtered by the address, and frozen while it is being read. */
import { useAtomValue } from "jotai";
import type { ExtractAtomValue } from "jotai/vanilla";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import ArrowUp from "../../kit/ui/icon.tsx?arrow-up";
import { totalCeiling } from "../../../server/doubts/policy.ts";
import type { ListedDoubt } from "../../../server/doubts/schema.ts";
import { isLearner, isStaff } from "../../../server/kit/core/roles.ts";
import { useUrlFilter } from "../../kit/lists/url-filter.tsx";
import { isSameFilter, useLoad } from "../../kit/data/query.ts";
import { groupBy, Rows, usePeriods } from "../../kit/lists/row.tsx";
import { Results } from "../../kit/lists/results.tsx";
import { useNow } from "../../kit/ui/format-time.ts";
import { plural } from "../../kit/ui/plural.ts";
import { useSeenCounts } from "../../kit/news/unread.tsx";
import { loadDoubts } from "./actions.ts";
import { DoubtRow } from "./card.tsx";
import { DoubtFilterBar, doubtParts } from "./filter.tsx";
import { listAtom } from "./state.ts";
import { Button } from "../../kit/ui/button.tsx";

/** The user counts as reading when scrolled down further than this, in pixels. */
const READING_FROM = 160;

export default function DoubtCards() {
  const filter = useUrlFilter(doubtParts);
  const list = useAtomValue(listAtom);
  const isCurrent = list !== null && isSameFilter(list.filter, filter);
  const loading = useLoad(
    loadDoubts,
    "Failed to fetch filtered doubts.",
    isCurrent && list.stale,
    filter,
  );
  return (
    <>
      <DoubtFilterBar />
      {filter.answer !== undefined && (
        <p className="mb-4">
          The threads that one answer went to.{" "}
          <Link href="/doubts?scope=mine" className="link-plain">All that you have answered</Link>
        </p>
      )}
      <Results
        list={list}
        isCurrent={isCurrent}
        loading={loading}
        ceiling={list ? totalCeiling(list.filter, list.me) : Infinity}
        thing="doubt"
        first={isLearner(list?.me ?? null) && (
          <Link href="/assignments" className="btn btn-primary">
            Choose the question you are stuck on
          </Link>
        )}
      >
        {list === null || list.doubts.length === 0
          ? null
          : <DoubtRows key={JSON.stringify(list.filter)} list={list} />}
      </Results>
    </>
  );
}

function DoubtRows({ list }: { list: NonNullable<ExtractAtomValue<typeof listAtom>> }) {
  const { rows, news, showNews } = useStill(list.doubts);
  const rowsRef = useRef<HTMLUListElement>(null);
  const now = useNow();
  const seen = useSeenCounts();
  // News are a reply to the user's own doubt, and entries added to a thread since the user read it.
  const isNew = ({ _id, student, currentStatus, entries }: ListedDoubt) => {
    const isAnswered = student._id === list.me._id && currentStatus === "replied";
    return entries > (seen[_id] ?? (isAnswered ? 1 : Infinity));
  };
  const periodOf = usePeriods();
  const present = new Set(list.doubts.map(({ _id }) => _id));
  const { text, order } = list.filter;
  const nameOf = ({ doubt, at }: Row) => {
    if (text !== undefined) return "Best match first";
    if (order !== "queue" || !isStaff(list.me)) return periodOf(at);
    return doubt.waitingSince === null ? "Answered" : "Longest waiting first";
  };
  const groups = groupBy(rows, nameOf).map((group) => {
    const count = group.items.filter(({ doubt }) => doubt.resolved).length;
    return { ...group, done: { count, word: "resolved" } };
  });
  return (
    <>
      {news > 0 && (
        <div className="pointer-events-none sticky top-20 z-20 flex h-0 justify-center">
          <Button
            icon={ArrowUp}
            className="btn-primary pointer-events-auto rise shadow-lg"
            onClick={() => {
              showNews();
              requestAnimationFrame(() => rowsRef.current?.querySelector("a")?.focus());
            }}
          >
            {plural(news, "new doubt")}
          </Button>
        </div>
      )}
      <Rows
        label="Doubts"
        groups={groups}
        keyOf={({ doubt }) => doubt._id}
        row={({ doubt }) => (
          <DoubtRow
            doubt={doubt}
            sent={list.sent?.find(({ doubtId }) => doubtId === doubt._id)}
            now={now}
            hasLeft={!present.has(doubt._id)}
            isNew={isNew(doubt)}
            isFound={text !== undefined}
          />
        )}
        list={rowsRef}
      />
    </>
  );
}

interface Row {
  doubt: ListedDoubt;
  /** Its last activity when the list was frozen: a row does not change its group meanwhile. */
  at: string;
}

interface Still {
  rows: readonly Row[];
  news: number;
  showNews: () => void;
}

/** Freezes the list while the user reads further down: rows change in place, and none moves. */
function useStill(doubts: readonly ListedDoubt[]): Still {
  const [snapshot, setSnapshot] = useState<readonly ListedDoubt[] | null>(null);
  useEffect(() => {
    const look = () => setSnapshot((now) => scrollY < READING_FROM ? null : now ?? doubts);
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, [doubts]);
  const showNews = () => {
    setSnapshot(null);
    scrollTo(0, 0);
  };
  if (snapshot === null) {
    return { rows: doubts.map((doubt) => ({ doubt, at: doubt.activeAt })), news: 0, showNews };
  }
  const current = new Map(doubts.map((doubt) => [doubt._id, doubt]));
  const known = new Set(snapshot.map(({ _id }) => _id));
  return {
    rows: snapshot.map((doubt) => ({
      doubt: current.get(doubt._id) ?? doubt,
      at: doubt.activeAt,
    })),
    news: doubts.filter(({ _id }) => !known.has(_id)).length,
    showNews,
  };
}
