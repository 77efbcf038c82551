/** The list of messages, live: filtered by who sent them, older ones as they are asked for. */
import { useAtomValue } from "jotai";
import { useCallback, useEffect } from "react";
import { Link } from "wouter";
import type { Message } from "../../server/messages/schema.ts";
import { isStaff } from "../../server/kit/roles.ts";
import { FilterBar, FilterText, useFilterPart } from "../kit/filter.tsx";
import { useLoad } from "../kit/load.ts";
import { OlderButton, useOlder } from "../kit/older.tsx";
import { Empty, LoadFailed, SkeletonCards, Waiting } from "../kit/page.tsx";
import { meAtom } from "../kit/session.ts";
import { Tabs } from "../kit/tabs.tsx";
import { showDateTime } from "../kit/time.ts";
import { toast } from "../kit/toast.tsx";
import { useSeen } from "../kit/unread.tsx";
import { Avatar } from "../people/avatar.tsx";
import { loadMessages, loadOlderMessages } from "./actions.ts";
import { messageListsAtom, type Scope, SCOPES } from "./state.ts";

const FAILED = "Failed to fetch messages.";
/** With a filter, so many matches are looked for in older messages. */
const ENOUGH = 20;

const names: Record<Scope, string> = { all: "All", sent: "Sent by me", personal: "Personal" };

/** @param first what is shown when the address does not say */
export function Messages({ first = "all" }: { first?: Scope }) {
  const me = useAtomValue(meAtom);
  const [show, setShow] = useFilterPart("show");
  useSeen("messages");
  const scopes = SCOPES.filter((scope) => scope !== "sent" || isStaff(me));
  const scope = scopes.find((one) => one === show) ?? first;
  return (
    <>
      <FilterBar
        label="Filter messages"
        keep={["panel", "show"]}
        first={<FilterText name="sender" label="Sender name" placeholder="Filter by sender name" />}
      />
      <Tabs
        label="Messages"
        tabs={scopes.map((id) => ({ id, name: names[id] }))}
        shown={scope}
        onShow={(id) => setShow(id === first ? "" : id)}
      >
        <List key={scope} scope={scope} />
      </Tabs>
    </>
  );
}

function List({ scope }: { scope: Scope }) {
  const [sender] = useFilterPart("sender");
  const known = useAtomValue(messageListsAtom)[scope];
  const load = useCallback((signal: AbortSignal) => loadMessages(scope, signal), [scope]);
  const loading = useLoad(load, FAILED);
  const isWhole = known?.isWhole ?? true;
  const loadOlder = useCallback(
    () => loadOlderMessages(scope).catch(() => void toast.error(FAILED)),
    [scope],
  );
  const older = useOlder<HTMLUListElement>({ load: loadOlder, isWhole });
  const { busy, more } = older;
  const wanted = sender.trim().toLowerCase();
  const shown =
    known?.items.filter((message) =>
      wanted === "" || message.sender.name.toLowerCase().includes(wanted)
    ) ?? [];
  const count = known?.items.length;
  useEffect(() => {
    if (wanted !== "" && !isWhole && shown.length < ENOUGH) void more();
    // Again with each page that came.
  }, [wanted, isWhole, count, shown.length, more]);
  if (known === undefined) {
    if (loading.state === "failed") return <LoadFailed loading={loading} />;
    return (
      <Waiting label="Loading messages...">
        <SkeletonCards count={6} height="h-44" />
      </Waiting>
    );
  }
  return (
    <div className="space-y-4">
      {shown.length === 0 && !busy && <Empty>No messages available.</Empty>}
      <ul ref={older.rows} tabIndex={-1} aria-label="Messages" className="cards outline-none">
        {shown.map((message) => (
          <li key={message._id} className="flex">
            <MessageCard message={message} />
          </li>
        ))}
      </ul>
      {!isWhole && <OlderButton older={older}>Show older messages</OlderButton>}
    </div>
  );
}

export function KindBadge({ isPublic }: { isPublic: boolean }) {
  return (
    <span
      className={`badge badge-soft font-semibold ${isPublic ? "badge-info" : "badge-warning"}`}
    >
      {isPublic ? "Public" : "Personal"}
    </span>
  );
}

/** How many received it besides its reader: who they are is the sender's and the staff's to see. */
export function othersOf({ others = 0 }: Pick<Message, "others">): string | null {
  return others === 0 ? null : `and ${others} ${others === 1 ? "other" : "others"}`;
}

function toWhom({ isPublic, recipients, others }: Message): string {
  if (isPublic) return "Global";
  const names = recipients.map(({ name }) => others === undefined ? name : "you").join(", ");
  return [names, othersOf({ others })].filter(Boolean).join(" ");
}

function MessageCard({ message }: { message: Message }) {
  const { _id, subject, body, sender, createdAt } = message;
  return (
    <Link
      href={`/messages/${_id}`}
      data-begin
      className="panel flex min-w-0 grow flex-col gap-2.5 p-4 hover:border-primary"
    >
      <span className="flex flex-wrap items-center justify-between gap-2">
        <KindBadge isPublic={message.isPublic} />
        <time dateTime={createdAt} className="text-sm text-muted">{showDateTime(createdAt)}</time>
      </span>
      <h3 className="text-lg font-bold">{subject}</h3>
      <span className="line-clamp-3 whitespace-pre-line">{body}</span>
      <span className="mt-auto flex min-w-0 items-center gap-2 border-t border-base-300 pt-2.5 text-sm">
        <Avatar name={sender.name} size="size-6 text-[0.6rem]" />
        <span className="max-w-[60%] shrink-0 truncate font-semibold">{sender.name}</span>
        <span className="ml-auto truncate text-muted">
          to {toWhom(message)}
        </span>
      </span>
    </Link>
  );
}
