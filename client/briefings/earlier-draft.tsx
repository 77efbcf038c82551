/** Offers the draft of an earlier day's briefing, with its day: it was begun before midnight. */
import { useState } from "react";
import { clearDraft, draftKey, readDraft } from "../kit/forms/draft.ts";
import { focusFirst } from "../kit/focus/hand-over-focus.ts";
import { showDay } from "../kit/ui/format-time.ts";
import { Notice } from "../kit/news/notice.tsx";
import { earlierDays } from "./state.ts";
import { briefingParts } from "./texts.tsx";
import { Button } from "../kit/ui/button.tsx";

type Texts = Record<typeof briefingParts[number][0], string>;
type Draft = Partial<Texts> & { base?: number };

/** The newest draft of a new briefing of an earlier day. A draft of an edit belongs to its day. */
function findDraft(day: string): { of: string; draft: Draft } | null {
  for (const of of earlierDays(day)) {
    const draft = readDraft<Draft>(draftKey("briefing", of));
    const isWritten = draft !== null && briefingParts.some(([part]) => draft[part]?.trim());
    if (isWritten && !draft.base) return { of, draft };
  }
  return null;
}

export default function EarlierDraft(
  { day, values, write }: { day: string; values: Texts; write: (texts: Texts) => void },
) {
  const [found, setFound] = useState(() => findDraft(day));
  if (found === null) return null;
  const { of, draft } = found;
  function end(form: HTMLFormElement | null) {
    clearDraft(draftKey("briefing", of));
    setFound(null);
    focusFirst(form);
  }
  return (
    <Notice text={`You began a briefing on ${showDay(of)}, and did not send it.`}>
      <p className="line-clamp-3 whitespace-pre-wrap">
        {briefingParts.map(([part]) => draft[part]).filter(Boolean).join("\n")}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          className="btn-sm"
          onClick={({ currentTarget }) => {
            // Above what was written today.
            const texts = briefingParts.map(([part]) =>
              [part, [draft[part], values[part]].filter(Boolean).join("\n\n")] as const
            );
            write(Object.fromEntries(texts) as Texts);
            end(currentTarget.form);
          }}
        >
          Use it for today
        </Button>
        <Button
          className="btn-sm btn-ghost"
          onClick={({ currentTarget }) => end(currentTarget.form)}
        >
          Discard it
        </Button>
      </div>
    </Notice>
  );
}
