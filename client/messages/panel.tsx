/** The dashboards' panel of messages. A mentor's first shows what they have sent. */
import { useAtomValue } from "jotai";
import { meAtom } from "../kit/net/session.ts";
import { Messages } from "./messages.tsx";

export default function MessagesPanel() {
  const me = useAtomValue(meAtom);
  return (
    <div>
      <h2 className="mb-4 text-2xl font-extrabold">Messages</h2>
      <Messages first={me?.role === "mentor" ? "sent" : "all"} />
    </div>
  );
}
