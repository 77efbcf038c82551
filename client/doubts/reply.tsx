/** The mentor's reply. */
import { useAtomValue } from "jotai";
import { type Doubt, replyInput } from "../../server/doubts/schema.ts";
import { meAtom } from "../kit/session.ts";
import { renewClaim } from "./actions.ts";
import { Compose } from "./compose.tsx";

export function Reply({ doubt }: { doubt: Doubt }) {
  const me = useAtomValue(meAtom);
  const holdsClaim = doubt.claim?.by._id === me?._id;
  return (
    <section
      aria-label="Reply"
      className="writing"
    >
      <Compose
        doubt={doubt}
        kind="reply"
        schema={replyInput}
        label="Your reply"
        button="Send Reply"
        otherwise="Failed to send reply."
        onTyping={() => holdsClaim && renewClaim(doubt._id)}
      />
    </section>
  );
}
