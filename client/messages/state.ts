/** State of messages: three lists, as far as they are loaded, and messages that were opened. */
import { atom } from "jotai/vanilla";
import type { Message } from "../../server/messages/schema.ts";
import { can, isOpen } from "../../server/messages/policy.ts";
import { type Actor, isStaff } from "../../server/kit/core/roles.ts";
import { type LiveList, liveList, newestFirst } from "../kit/data/live-list.ts";
import type { Person } from "../people/picker.tsx";
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

export interface MessageDraft extends Record<string, unknown> {
  subject: string;
  body: string;
  type: "public" | "personal";
  recipients: readonly Person[];
  links: string;
}

function listOf(scope: Scope) {
  const of = perUserAtom<LiveList<Message> | null>(null);
  const list = liveList({
    atom: of,
    order: newestFirst,
    rows: {
      "message.sent": (message: Message) => {
        const me = store.get(meAtom);
        return me !== null && isInList(scope, message, me) ? message : null;
      },
    },
  });
  return { of, ...list };
}

export const lists = { all: listOf("all"), sent: listOf("sent"), personal: listOf("personal") };

export const openedAtom = perUserAtom<readonly Message[]>([]);

export const messagesAtom = atom((get): Readonly<Record<string, Message>> => {
  const listed = SCOPES.flatMap((scope) => get(lists[scope].of)?.items ?? []);
  return Object.fromEntries([...get(openedAtom), ...listed].map((one) => [one._id, one]));
});
