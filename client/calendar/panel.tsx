/** The private address of one's calendar: make it, copy it, make it anew, take it back. */
import { useKnown } from "../kit/ui/page.tsx";
import { useState } from "react";
import { useCall } from "../kit/data/use-call.ts";
import { focusNeighbour } from "../kit/focus/restore-focus.ts";
import { showDate } from "../kit/ui/format-time.ts";
import { AddressToCopy } from "../kit/ui/address-field.tsx";
import { loadCalendar, type MadeAddress, makeAddress, takeAddressBack } from "./actions.ts";
import { calendarAtom } from "./state.ts";
import { Button } from "../kit/ui/button.tsx";
import { PanelSection } from "../kit/ui/panel-section.tsx";

export default function CalendarPanel() {
  const [known, waiting] = useKnown(calendarAtom, loadCalendar, {
    failed: "Failed to load your calendar address.",
    label: "Loading your calendar address...",
    skeleton: "h-12 rounded-box",
  });
  return (
    <PanelSection
      id="calendar"
      title="Calendar"
      about="Your calendar program can subscribe to your due dates and class sessions. Whoever has the address can read them, so share it with nobody."
    >
      {known === null ? waiting : <Address madeAt={known.madeAt} />}
    </PanelSection>
  );
}

function Address({ madeAt }: { madeAt: string | null }) {
  const [made, setMade] = useState<MadeAddress | null>(null);
  const { busy, run } = useCall();
  const make = () => run(async () => setMade(await makeAddress()));
  return (
    <>
      {madeAt !== null && (made?.madeAt === madeAt ? <AddressToCopy address={made.url} /> : (
        <p>
          Your address was made on{" "}
          {showDate(madeAt)}, and was shown only then. If you make it anew, the old one ends at
          once.
        </p>
      ))}
      <p className="flex flex-wrap gap-2">
        <Button className={madeAt === null ? "btn-primary" : ""} busy={busy} onClick={make}>
          {madeAt === null ? "Create a calendar address" : "Replace it"}
        </Button>
        {madeAt !== null && (
          <Button
            className="btn-error btn-outline"
            busy={busy}
            onClick={({ currentTarget }) => {
              focusNeighbour(currentTarget);
              run(takeAddressBack);
            }}
          >
            Revoke it
          </Button>
        )}
      </p>
    </>
  );
}
