/** Where one is signed in: each place, and buttons to end one or all others. */
import { useKnown } from "../../kit/ui/page.tsx";
import { useState } from "react";
import Laptop from "../../kit/ui/icon.tsx?laptop";
import Smartphone from "../../kit/ui/icon.tsx?smartphone";
import type { OpenSession } from "../../../server/auth/schema.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { toast } from "../../kit/data/toast.ts";
import { showAgo, showDate, showFull, useNow } from "../../kit/ui/format-time.ts";
import { Confirm } from "../../kit/ui/dialog.tsx";
import { endOtherSessions, endSession, loadSessions } from "./actions.ts";
import { openSessionsAtom } from "./state.ts";
import { Button } from "../../kit/ui/button.tsx";
import { PanelSection } from "../../kit/ui/panel-section.tsx";

const PHONE = /iPhone|Android/;
/** The last use is stored about this often, so a shorter time reads as "now". */
const NOW = 60_000;
const FAILED = "Failed to end the session.";

export function Sessions() {
  const [places, waiting] = useKnown(openSessionsAtom, loadSessions, {
    failed: "Failed to fetch where you are signed in.",
    label: "Loading where you are signed in...",
    skeleton: "h-48 rounded-box",
  });
  const [isAsking, setAsking] = useState(false);
  const { run } = useCall(FAILED);
  return (
    <PanelSection
      id="sessions"
      title="Where you are signed in"
      about="If you do not know one of these, end it and change your password."
    >
      {places === null
        ? waiting
        : places.length === 0
        ? <p>This sign-in is older than this list. The list begins with your next sign-in.</p>
        : (
          <ul className="divide-y divide-base-300">
            {places.map((place) => <OpenSessionRow key={place._id} place={place} />)}
          </ul>
        )}
      {places?.some(({ isCurrent }) => !isCurrent) && (
        <Button
          aria-haspopup="dialog"
          onClick={() => setAsking(true)}
        >
          End all others
        </Button>
      )}
      {isAsking && (
        <Confirm
          title="End all other sessions"
          action="End all others"
          onConfirm={() =>
            run(async () => {
              toast.success(await endOtherSessions());
            })}
          onClose={() => setAsking(false)}
        >
          <p>Every other browser in which you are signed in asks for your password again.</p>
        </Confirm>
      )}
    </PanelSection>
  );
}

function OpenSessionRow({ place }: { place: OpenSession }) {
  const { _id, device, network, createdAt, usedAt, isCurrent } = place;
  const { run } = useCall(FAILED);
  const now = useNow();
  const Icon = PHONE.test(device) ? Smartphone : Laptop;
  const isNow = isCurrent || now - Date.parse(usedAt) < NOW;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon aria-hidden className="size-6 shrink-0 text-muted" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-3 font-semibold break-words">
          {device}
          {isCurrent && <span className="badge badge-success font-bold">This browser</span>}
        </p>
        <p className="text-sm text-muted">
          From {network}, last used{" "}
          <time dateTime={usedAt} title={showFull(usedAt)}>
            {isNow ? "now" : showAgo(usedAt, now)}
          </time>, since {showDate(createdAt)}
        </p>
      </div>
      {!isCurrent && (
        <Button
          className="btn-sm"
          onClick={() => run(() => endSession(_id))}
        >
          End
          <span className="sr-only">the session of {device}, {network}</span>
        </Button>
      )}
    </li>
  );
}
