/** The mentor's reply. */
import { useAtomValue } from "jotai";
import { useRef } from "react";
import type { Doubt } from "../../server/doubts/schema.ts";
import { useAhead } from "../kit/ahead.ts";
import { useKeys } from "../kit/keys.tsx";
import { SavedReplies } from "../kit/saved-replies.tsx";
import { meAtom } from "../kit/session.ts";
import { claimWhileWriting } from "./actions.ts";
import { Compose } from "./compose.tsx";
import { isLive } from "./status.tsx";

const rules = async () => (await import("../../server/doubts/schema.ts")).replyInput;

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

function ReplyForm({ doubt, hotkey, ...rest }: FormProps) {
  return (
    <Compose
      doubt={doubt}
      kind="reply"
      schema={rules}
      label="Your reply"
      button="Send Reply"
      otherwise="Failed to send reply."
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

/** How one begins to write in the triage view. */
export const WRITE = { key: "r", name: "Write the reply", form: "reply", field: "reply" };

interface TriageProps {
  doubt: Doubt;
  onSent: () => void;
  blocked: string | undefined;
}

/** In the triage view it has keys, and whoever begins to write has the doubt. */
export function TriageReply({ doubt, onSent, blocked }: TriageProps) {
  const me = useAtomValue(meAtom);
  const section = useRef<HTMLElement>(null);
  const { claim } = doubt;
  const isOthers = claim != null && isLive(claim, Date.now()) && claim.by._id !== me?._id;
  const isOpen = doubt.waitingSince !== null && !isOthers;
  useAhead(doubt._id, { within: section, field: WRITE.field });
  useKeys([
    {
      keys: [WRITE.key],
      name: WRITE.name,
      run: () => section.current?.querySelector("textarea")?.focus(),
    },
    {
      keys: ["Ctrl+Enter"],
      name: "Send the reply, and open the next",
      run: () => section.current?.querySelector("form")?.requestSubmit(),
    },
  ]);
  return (
    <section ref={section} aria-label="Reply">
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
