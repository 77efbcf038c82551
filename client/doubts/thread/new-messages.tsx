/** How many entries came below the part of the thread that is in view, and the way to them. */
import type { RefObject } from "react";
import ArrowDown from "../../kit/ui/icon.tsx?arrow-down";
import { bringIntoView } from "../../kit/focus/scroll.ts";

interface NewMessagesProps {
  count: number;
  end: RefObject<HTMLElement | null>;
}

export default function NewMessages({ count, end }: NewMessagesProps) {
  return (
    <div className="pointer-events-none sticky bottom-4 z-20 flex h-0 items-end justify-center">
      <button
        type="button"
        className="btn btn-primary pointer-events-auto rise shadow-lg"
        onClick={() => bringIntoView(end.current, "end")}
      >
        <ArrowDown aria-hidden className="size-4" />
        {count === 1 ? "1 new message" : `${count} new messages`}
      </button>
    </div>
  );
}
