/** The form for a mentor's reply. */
import { useAtomValue } from "jotai";
import { Suspense } from "react";
import type { Doubt } from "../../../server/doubts/schema.ts";
import { useAttached } from "../../comments/drafts/state.ts";
import { AfterFirst, lazyComponent } from "../../kit/ui/lazy.tsx";
import { meAtom } from "../../kit/net/session.ts";
import { claimWhileWriting } from "../actions.ts";
import { Compose } from "./compose.tsx";

const GoesWith = lazyComponent(() => import("../../comments/goes-with.tsx"));
const SavedReplies = lazyComponent(() => import("../../desk/saved-replies.tsx"));
const rules = async () => (await import("../../../server/doubts/schema.ts")).replyInput;

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
  const { comments, proposal } = useAttached(doubt._id);
  const brings = [comments.length > 0 && "my comments", proposal !== null && "my change"]
    .filter((one) => one !== false);
  return (
    <Compose
      doubt={doubt}
      above={brings.length > 0 && (
        <Suspense>
          <GoesWith subject={doubt._id} />
        </Suspense>
      )}
      instead={brings.length > 0 ? `See ${brings.join(" and ")}.` : ""}
      kind="reply"
      schema={rules}
      label="Your reply"
      button="Send Reply"
      otherwise="Failed to send reply."
      {...rest}
    >
      {(written, write) => (
        <AfterFirst otherwise={<span className="btn btn-ghost btn-sm">Saved replies</span>}>
          <SavedReplies
            written={written}
            hotkey={hotkey}
            onInsert={(text) =>
              write(written === "" ? text : `${written}\n${text}`)}
          />
        </AfterFirst>
      )}
    </Compose>
  );
}
