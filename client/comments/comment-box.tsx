/** One comment at its lines: who wrote it, the answers, and "done" by the student. */
import { useAtomValue } from "jotai";
import { memo, useState } from "react";
import CircleCheckBig from "../kit/ui/icon.tsx?circle-check-big";
import CornerDownRight from "../kit/ui/icon.tsx?corner-down-right";
import { can } from "../../server/comments/policy.ts";
import type { Comment } from "../../server/comments/schema.ts";
import { isEditable } from "../../server/threads/policy.ts";
import { serverNow } from "../kit/net/server-clock.ts";
import { meAtom } from "../kit/net/session.ts";
import { useCall } from "../kit/data/use-call.ts";
import { AreaField } from "../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../kit/forms/form.tsx";
import { Time } from "../kit/ui/time.tsx";
import { RichText } from "../kit/ui/rich-text.tsx";
import { PersonName } from "../people/person-name.tsx";
import { answerComment, finishComment } from "./actions.ts";
import { api, call, once } from "../kit/net/api.ts";
import { useEditText } from "../threads/edit-text.tsx";
import { notes } from "./state.ts";
import { Button } from "../kit/ui/button.tsx";

export const sayLines = ({ from, to }: { from: number; to: number }): string =>
  from === to ? `Line ${from}` : `Lines ${from} to ${to}`;

const placeOf = ({ _id }: Comment): string => `comment-${_id}`;

/** Brings a comment into view and gives it the focus. Returns false if it is not on the page. */
export function goToComment(comment: Comment): boolean {
  const place = document.getElementById(placeOf(comment));
  place?.scrollIntoView({ block: "center" });
  place?.focus({ preventScroll: true });
  return place !== null;
}

/** Memoized: a new comment renders no other one. */
export const CommentBox = memo(function CommentBox({ comment }: { comment: Comment }) {
  const me = useAtomValue(meAtom);
  const [isAnswering, setAnswering] = useState(false);
  const { by, html, createdAt, editedAt, doneAt, answers } = comment;
  const isDone = doneAt !== null;
  const isNewest = answers.length === 0 && !isDone;
  const at = api.comments[":id"];
  const param = { id: comment._id };
  const editing = useEditText({
    id: comment._id,
    editedAt,
    mayEdit: by._id === me?._id && isEditable({ at: createdAt, isNewest }, serverNow()),
    read: () => comment.text,
    save: async (text, key) =>
      notes.applyOwn(
        "comment.saved",
        await call(at.$patch({ param, json: { text } }, once(key))),
      ),
    versions: async () => (await call(at.versions.$get({ param }))).data,
  });
  return (
    <article
      id={placeOf(comment)}
      tabIndex={-1}
      aria-label={`${sayLines(comment)}, comment by ${by.name}`}
      className={`rounded-field border-l-4 bg-base-200 px-3 py-2 ${
        isDone ? "border-l-success" : "border-l-primary"
      }`}
    >
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        <strong className="text-base-content">{by._id === me?._id ? "You" : by.name}</strong>
        {sayLines(comment)}
        <Time at={createdAt} />
        {editing.button}
        {isDone && (
          <span className="flex items-center gap-1 font-semibold text-success">
            <CircleCheckBig aria-hidden className="size-4" /> Done
          </span>
        )}
      </p>
      <RichText html={html} />
      {editing.form}
      {answers.length > 0 && (
        <ul aria-label="Answers" className="mt-2 space-y-1 border-l-2 border-base-300 pl-3">
          {answers.map((answer) => (
            <li key={answer._id}>
              <span className="text-sm font-semibold">
                {answer.by._id === me?._id ? "You" : <PersonName person={answer.by} />}
              </span>
              <RichText html={answer.html} />
            </li>
          ))}
        </ul>
      )}
      {isAnswering && <AnswerForm comment={comment} onSent={() => setAnswering(false)} />}
      <p className="mt-1 flex flex-wrap gap-2">
        {can.answer(me, comment) && !isAnswering && (
          <Button
            icon={CornerDownRight}
            className="btn-ghost btn-sm"
            onClick={() => setAnswering(true)}
          >
            Answer
          </Button>
        )}
        {can.finish(me, comment) && <DoneLine comment={comment} />}
      </p>
    </article>
  );
});

function DoneLine({ comment: { _id, doneAt } }: { comment: Comment }) {
  const { run } = useCall("Failed to mark the comment.");
  return (
    <Button
      icon={CircleCheckBig}
      className="btn-ghost btn-sm"
      aria-pressed={doneAt !== null}
      onClick={() => run(() => finishComment(_id, doneAt === null))}
    >
      Done
    </Button>
  );
}

function AnswerForm({ comment: { _id }, onSent }: { comment: Comment; onSent: () => void }) {
  const form = useForm({
    schema: async () => (await import("../../server/comments/schema.ts")).answerInput,
    empty: { text: "" },
    draft: "comment-answer",
    subject: _id,
    otherwise: "Failed to send the answer.",
    submit: async (input, _values, key) => {
      await answerComment(_id, input.text, key);
      if (form.reset()) onSent();
    },
  });
  return (
    <form {...form.props} className="mt-2 space-y-2">
      <AreaField form={form} name="text" label="Your answer" rows={1} required isMarkdown />
      <FormError text={form.problem} />
      <SubmitButton busy={form.busy}>Send the answer</SubmitButton>
    </form>
  );
}

/**
 * A comment that was written for an earlier version of the program.
 * @param isHere whether its lines are unchanged in this version
 */
export function EarlierComment(
  { comment, isHere = false }: { comment: Comment; isHere?: boolean },
) {
  return (
    <article
      aria-label={`${sayLines(comment)} of an earlier version, comment by ${comment.by.name}`}
      className="rounded-field border-l-4 border-l-base-content/40 bg-base-200 px-3 py-2"
    >
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        <strong className="text-base-content">{comment.by.name}</strong>
        {isHere
          ? "Not done yet"
          : `Written for an earlier version, ${sayLines(comment).toLowerCase()}`}
        <button type="button" className="link-plain" onClick={() => goToComment(comment)}>
          Show it there
        </button>
      </p>
      <RichText html={comment.html} />
    </article>
  );
}
