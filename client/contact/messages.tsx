/** The admin's panel: messages from the contact form, live. */
import Reply from "../kit/ui/icon.tsx?reply";
import { OlderButton, useOlderRows } from "../kit/lists/load-older.tsx";
import { Empty, useKnown } from "../kit/ui/page.tsx";
import { Time } from "../kit/ui/time.tsx";
import { toast } from "../kit/data/toast.ts";
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
  const [known, waiting] = useKnown(contactMessagesAtom, loadContactMessages, {
    failed: FAILED,
    label: "Loading contact messages...",
    skeleton: "h-96 rounded-box",
  });
  const isWhole = known?.isWhole ?? true;
  const older = useOlderRows<HTMLUListElement>({ load: loadOlder, isWhole });
  if (known === null) return waiting;
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
              <Time at={createdAt} className="text-sm text-muted sm:ml-auto" />
            </div>
            <p className="max-w-3xl whitespace-pre-wrap">{message}</p>
          </li>
        ))}
      </ul>
      {!isWhole && <OlderButton older={older}>Show older messages</OlderButton>}
    </>
  );
}
