/** The archives: briefings by month, and announcements. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useAtomValue } from "jotai";
import { useCallback, useEffect, useId, useRef } from "react";
import { Announcements } from "../announcements/recent.tsx";
import { MONTH } from "../../server/briefings/schema.ts";
import { todayAtom } from "../kit/day.ts";
import { useFilterPart } from "../kit/filter.tsx";
import { useLoad } from "../kit/load.ts";
import { Empty, LoadFailed, Page, Waiting } from "../kit/page.tsx";
import { Tabs } from "../kit/tabs.tsx";
import { takeOver } from "../kit/take-over.ts";
import { showMonth } from "../kit/time.ts";
import { loadMonth } from "./actions.ts";
import { BriefingCards } from "./card.tsx";
import { monthAtom } from "./state.ts";

const tabs = [
  { id: "briefings", name: "Previous Briefings" },
  { id: "announcements", name: "Previous Announcements" },
] as const;

export default function Archives() {
  const [tab, setTab] = useFilterPart("tab");
  const shown = tab === "announcements" ? tab : "briefings";
  return (
    <Page title="Archives">
      <Tabs
        label="Archives"
        tabs={tabs}
        shown={shown}
        onShow={(id) => setTab(id === "briefings" ? "" : id)}
      >
        {shown === "briefings" ? <PreviousBriefings /> : (
          <>
            <h2 className="sr-only">Previous Announcements</h2>
            <Announcements otherwise="Failed to fetch announcements." />
          </>
        )}
      </Tabs>
    </Page>
  );
}

function PreviousBriefings() {
  const today = useAtomValue(todayAtom);
  const [typed, setMonth] = useFilterPart("month");
  const wanted = MONTH.test(typed) ? typed : "";
  // Before the first reply, the month that this device believes in.
  const present = (today ?? new Date().toISOString()).slice(0, 7);
  const month = wanted === "" ? present : wanted;
  const choose = (next: string) => setMonth(next === present ? "" : next);
  return (
    <div className="space-y-6">
      <MonthChoice month={month} present={present} onChoose={choose} />
      <MonthBriefings month={month} />
    </div>
  );
}

function MonthBriefings({ month }: { month: string }) {
  const held = useAtomValue(monthAtom);
  const load = useCallback((signal: AbortSignal) => loadMonth(month, signal), [month]);
  const loading = useLoad(load, "Failed to fetch previous briefings.");
  if (held?.month !== month) {
    if (loading.state === "failed") return <LoadFailed loading={loading} />;
    return (
      <Waiting label="Loading briefings...">
        <div className="grid gap-4 xl:grid-cols-2">
          {[0, 1, 2, 3].map((place) => <div key={place} className="skeleton h-80 rounded-box" />)}
        </div>
      </Waiting>
    );
  }
  const { items } = held.list;
  return (
    <section aria-label={`Briefings of ${showMonth(month)}`}>
      <h2 className="sr-only">Previous Briefings</h2>
      {items.length === 0
        ? <Empty>No briefings available.</Empty>
        : <BriefingCards briefings={items} />}
    </section>
  );
}

interface ChoiceProps {
  month: string;
  present: string;
  onChoose: (month: string) => void;
}

function MonthChoice({ month, present, onChoose }: ChoiceProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  // There is no month after this one: the way back is where one goes on.
  useEffect(() => takeOver(root.current), [month]);
  return (
    <div ref={root} className="flex flex-wrap items-end gap-2">
      <button
        type="button"
        data-begin
        className="btn btn-square"
        aria-label="Month before"
        onClick={() => onChoose(besideMonth(month, -1))}
      >
        <ChevronLeft aria-hidden className="size-5" />
      </button>
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-sm font-semibold">Month</label>
        <input
          id={id}
          type="month"
          className="input w-44"
          placeholder="YYYY-MM"
          max={present}
          value={month}
          onChange={({ target }) => {
            if (MONTH.test(target.value)) onChoose(target.value);
          }}
        />
      </div>
      <button
        type="button"
        className="btn btn-square"
        aria-label="Month after"
        disabled={month >= present}
        onClick={() => onChoose(besideMonth(month, 1))}
      >
        <ChevronRight aria-hidden className="size-5" />
      </button>
    </div>
  );
}

/** The month so many later, as YYYY-MM. */
function besideMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const count = year * 12 + number - 1 + by;
  const text = (value: number, digits: number) => String(value).padStart(digits, "0");
  return `${text(Math.floor(count / 12), 4)}-${text(count % 12 + 1, 2)}`;
}
