/** The form for a mentor's reply. */
import { useAtomValue } from "jotai";
import type { Doubt } from "../../../server/doubts/schema.ts";
import { useAttached } from "../../comments/drafts/state.ts";
import { meAtom } from "../../kit/net/session.ts";
import { claimWhileWriting } from "../actions.ts";
import { Compose } from "./compose.tsx";
import Attachments from "../../comments/attachments.tsx";
import SavedReplies from "../../desk/saved-replies.tsx";

export function Reply({ doubt }: { doubt: Doubt }) {
  const me = useAtomValue(meAtom);
  const holdsClaim = doubt.claim?.by._id === me?._id;
  return (
    <section
      aria-label="Reply"
      className="writing"
    >
      <ReplyForm doubt={doubt} onTyping={() => holdsClaim && claimWhileWriting(doubt._id)} />
    </section>
  );
}

interface FormProps {
  doubt: Doubt;
  onTyping: () => void;
  onSent?: () => void;
  blocked?: string | undefined;
  hotkey?: string;
  dense?: boolean;
}

export function ReplyForm({ doubt, hotkey, ...rest }: FormProps) {
  const { comments, proposal, link } = useAttached(doubt._id);
  const brings = [
    link && "the answer to a similar doubt",
    comments.length > 0 && "my comments",
    proposal !== null && "my change",
  ]
    .filter((one) => !!one);
  return (
    <Compose
      doubt={doubt}
      above={brings.length > 0 && <Attachments subject={doubt._id} />}
      instead={brings.length > 0 ? `See ${brings.join(" and ")}.` : ""}
      kind="reply"
      {...rest}
    >
      {(written, write) => (
        <SavedReplies
          written={written}
          hotkey={hotkey}
          onInsert={(text) => write(written === "" ? text : `${written}\n${text}`)}
        />
      )}
    </Compose>
  );
}
