/** The admin's panel: what came in through the contact form, as it comes. */
import { Reply } from "lucide-react";
import { useAtomValue } from "jotai";
import { useCallback } from "react";
import { useLoad } from "../kit/load.ts";
import { OlderButton, useOlder } from "../kit/older.tsx";
import { Empty, LoadFailed, Waiting } from "../kit/page.tsx";
import { showDateTime } from "../kit/time.ts";
import { toast } from "../kit/toast.tsx";
import { loadContactMessages, loadOlderContactMessages } from "./actions.ts";
import { contactMessagesAtom } from "./state.ts";

const FAILED = "Failed to fetch contact messages.";

export function ContactMessagesPanel() {
  return (
    <div className="space-y-4">
      <h2 className="text-2xl font-extrabold">Contact Messages</h2>
      <List />
    </div>
  );
}

const loadOlder = () => loadOlderContactMessages().catch(() => void toast.error(FAILED));

function List() {
  const known = useAtomValue(contactMessagesAtom);
  const load = useCallback((signal: AbortSignal) => loadContactMessages(signal), []);
  const loading = useLoad(load, FAILED);
  const isWhole = known?.isWhole ?? true;
  const older = useOlder<HTMLUListElement>({ load: loadOlder, isWhole });
  if (known === null) {
    if (loading.state === "failed") return <LoadFailed loading={loading} />;
    return (
      <Waiting label="Loading contact messages...">
        <div className="skeleton h-96 rounded-box" />
      </Waiting>
    );
  }
  if (known.items.length === 0) return <Empty>No contact messages available.</Empty>;
  return (
    <>
      <ul ref={older.rows} className="divide-y divide-base-300">
        {known.items.map(({ _id, name, email, message, createdAt }) => (
          <li key={_id} tabIndex={-1} className="space-y-2 py-4">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <h3 className="font-bold">{name}</h3>
              <a
                href={`mailto:${email}`}
                className="link-plain inline-flex items-center gap-1.5 break-all"
              >
                <Reply aria-hidden className="size-4 shrink-0" />
                {email}
              </a>
              <time dateTime={createdAt} className="text-sm text-muted sm:ml-auto">
                {showDateTime(createdAt)}
              </time>
            </div>
            <p className="max-w-3xl whitespace-pre-wrap">{message}</p>
          </li>
        ))}
      </ul>
      {!isWhole && <OlderButton older={older}>Show older messages</OlderButton>}
    </>
  );
}
