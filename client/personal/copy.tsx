/** A copy of all that is kept about oneself: ask for it, and download it when it is ready. */
import { useKnown } from "../kit/ui/page.tsx";
import { useEffect } from "react";
import { useSearchParams } from "wouter";
import { COPIES_A_DAY, type Copy, COPY_DAYS } from "../../server/personal/schema.ts";
import { toast } from "../kit/data/toast.ts";
import { useCall } from "../kit/data/use-call.ts";
import { focusNeighbour } from "../kit/focus/restore-focus.ts";
import { showDate } from "../kit/ui/format-time.ts";
import { askForCopy, downloadCopy, loadCopy } from "./actions.ts";
import { copyAtom } from "./state.ts";
import { Button } from "../kit/ui/button.tsx";
import { PanelSection } from "../kit/ui/panel-section.tsx";

export default function CopyPanel() {
  const [known, waiting] = useKnown(copyAtom, loadCopy, {
    failed: "Failed to load your copy.",
    label: "Loading your copy...",
    skeleton: "h-12 rounded-box",
  });
  return (
    <PanelSection
      id="copy"
      title="Your data"
      about="A ZIP with pages to read, your programs as files, and everything as JSON. It is made in the background, and the bell tells you when it is ready."
    >
      {known === null ? waiting : <Newest copy={known.copy} />}
    </PanelSection>
  );
}

function Newest({ copy }: { copy: Copy | null }) {
  const { busy, run } = useCall("The copy could not be downloaded. Nothing was saved.");
  const { busy: isAsking, run: ask } = useCall();
  const [search, setSearch] = useSearchParams();
  const asked = search.get("copy");
  const download = (id: string) =>
    run(async () => {
      await downloadCopy(id);
      toast.success("Your copy has been downloaded.");
    });
  const isReady = copy?.state === "ready";
  // The bell's link names the copy, and downloads it once.
  useEffect(() => {
    if (asked === null) return;
    setSearch((before) => {
      before.delete("copy");
      return before;
    }, { replace: true });
    if (isReady && asked === copy?._id) download(asked);
    else toast.info("This copy is no longer available.");
  }, [asked]);
  return (
    <>
      {copy !== null && <p role="status">{sentenceOf(copy)}</p>}
      <p className="flex flex-wrap gap-2">
        {isReady && (
          <Button className="btn-primary" busy={busy} onClick={() => download(copy._id)}>
            {busy ? "Downloading…" : "Download the ZIP"}
          </Button>
        )}
        {copy?.state !== "waiting" && (
          <Button
            className={isReady ? "" : "btn-primary"}
            busy={isAsking}
            onClick={({ currentTarget }) => {
              // It is gone while the copy is made.
              focusNeighbour(currentTarget);
              ask(askForCopy);
            }}
          >
            {copy === null ? "Request a copy" : "Request a new copy"}
          </Button>
        )}
      </p>
    </>
  );
}

const MEGABYTE = 1024 * 1024;
const megabytes = (size: number): string =>
  size < MEGABYTE / 10 ? "less than 0.1 MB" : `${(size / MEGABYTE).toFixed(1)} MB`;

function sentenceOf({ state, size, askedAt, endsAt }: Copy): string {
  if (state === "waiting") return "Your copy is being made. You can leave this page.";
  if (state === "ready" && endsAt !== null) {
    return `Your copy of ${showDate(askedAt)} is ready (${megabytes(size)}). It is kept until ${
      showDate(endsAt)
    }.`;
  }
  return state === "failed"
    ? "Your copy could not be made. Please request it again, or tell an admin."
    : `Your copy has expired: a copy is kept for ${COPY_DAYS} days, or until the next one. You can request ${COPIES_A_DAY} a day.`;
}
