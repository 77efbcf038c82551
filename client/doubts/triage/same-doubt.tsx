/** Beside a thread: "I have this too" for learners, and for staff what merges it. */
import { useAtomValue } from "jotai";
import { useState } from "react";
import { Link } from "wouter";
import Merge from "../../kit/ui/icon.tsx?merge";
import { can, isOpenToClass } from "../../../server/doubts/policy.ts";
import { type Doubt, MERGE_UNDO_MINUTES } from "../../../server/doubts/schema.ts";
import { meAtom } from "../../kit/net/session.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { useShortcuts } from "../../kit/focus/shortcuts.tsx";
import { Dialog } from "../../kit/ui/dialog.tsx";
import { useNow } from "../../kit/ui/format-time.ts";
import { plural } from "../../kit/ui/plural.ts";
import { ShareButton } from "../raise/others-doubts.tsx";
import { followedAtom } from "../followed-doubts.tsx";
import Picker, { unmerge } from "./merge-picker.tsx";
import { Button } from "../../kit/ui/button.tsx";

export default function SameDoubt({ doubt }: { doubt: Doubt }) {
  const me = useAtomValue(meAtom);
  if (doubt.mergedInto || doubt.mergedAway) return <MergedDoubt doubt={doubt} />;
  if (can.share(me, doubt)) return <MeToo doubt={doubt} />;
  return can.merge(me) ? <MergeKey doubt={doubt} hasButton /> : null;
}

function MeToo({ doubt }: { doubt: Doubt }) {
  const { _id: id, sharers = 0 } = doubt;
  const isShared = id in useAtomValue(followedAtom);
  return (
    <div className="panel space-y-2 p-4">
      <ShareButton doubt={doubt} className="btn-block" />
      <p role="status" className="text-sm text-muted">
        {isShared
          ? "You will be notified of the replies."
          : sharers > 0
          ? `${plural(sharers, "other has", "others have")} it too.`
          : "Press this to be notified of the replies."}
      </p>
    </div>
  );
}

function MergedDoubt({ doubt }: { doubt: Doubt }) {
  const me = useAtomValue(meAtom);
  const { busy, run } = useCall("The merge could not be undone.");
  const passed = useNow(10_000) - Date.parse(doubt.resolvedAt ?? doubt.createdAt);
  return (
    <div className="panel space-y-2 border-l-6 border-l-primary p-4">
      <p className="font-semibold">This doubt was merged into another one.</p>
      {doubt.mergedInto
        ? (
          <Link href={`/doubts/${doubt.mergedInto}`} className="link-plain">
            Continue reading there
          </Link>
        )
        : <p>The other doubt is private now.</p>}
      {can.merge(me) && passed < MERGE_UNDO_MINUTES * 60_000 && (
        <Button
          className="btn-sm btn-block"
          busy={busy}
          onClick={() => run(() => unmerge(doubt._id))}
        >
          Undo it
        </Button>
      )}
    </div>
  );
}

interface MergeProps {
  doubt: Doubt;
  hasButton?: boolean;
  onMerged?: () => void;
}

/** Opens the picker, by a button or from the palette. A doubt must be open to the class. */
export function MergeKey({ doubt, hasButton = false, onMerged }: MergeProps) {
  const [isPicking, setPicking] = useState(false);
  const mayBe = !doubt.resolved && isOpenToClass(doubt);
  useShortcuts(
    mayBe
      ? [{
        keys: [],
        name: "Merge into another doubt",
        run: () => setPicking(true),
      }]
      : [],
    "More",
  );
  if (!mayBe) return null;
  return (
    <>
      {hasButton && (
        <Button
          icon={Merge}
          className="btn-sm btn-block"
          onClick={() => setPicking(true)}
        >
          Merge into another doubt
        </Button>
      )}
      {isPicking && (
        <Dialog title="Merge into" onClose={() => setPicking(false)}>
          <Picker
            doubt={doubt}
            onMerged={() => {
              setPicking(false);
              onMerged?.();
            }}
          />
        </Dialog>
      )}
    </>
  );
}
