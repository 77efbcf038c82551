/** The rooms that events are sent to. Only the server decides which sockets are in which room. */
import { type Actor, isStaff } from "../kit/core/roles.ts";

/** A room with an id belongs to a person (`user:…`) or to a topic (`doubt:…`). */
export type Room = "home" | "class" | "staff" | "admins" | `${string}:${string}`;

export const userRoom = (id: string): Room => `user:${id}`;
export const topicRoom = (topic: string, id: string): Room => `${topic}:${id}`;

/** The watchers of a topic's room who have what its events leave out. */
export const holdersRoom = (room: string): string => `holders ${room}`;

/** The rooms that a person is in while connected. */
export function roomsOf(me: Actor | null): Room[] {
  if (me === null) return ["home"];
  return [
    "home",
    "class",
    ...(isStaff(me) ? ["staff" as const] : []),
    ...(me.role === "admin" ? ["admins" as const] : []),
    userRoom(me._id),
  ];
}
