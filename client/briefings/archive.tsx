/** The archives: briefings by month, announcements, and ended terms. */
import { useAtomValue } from "jotai";
import { useEffect, useId, useRef } from "react";
import ChevronLeft from "../kit/ui/icon.tsx?chevron-left";
import ChevronRight from "../kit/ui/icon.tsx?chevron-right";
import { IconButton } from "../kit/ui/icon-button.tsx";
import { Announcements } from "../announcements/recent.tsx";
import { MONTH } from "../../server/briefings/schema.ts";
import { todayAtom } from "../kit/net/class-day.ts";
import { useFilterPart } from "../kit/lists/url-filter.tsx";
import { Empty, Page, useKnown } from "../kit/ui/page.tsx";
import { Tabs } from "../kit/ui/tabs.tsx";
import { takeLostFocus } from "../kit/focus/hand-over-focus.ts";
import { showMonth } from "../kit/ui/format-time.ts";
import { loadMonth } from "./actions.ts";
import { BriefingCards, BriefingSkeletons } from "./card.tsx";
import { monthAtom } from "./state.ts";
import EndedTerms from "../terms/archive.tsx";

const tabs = [
  { id: "briefings", name: "Previous Briefings" },
  { id: "announcements", name: "Previous Announcements" },
  { id: "terms", name: "Ended Terms" },
] as const;

export default function Archives() {
  const [tab, setTab] = useFilterPart("tab");
  const { id: tabId } = tabs.find(({ id }) => id === tab) ?? tabs[0];
  return (
    <Page title="Archives">
      <Tabs
        label="Archives"
        tabs={tabs}
        current={tabId}
        onShow={(id) => setTab(id === "briefings" ? "" : id)}
      >
        {tabId === "briefings" && <PreviousBriefings />}
        {tabId === "announcements" && (
          <>
            <h2 className="sr-only">Previous Announcements</h2>
            <Announcements otherwise="Failed to fetch announcements." />
          </>
        )}
        {tabId === "terms" && <EndedTerms />}
      </Tabs>
    </Page>
  );
}

function PreviousBriefings() {
  const today = useAtomValue(todayAtom);
  const [typed, setMonth] = useFilterPart("month");
  const wanted = MONTH.test(typed) ? typed : "";
  // Until the first reply tells the class's day, use this device's month.
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
  const [held, waiting] = useKnown(monthAtom, loadMonth, {
    failed: "Failed to fetch previous briefings.",
    label: "Loading briefings...",
    placeholder: <BriefingSkeletons />,
  }, month);
  if (held?.month !== month) return waiting;
  const { items } = held;
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
  // In the current month "Month after" is disabled: the focus moves to "Month before".
  useEffect(() => takeLostFocus(root.current), [month]);
  return (
    <div ref={root} className="flex flex-wrap items-end gap-2">
      <IconButton
        icon={ChevronLeft}
        name="Month before"
        large
        className=""
        data-begin
        onClick={() => onChoose(besideMonth(month, -1))}
      />
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
      <IconButton
        icon={ChevronRight}
        name="Month after"
        large
        className=""
        disabled={month >= present}
        onClick={() => onChoose(besideMonth(month, 1))}
      />
    </div>
  );
}

/** Returns the month that is `by` months later, as YYYY-MM. */
function besideMonth(month: string, by: number): string {
  const day = new Date(`${month}-15`);
  day.setUTCMonth(day.getUTCMonth() + by);
  return day.toISOString().slice(0, 7);
}
