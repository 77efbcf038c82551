/** Who is pushed what: few rooms, decided by the server alone. */
import { type Actor, isStaff } from "../kit/roles.ts";

export type Room = "home" | "class" | "staff" | "admins" | `user:${string}` | `doubt:${string}`;

export const userRoom = (id: string): Room => `user:${id}`;
export const doubtRoom = (id: string): Room => `doubt:${id}`;
export const isDoubtRoom = (room: string): boolean => room.startsWith("doubt:");
export const doubtOf = (room: string): string => room.slice("doubt:".length);

/** The rooms that somebody is in for as long as they are connected. */
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
