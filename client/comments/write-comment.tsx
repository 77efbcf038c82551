/** The field for a comment on lines. It is a draft until the reply or the review is sent. */
import { Trash2 } from "lucide-react";
import { Suspense, useEffect, useId, useRef, useState } from "react";
import { COMMENT_MOST } from "../../server/comments/schema.ts";
import { lazyComponent } from "../kit/ui/lazy.tsx";
import { sayLines } from "./comment-box.tsx";
import { type CommentDraft, removeComment, writeComment } from "./drafts/state.ts";

const Preview = lazyComponent(() => import("../kit/forms/preview-region.tsx"));

interface WriteProps {
  subject: string;
  comment: CommentDraft;
}

export function WriteComment({ subject, comment }: WriteProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const { text } = comment;
  const [isShown, setShown] = useState(false);
  const write = (next: string) => writeComment(subject, { ...comment, text: next });
  // A comment that was just begun takes the focus.
  useEffect(() => {
    if (text === "") area.current?.focus();
  }, []);
  /** Gives the focus back to the line's number. */
  function leave() {
    // Only the box of a line and what is below it has no class.
    const line = area.current?.closest("div:not([class])");
    line?.querySelector<HTMLElement>("[data-line] > button")?.focus();
  }
  return (
    <div className="rounded-field border border-dashed border-base-content/40 p-2">
      <label htmlFor={id} className="flex items-center gap-2 text-sm font-semibold">
        {sayLines(comment)}: your comment
        <span className="font-normal text-muted">goes with what you send below</span>
      </label>
      <div className="flex items-start gap-2">
        <textarea
          ref={area}
          id={id}
          rows={1}
          maxLength={COMMENT_MOST}
          className="textarea field-sizing-content min-h-10 w-full max-h-[35vh]"
          value={text}
          onChange={({ target }) => write(target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            leave();
            if (text.trim() === "") removeComment(subject, comment);
          }}
        />
        <button
          type="button"
          className="btn btn-ghost"
          aria-expanded={isShown}
          onClick={() => setShown(!isShown)}
        >
          Preview
        </button>
        <button
          type="button"
          className="btn btn-ghost btn-square"
          aria-label={`Remove the comment on ${sayLines(comment).toLowerCase()}`}
          onClick={() => {
            leave();
            removeComment(subject, comment);
          }}
        >
          <Trash2 aria-hidden className="size-4" />
        </button>
      </div>
      {isShown && text.trim() !== "" && (
        <Suspense fallback={<p role="status">Loading the preview...</p>}>
          <Preview
            source={text}
            onInsert={(more) =>
              write(`${text}\n\n${more}\n`)}
          />
        </Suspense>
      )}
    </div>
  );
}
