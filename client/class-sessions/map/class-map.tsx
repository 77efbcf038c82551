/** The map of the class session: who is stuck, on what, now. It is sorted again on request only. */
import { useAtomValue } from "jotai";
import { memo, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import ArrowDownWideNarrow from "../../kit/ui/icon.tsx?arrow-down-wide-narrow";
import type { ClassSession } from "../../../server/class-sessions/schema.ts";
import { isChosen, isIn } from "../../../server/sections/policy.ts";
import { neededColumn, ORDER_RULE } from "../../../server/class-sessions/map/policy.ts";
import { useLoad } from "../../kit/data/query.ts";
import { useShortcuts } from "../../kit/focus/shortcuts.tsx";
import { useNow } from "../../kit/ui/format-time.ts";
import { meAtom } from "../../kit/net/session.ts";
import { useFilterPart } from "../../kit/lists/url-filter.tsx";
import { Empty, NotLoaded } from "../../kit/ui/page.tsx";
import { followHere, loadMap } from "./actions.ts";
import { Legend } from "./cell-look.tsx";
import type { At } from "../../kit/lists/grid.tsx";
import { MapGrid } from "./grid.tsx";
import { useRowOrder } from "./row-order.tsx";
import { type ClassMap as Map, mapAtom } from "./state.ts";
import SectionFilter from "../../sections/filter.tsx";
import CellPanel from "./cell-panel.tsx";
import Groups from "../../groups/groups.tsx";
import { Button } from "../../kit/ui/button.tsx";

/** The states that depend on the time are looked at this often, in ms. */
const LOOK_EVERY = 10_000;

export default function ClassMap({ classSession: { _id } }: { classSession: ClassSession }) {
  // Scrolling comes before the events: a class of 600 sends twenty a second.
  const known = useDeferredValue(useAtomValue(mapAtom));
  const loading = useLoad(loadMap, "Failed to load the map of the class.", known?.stale, _id);
  useEffect(() => followHere(_id), [_id]);
  const map = known?.map?.classSession._id === _id ? known.map : null;
  if (map === null) {
    return (
      <NotLoaded
        loading={loading}
        label="Loading the map of the class..."
        skeleton="h-96 rounded-box"
      />
    );
  }
  return <LoadedMap map={map} />;
}

interface OpenCell {
  studentId: string;
  column: number;
}

function ofSections(map: Map, isIn: (one: Map["learners"][number]) => boolean): Map {
  const learners = map.learners.filter(isIn);
  if (learners.length === map.learners.length) return map;
  const ids = new Set(learners.map(({ _id }) => _id));
  const known = Object.fromEntries(Object.entries(map.known).filter(([id]) => ids.has(id)));
  return { ...map, learners, known };
}

/** The map of the sections in the address. A session for others than one's own begins with all. */
function useChosenSections(whole: Map): { map: Map; isForOthers: boolean } {
  const me = useAtomValue(meAtom);
  const [section] = useFilterPart("section");
  const { audience } = whole.classSession;
  const isForOthers = audience !== undefined && !isIn(me?.sections ?? [], { sections: audience });
  const asked = section === "" && isForOthers ? "all" : section;
  const map = useMemo(
    () => ofSections(whole, (one) => isChosen(me, asked, one)),
    [whole, asked, me],
  );
  return { map, isForOthers };
}

/** A new map comes later than the render that defers it, which must not draw the old one again. */
const LoadedMap = memo(function LoadedMap({ map: whole }: { map: Map }) {
  const { classSession } = whole;
  const { map, isForOthers } = useChosenSections(whole);
  const now = useNow(LOOK_EVERY);
  const [isWhole, setWhole] = useState(false);
  const { rows, away, isChanged, sort } = useRowOrder(map, { now, isWhole });
  /** Null until the mentor moves in the map: it begins with the first one's question. */
  const [cursor, setAt] = useState<At | null>(null);
  const at = cursor ?? { row: 0, column: rows[0] ? neededColumn(rows[0]) : 0 };
  const [opened, setOpened] = useState<OpenCell | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  const open = (to: At) => {
    const row = rows[to.row];
    setAt(to);
    if (row) setOpened({ studentId: row.learner._id, column: to.column });
  };
  const close = () => {
    setOpened(null);
    grid.current?.focus();
  };
  useShortcuts([
    { keys: ["o"], name: "Sort the map again", run: sort },
    { keys: ["m"], name: "Go to the map", run: () => grid.current?.focus() },
    ...(opened === null ? [] : [{ keys: ["Escape"], name: "Close the run", run: close }]),
  ], "Map");
  const shown = opened && rows.find(({ learner }) => learner._id === opened.studentId);
  const question = opened ? classSession.questions[opened.column] : undefined;
  const panel = shown && question && opened
    ? { ...shown, question, one: shown.known[opened.column] }
    : null;
  return (
    <div className="space-y-4">
      <div
        className={panel
          ? "grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,38rem)]"
          : ""}
      >
        <section aria-labelledby="map-heading" className="min-w-0 space-y-3">
          <MapHead {...{ isChanged, sort, away, isWhole, setWhole }} />
          {classSession.audience?.length !== 1 && <SectionFilter beginsWithAll={isForOthers} />}
          <p className="text-sm text-muted">{ORDER_RULE}</p>
          {rows.length === 0
            ? <Empty>Nobody of the class is online yet. Learners appear here as they come.</Empty>
            : (
              <MapGrid
                {...{ rows, now, grid }}
                questions={classSession.questions}
                at={{ ...at, row: Math.min(at.row, rows.length - 1) }}
                onMove={setAt}
                onOpen={open}
                opened={opened?.studentId ?? null}
              />
            )}
          {/* On a phone, the columns have only numbers. */}
          <ol aria-label="Questions" className="list-inside list-decimal text-sm md:hidden">
            {classSession.questions.map(({ _id, title }) => <li key={_id}>{title}</li>)}
          </ol>
          <Legend />
        </section>
        {panel && panel.one && (
          <CellPanel
            key={`${panel.learner._id} ${panel.question._id}`}
            learner={panel.learner}
            known={panel.one}
            question={panel.question}
            now={now}
            onClose={close}
          />
        )}
      </div>
      <Groups classSession={classSession} known={map.known} questions={classSession.questions} />
    </div>
  );
});

interface HeadProps {
  isChanged: boolean;
  sort: () => void;
  away: number;
  isWhole: boolean;
  setWhole: (isWhole: boolean) => void;
}

function MapHead({ isChanged, sort, away, isWhole, setWhole }: HeadProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h2 id="map-heading" className="text-xl font-bold">Map</h2>
      <Button
        icon={ArrowDownWideNarrow}
        className={`btn-sm ${isChanged ? "btn-primary" : ""}`}
        onClick={sort}
      >
        {isChanged ? "Sort again: the order has changed" : "Sorted"}
        <kbd className="kbd kbd-sm text-base-content max-md:hidden">o</kbd>
      </Button>
      {away > 0 && (
        <Button
          className="btn-sm"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? "Fold away" : "Show"} {away} not online
        </Button>
      )}
    </div>
  );
}
