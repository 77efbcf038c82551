/** The rooms that events are sent to. Only the server decides which sockets are in which room. */
import { type Actor, isLearner, isStaff } from "../kit/core/roles.ts";
import type { Alias } from "../kit/core/alias.ts";

/** A room with an id belongs to a person (`user:…`) or to a topic (`doubt:…`). */
export type Room = "home" | "visitors" | "class" | "staff" | "admins" | `${string}:${string}`;

export const userRoom = (id: string): Room => `user:${id}`;
export const sectionRoom = (id: string): Room => `section:${id}`;
/** Learners who are in no section. */
export const NO_SECTION: Room = "section:none";
export const topicRoom = (topic: string, id: string): Room => `${topic}:${id}`;

const EXCEPT = "except ";
/** Those in this room are not sent the event: another of the same change tells them. */
export const exceptRoom = (room: Room): Room => `${EXCEPT}${room}` as Room;
export const exceptionOf = (room: string): string | null =>
  room.startsWith(EXCEPT) ? room.slice(EXCEPT.length) : null;

const UNNAMED = "unnamed ";
/** Only staff and this person get the name, the others as `withoutName` returns it. */
export const unnamedRoom = ({ person, as }: Alias): Room => `${UNNAMED}${person}:${as}`;
export function unnamedAmong(rooms: readonly string[]): Alias | null {
  const room = rooms.find((one) => one.startsWith(UNNAMED));
  const [person, as] = room?.slice(UNNAMED.length).split(":") ?? [];
  return person && as ? { person, as } : null;
}

/** The rooms that a person is in while connected. */
export function roomsOf(me: Actor | null): Room[] {
  if (me === null) return ["home", "visitors"];
  return [
    "home",
    "class",
    ...(isStaff(me) ? ["staff" as const] : []),
    ...(me.role === "admin" ? ["admins" as const] : []),
    userRoom(me._id),
    // Staff get what is for any section in a room of their own.
    ...(isLearner(me) ? me.sections?.map(sectionRoom) ?? [NO_SECTION] : []),
  ];
}
