/** The field for a comment on lines. It is a draft until the reply or the review is sent. */
import { useEffect, useId, useRef, useState } from "react";
import Trash2 from "../kit/ui/icon.tsx?trash";
import { IconButton } from "../kit/ui/icon-button.tsx";
import { COMMENT_MOST } from "../../server/comments/schema.ts";
import { takePaste } from "../kit/forms/paste.ts";
import { usePreview } from "../kit/markdown/preview-toggle.tsx";
import { sayLines } from "./comment-box.tsx";
import { type CommentDraft, moveComment, removeComment, writeComment } from "./drafts/state.ts";

/** The most lines that the menu offers. With Shift, a press on a line number reaches farther. */
const OFFERED = 50;

/** Whether the next field that is shown takes the focus: its comment has just got other lines. */
let isStretched = false;

export function stretchComment(
  subject: string,
  comment: CommentDraft,
  lines: Pick<CommentDraft, "from" | "to">,
): void {
  isStretched = lines.from !== comment.from || lines.to !== comment.to;
  moveComment(subject, comment, lines);
}

interface WriteProps {
  subject: string;
  comment: CommentDraft;
  lastLine: number;
}

export function WriteComment({ subject, comment, lastLine }: WriteProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const { text } = comment;
  const [isKept, setKept] = useState(false);
  const write = (next: string) => writeComment(subject, { ...comment, text: next });
  const preview = usePreview(text, write, true);
  // A comment that was just begun takes the focus.
  useEffect(() => {
    if (text === "" || isStretched) area.current?.focus();
    isStretched = false;
  }, []);
  function leave() {
    // Only the box of a line and what is below it has no class.
    const line = area.current?.closest("div:not([class])");
    line?.querySelector<HTMLElement>("[data-line] > button")?.focus();
  }
  return (
    <div className="rounded-field border border-dashed border-base-content/40 p-2">
      <div className="mb-1 flex flex-wrap items-center gap-x-2 text-sm">
        <label htmlFor={id} className="font-semibold">{sayLines(comment)}: your comment</label>
        <span role="status" className="text-muted">
          {isKept && "kept: it "}goes with what you send below
        </span>
        <LastLine
          comment={comment}
          lastLine={lastLine}
          onChange={(to) => stretchComment(subject, comment, { from: comment.from, to })}
        />
      </div>
      <div className="flex flex-wrap items-start justify-end gap-2 sm:flex-nowrap">
        <textarea
          ref={area}
          id={id}
          rows={1}
          maxLength={COMMENT_MOST}
          className="textarea field-sizing-content min-h-10 w-full max-h-[35vh]"
          value={text}
          onPaste={takePaste}
          onChange={({ target }) => {
            write(target.value);
            setKept(false);
          }}
          onKeyDown={(event) => {
            // Only the reply's own field sends the whole.
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              setKept(true);
            }
            if (event.key !== "Escape") return;
            event.stopPropagation();
            leave();
            if (text.trim() === "") removeComment(subject, comment);
          }}
        />
        {preview.button}
        <IconButton
          icon={Trash2}
          name={`Remove the comment on ${sayLines(comment).toLowerCase()}`}
          className="btn-ghost"
          onClick={() => {
            leave();
            removeComment(subject, comment);
          }}
        />
      </div>
      {preview.region}
    </div>
  );
}

interface LastLineProps extends Pick<WriteProps, "comment" | "lastLine"> {
  onChange: (line: number) => void;
}

function LastLine({ comment: { from, to }, lastLine, onChange }: LastLineProps) {
  const farthest = Math.max(to, Math.min(lastLine, from + OFFERED));
  if (farthest === from) return null;
  return (
    <label className="ml-auto flex items-center gap-1">
      to line
      <select
        className="select select-sm w-auto"
        title="Shift with a press on another line's number does the same"
        value={to}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {Array.from({ length: farthest - from + 1 }, (_, at) => from + at).map((line) => (
          <option key={line} value={line}>{line}</option>
        ))}
      </select>
    </label>
  );
}
