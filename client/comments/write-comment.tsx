/** The field for a comment on lines. It is a draft until the reply or the review is sent. */
import { Trash2 } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { COMMENT_MOST } from "../../server/comments/schema.ts";
import { usePreview } from "../kit/forms/preview-toggle.tsx";
import { sayLines } from "./comment-box.tsx";
import { type CommentDraft, removeComment, writeComment } from "./drafts/state.ts";

interface WriteProps {
  subject: string;
  comment: CommentDraft;
}

export function WriteComment({ subject, comment }: WriteProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const { text } = comment;
  const write = (next: string) => writeComment(subject, { ...comment, text: next });
  const preview = usePreview(text, write, { scrolls: true });
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
      <label
        htmlFor={id}
        className="mb-1 flex flex-wrap items-center gap-x-2 text-sm font-semibold"
      >
        {sayLines(comment)}: your comment
        <span className="font-normal text-muted">goes with what you send below</span>
      </label>
      <div className="flex flex-wrap items-start justify-end gap-2 sm:flex-nowrap">
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
        {preview.button}
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
      {preview.region}
    </div>
  );
}
