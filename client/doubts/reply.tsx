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
      className="sticky bottom-0 z-10 mt-4 rounded-t-box border border-base-300 bg-base-100 p-4 shadow-[0_-0.5rem_1.5rem_-1rem_rgb(0_0_0/0.25)]"
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
