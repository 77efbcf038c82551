/** The form for a mentor's reply in the triage view, with its shortcuts. */
import { useAtomValue } from "jotai";
import { useRef } from "react";
import { isOpenToClass } from "../../../server/doubts/policy.ts";
import type { Doubt } from "../../../server/doubts/schema.ts";
import { useAhead } from "../../kit/forms/type-ahead.ts";
import { TYPING, useShortcuts } from "../../kit/focus/shortcuts.tsx";
import { isFreeFor } from "../../kit/triage/claims.ts";
import { meAtom } from "../../kit/net/session.ts";
import { toast } from "../../kit/data/toast.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { keepDoubt } from "../answers/actions.ts";
import { claimWhileWriting } from "../actions.ts";
import { MergeKey } from "./same-doubt.tsx";
import { ReplyForm } from "../thread/reply.tsx";
import { WRITE } from "../thread/thread.tsx";
import Offer from "../answers/offer.tsx";

/** Returns from when on a doubt can be kept for later classes; null if it can be kept now. */
function whyNotKept(doubt: Doubt): string | null {
  if (doubt.kept) return null;
  if (!isOpenToClass(doubt)) return "only while it is open to the class";
  return doubt.answeredBy === null ? "once it is answered" : null;
}

export default function TriageReply(
  { doubt, onSent, blocked }: { doubt: Doubt; onSent: () => void; blocked: string | undefined },
) {
  const me = useAtomValue(meAtom);
  const section = useRef<HTMLElement>(null);
  const { claim } = doubt;
  const isOpen = doubt.waitingSince !== null && isFreeFor(me?._id, claim);
  const notYet = whyNotKept(doubt);
  const keeping = useCall("This could not be saved.");
  useShortcuts([{
    keys: [],
    name: notYet === null
      ? "Keep it for later classes, or stop keeping it"
      : `Keep it for later classes: ${notYet}`,
    run: () => {
      if (notYet !== null) return toast.info(`It can be kept for later classes ${notYet}.`);
      const kept = !doubt.kept;
      keeping.run(async () => {
        await keepDoubt(doubt._id, kept);
        toast.success(kept ? "Kept for later classes." : "No longer kept.");
      });
    },
  }], "More");
  useAhead(doubt._id, { within: section, field: WRITE.field });
  useShortcuts([
    {
      keys: [WRITE.key],
      name: WRITE.name,
      run: () => section.current?.querySelector("textarea")?.focus(),
    },
    {
      keys: ["Ctrl+Enter"],
      name: "Send, and open the next",
      run: () => {
        // Not from the field of a comment or of an edit.
        const field = document.activeElement?.closest(TYPING);
        if (field && !section.current?.contains(field)) return;
        section.current?.querySelector("form")?.requestSubmit();
      },
    },
  ], "Answer");
  return (
    <section ref={section} aria-label="Reply">
      {blocked === undefined && <Offer doubt={doubt} />}
      <MergeKey doubt={doubt} onMerged={onSent} />
      <ReplyForm
        doubt={doubt}
        onTyping={() => isOpen && claimWhileWriting(doubt._id)}
        onSent={onSent}
        blocked={blocked}
        hotkey="s"
        dense
      />
    </section>
  );
}
