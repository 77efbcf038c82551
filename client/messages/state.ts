/**
 * State of messages: each is stored once, and the lists refer to them as far as they are loaded.
 */
import { atom } from "jotai/vanilla";
import type { Message } from "../../server/messages/schema.ts";
import { can, isOpen } from "../../server/messages/policy.ts";
import { type Actor, isStaff } from "../../server/kit/core/roles.ts";
import { type Fetched, liveRecord, type Values } from "../kit/data/live-query.ts";
import { type LivePagedList, newestFirst, upsertRow } from "../kit/data/paged-list.ts";
import { meAtom, perUserAtom } from "../kit/net/session.ts";
import { store } from "../kit/net/store.ts";

/** All messages that the user may list, those that they have sent, or personal messages. */
export const SCOPES = ["all", "sent", "personal"] as const;
export type Scope = typeof SCOPES[number];

/** Returns whether a message belongs in a user's list, by the same rules as on the server. */
export function isInList(scope: Scope, message: Message, me: Actor): boolean {
  const isSent = message.sender._id === me._id;
  const isReceived = message.recipients.some(({ _id }) => _id === me._id);
  if (scope === "sent") return isSent;
  if (scope === "personal") return !message.isPublic && (isSent || isReceived);
  if (me.role === "admin") return true;
  if (!isStaff(me)) return can.read(me, message);
  return isSent || isReceived || (message.isPublic && !isOpen(message));
}

export interface Chosen {
  _id: string;
  name: string;
}

/** The values of the message form. */
export interface MessageDraft extends Record<string, unknown> {
  subject: string;
  body: string;
  type: "public" | "personal";
  recipients: readonly Chosen[];
  links: string;
}

// Messages: each is stored once, by its id

export interface KnownMessage extends Fetched {
  message: Message;
}

const keptMessagesAtom = perUserAtom<Values<KnownMessage>>({});

export const messages = liveRecord({
  atom: keptMessagesAtom,
  reduce: {
    // A message never changes.
    "message.sent": (known) => known,
  },
  add({ event, data }) {
    if (event !== "message.sent") return undefined;
    const { seq, ...message } = data;
    return [message._id, { message, seq, stale: false }];
  },
});

/** Returns the messages of a reply, by their ids. */
export const messagesById = (all: readonly Message[], seq: number) =>
  Object.fromEntries(all.map((message) => [message._id, { message, seq, stale: false }]));

export const messagesAtom = atom((get): Values<Message> =>
  Object.fromEntries(
    Object.values(get(keptMessagesAtom)).map(({ message }) => [message._id, message]),
  )
);

// Lists: each as far as it is loaded

/** The fields of a message that a list needs for its order. */
export type Listed = Pick<Message, "_id" | "createdAt">;

export interface MessageList extends LivePagedList<Listed> {
  scope: Scope;
}

const keptListsAtom = perUserAtom<Values<MessageList>>({});

export const messageLists = liveRecord({
  atom: keptListsAtom,
  context: (): Actor | null => store.get(meAtom),
  reduce: {
    "message.sent": (known, { seq: _, ...message }, me) =>
      me !== null && isInList(known.scope, message, me)
        ? { ...known, ...upsertRow(known, asListed(message), newestFirst) }
        : known,
  },
  // The reply with a further page already contains the rows that were loaded before.
  join: (_known, reply) => reply,
});

export const asListed = ({ _id, createdAt }: Message): Listed => ({ _id, createdAt });

/** Returns one list as it is stored: its rows are ids. */
export const keptListOf = (scope: Scope): MessageList | undefined =>
  store.get(keptListsAtom)[scope];

/** The lists with their messages. */
export const messageListsAtom = atom((get) => {
  const all = get(messagesAtom);
  const lists = Object.values(get(keptListsAtom)).map((list) => {
    const items = list.items.flatMap(({ _id }) => all[_id] ?? []);
    return [list.scope, { ...list, items }] as const;
  });
  return Object.fromEntries(lists) as {
    [S in Scope]?: LivePagedList<Message>;
  };
});
