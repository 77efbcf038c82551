/** The form that edits a comment on lines, and the comment's earlier versions for staff. */
import type { Comment } from "../../server/comments/schema.ts";
import { api, call } from "../kit/net/api.ts";
import { Mend } from "../threads/mend.tsx";
import { notes } from "./state.ts";

interface MendCommentProps {
  comment: Comment;
  mayEdit: boolean;
  onClose: () => void;
}

export default function MendComment({ comment, mayEdit, onClose }: MendCommentProps) {
  const at = api.comments[":id"];
  const param = { id: comment._id };
  return (
    <Mend
      id={comment._id}
      text={comment.text}
      save={mayEdit
        ? async (text, key) => {
          const headers = { "Idempotency-Key": key };
          const { data, seq } = await call(at.$patch({ param, json: { text } }, { headers }));
          notes.keepOwn({ event: "comment.saved", data: { ...data, seq } });
        }
        : undefined}
      versions={comment.editedAt === undefined
        ? undefined
        : async () => (await call(at.versions.$get({ param }))).data}
      onClose={onClose}
    />
  );
}
