/** What is known of messages: lists as far as they were read, and opened ones. */
import { atom } from "jotai/vanilla";
import { can, isOpen } from "../../server/messages/policy.ts";
import type { Message } from "../../server/messages/schema.ts";
import { type Actor, isStaff } from "../../server/kit/roles.ts";
import { meAtom, personal } from "../kit/session.ts";
import { newestFirst, put, type Stretch } from "../kit/stretch.ts";

export interface Chosen {
  _id: string;
  name: string;
}

/** A message as it is typed. */
export interface Typed extends Record<string, unknown> {
  subject: string;
  body: string;
  type: "public" | "personal";
  recipients: readonly Chosen[];
  links: string;
}

/** Everything that one may list, what one has sent, or what is between persons. */
export const SCOPES = ["all", "sent", "personal"] as const;
export type Scope = typeof SCOPES[number];

/** Whether a message is in somebody's list, as the server's own lists have it. */
export function belongs(scope: Scope, message: Message, me: Actor): boolean {
  const isSent = message.sender._id === me._id;
  const isReceived = message.recipients.some(({ _id }) => _id === me._id);
  if (scope === "sent") return isSent;
  if (scope === "personal") return !message.isPublic && (isSent || isReceived);
  if (me.role === "admin") return true;
  if (!isStaff(me)) return can.read(me, message);
  return isSent || isReceived || (message.isPublic && !isOpen(message));
}

export type Lists = { readonly [S in Scope]?: Stretch<Message> };

export function keepMessage(lists: Lists, message: Message, me: Actor): Lists {
  const known = Object.entries(lists) as [Scope, Stretch<Message>][];
  return Object.fromEntries(
    known.map(([scope, list]) => [
      scope,
      belongs(scope, message, me) ? put(list, message, newestFirst) : list,
    ]),
  );
}

export const messageListsAtom = personal<Lists>({});
/** Opened by their own address. */
export const messagesAtom = personal<Readonly<Record<string, Message>>>({});

export const keepMessagePush = atom(
  null,
  (get, set, { seq: _, ...message }: Message & { seq: number }) => {
    const me = get(meAtom);
    if (me !== null) set(messageListsAtom, (lists) => keepMessage(lists, message, me));
  },
);
