/** The list of messages, live, with a filter by sender. Older messages are loaded on demand. */
import { useAtomValue } from "jotai";
import { type ReactNode, useCallback, useEffect } from "react";
import { Link } from "wouter";
import type { Message } from "../../server/messages/schema.ts";
import { isStaff } from "../../server/kit/core/roles.ts";
import { FilterBar } from "../kit/lists/filter-bar.tsx";
import { FilterText, useFilterPart } from "../kit/lists/url-filter.tsx";
import { groupBy, Row, Rows, SkeletonRows, usePeriods } from "../kit/lists/row.tsx";
import { OlderButton, useOlderRows } from "../kit/lists/load-older.tsx";
import { Empty, useKnown } from "../kit/ui/page.tsx";
import { meAtom } from "../kit/net/session.ts";
import { plural } from "../kit/ui/plural.ts";
import { Tabs } from "../kit/ui/tabs.tsx";
import { Time } from "../kit/ui/time.tsx";
import { toast } from "../kit/data/toast.ts";
import { useSeen } from "../kit/news/unread.tsx";
import { Avatar } from "../people/avatar.tsx";
import { PersonName } from "../people/person-name.tsx";
import { loadMessages, loadOlderMessages } from "./actions.ts";
import { lists, type Scope, SCOPES } from "./state.ts";
import { Button } from "../kit/ui/button.tsx";

const FAILED = "Failed to fetch messages.";
/** With a filter, older messages are loaded until this many match. */
const ENOUGH = 20;

const names: Record<Scope, string> = { all: "All", sent: "Sent by me", personal: "Personal" };

/** @param first the list that is shown if the address does not name one */
export function Messages({ first = "all" }: { first?: Scope }) {
  const me = useAtomValue(meAtom);
  const [show, setShow] = useFilterPart("show");
  useSeen("messages");
  const scopes = SCOPES.filter((scope) => scope !== "sent" || isStaff(me));
  const scope = scopes.find((one) => one === show) ?? first;
  return (
    <Tabs
      label="Messages"
      tabs={scopes.map((id) => ({ id, name: names[id] }))}
      current={scope}
      onShow={(id) => setShow(id === first ? "" : id)}
      aside={
        <FilterBar
          label="Filter messages"
          keep={["panel", "show"]}
          first={
            <FilterText name="sender" label="Sender name" placeholder="Filter by sender name" />
          }
        />
      }
    >
      <List key={scope} scope={scope} />
    </Tabs>
  );
}

function List({ scope }: { scope: Scope }) {
  const [sender] = useFilterPart("sender");
  const [known, waiting] = useKnown(lists[scope].of, loadMessages, {
    failed: FAILED,
    label: "Loading messages...",
    placeholder: <SkeletonRows count={8} />,
  }, scope);
  const isWhole = known?.isWhole ?? true;
  const loadOlder = useCallback(
    () => loadOlderMessages(scope).catch(() => void toast.error(FAILED)),
    [scope],
  );
  const older = useOlderRows<HTMLUListElement>({ load: loadOlder, isWhole });
  const { busy, more } = older;
  const periodOf = usePeriods();
  const name = sender.trim().toLowerCase();
  const visible =
    known?.items.filter((message) =>
      name === "" || message.sender.name.toLowerCase().includes(name)
    ) ?? [];
  const count = known?.items.length;
  useEffect(() => {
    if (name !== "" && !isWhole && visible.length < ENOUGH) void more();
    // Runs again after each loaded page.
  }, [name, isWhole, count, visible.length, more]);
  if (known === null) return waiting;
  return (
    <div className="space-y-4">
      {visible.length === 0 && !busy && <NoMessages isFiltered={name !== ""} />}
      <Rows
        label="Messages"
        groups={groupBy(visible, ({ createdAt }) => periodOf(createdAt))}
        keyOf={({ _id }) => _id}
        row={(message) => <MessageRow message={message} />}
        list={older.rows}
      />
      {!isWhole && <OlderButton older={older}>Show older messages</OlderButton>}
    </div>
  );
}

function NoMessages({ isFiltered }: { isFiltered: boolean }) {
  const me = useAtomValue(meAtom);
  const [, setSender] = useFilterPart("sender");
  const home = isStaff(me) ? "/mentor" : "/dashboard";
  return (
    <Empty
      action={isFiltered
        ? <Button className="btn-primary" onClick={() => setSender("")}>Show all messages</Button>
        : (
          <Link href={`${home}?panel=message`} className="btn btn-primary">
            Write the first one
          </Link>
        )}
    >
      No messages available.
    </Empty>
  );
}

export function KindBadge({ isPublic }: { isPublic: boolean }) {
  return (
    <span
      className={`badge badge-outline font-semibold ${isPublic ? "badge-info" : "badge-warning"}`}
    >
      {isPublic ? "Public" : "Personal"}
    </span>
  );
}

/** The number of recipients besides the reader. Only the sender and staff may see their names. */
export function othersOf({ others = 0 }: Pick<Message, "others">): string | null {
  return others === 0 ? null : `and ${plural(others, "other")}`;
}

function toWhom({ recipients, others }: Message): string {
  const names = recipients.map(({ name }) => others === undefined ? name : "you").join(", ");
  return [names, othersOf({ others })].filter(Boolean).join(" ");
}

function MessageRow({ message }: { message: Message }) {
  const { _id, subject, body, sender, createdAt } = message;
  const hasLink = isStaff(useAtomValue(meAtom)) && !isStaff(sender);
  return (
    <Row
      href={`/messages/${_id}`}
      state={<KindBadge isPublic={message.isPublic} />}
      title={subject}
      text={body}
      lines={3}
      who={<Who message={message} name={sender.name} />}
      whoLink={hasLink
        ? <Who message={message} name={<PersonName person={sender} />} />
        : undefined}
      time={<Time at={createdAt} className="text-muted" />}
    />
  );
}

function Who({ message, name }: { message: Message; name: ReactNode }) {
  return (
    <>
      <Avatar name={message.sender.name} size="size-6 text-[0.6rem]" />
      <span className="min-w-0">
        <span className="block truncate font-semibold">{name}</span>
        {!message.isPublic && (
          <span className="block truncate text-muted">to {toWhom(message)}</span>
        )}
      </span>
    </>
  );
}
