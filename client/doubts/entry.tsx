/** One step of the conversation. */
import { CircleCheckBig } from "lucide-react";
import { memo } from "react";
import type { Entry } from "../../server/doubts/schema.ts";
import { isStaff, type Role } from "../../server/kit/roles.ts";
import { Markup } from "../kit/markup.tsx";
import { showDateTime } from "../kit/time.ts";
import { Avatar } from "../people/avatar.tsx";

const verbs: Record<Entry["type"], string> = {
  "doubt": "asked",
  "reply": "replied",
  "follow-up": "asked again",
  "resolve": "marked this as resolved",
};

interface EntryProps {
  entry: Entry;
  isMine: boolean;
}

/** An entry never changes: in a long thread, one more draws one more. */
export const ConversationEntry = memo(function ConversationEntry({ entry, isMine }: EntryProps) {
  const { type, sender, timestamp, html } = entry;
  const time = (
    <time dateTime={timestamp} className="text-sm text-muted">{showDateTime(timestamp)}</time>
  );
  if (type === "resolve") {
    return (
      <li className="flex flex-wrap items-center gap-x-2 gap-y-1 px-1 text-success">
        <CircleCheckBig aria-hidden className="size-5" />
        <span className="font-semibold">{isMine ? "You" : sender.name} {verbs.resolve}</span>
        {time}
      </li>
    );
  }
  return (
    <li
      className={`panel in-parts rise overflow-hidden ${
        type === "reply" ? "border-l-6 border-l-primary" : ""
      }`}
    >
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1 px-4 pt-3 text-base">
        <Avatar name={sender.name} />
        <span className="font-bold">{isMine ? "You" : sender.name}</span>
        <RoleBadge role={sender.role} />
        <span className="text-muted">{verbs[type]}</span>
        <span className="ml-auto">{time}</span>
      </div>
      <Markup html={html} className={`px-4 pt-2 pb-4 ${type === "doubt" ? "text-lg" : ""}`} />
    </li>
  );
});

function RoleBadge({ role }: { role: Role }) {
  if (!isStaff({ _id: "", role })) return null;
  return <span className="badge badge-sm badge-primary font-semibold">{role}</span>;
}
