/** The names of all events, the shapes of their data, and what each person may see. */
import type * as z from "zod";
import { aboutEvents } from "./about/schema.ts";
import { invitationEvents } from "./admission/invitations/schema.ts";
import { announcementEvents } from "./announcements/schema.ts";
import { assignmentEvents } from "./assignments/schema.ts";
import { tokenEvents } from "./auth/tokens/schema.ts";
import { briefingEvents } from "./briefings/schema.ts";
import { calendarEvents } from "./calendar/schema.ts";
import { commentEvents } from "./comments/schema.ts";
import { contactEvents } from "./contact/schema.ts";
import { dashboardEvents } from "./dashboards/schema.ts";
import { deskEvents } from "./desk/schema.ts";
import { doubtEvents } from "./doubts/schema.ts";
import { groupEvents } from "./groups/schema.ts";
import { goalEvents } from "./goals/schema.ts";
import { mapEvents } from "./class-sessions/map/schema.ts";
import { classSessionEvents } from "./class-sessions/schema.ts";
import { wallEvents } from "./class-sessions/wall/schema.ts";
import { messageEvents, seenBy } from "./messages/schema.ts";
import { notificationEvents } from "./notifications/schema.ts";
import { rosterEvents } from "./people/roster/schema.ts";
import { peopleEvents } from "./people/schema.ts";
import { quickQuestionEvents } from "./quick-questions/schema.ts";
import { reviewEvents } from "./reviews/schema.ts";
import { rubricEvents } from "./rubrics/schema.ts";
import { runEvents } from "./runs/schema.ts";
import { sectionEvents } from "./sections/schema.ts";
import { solutionEvents } from "./solutions/schema.ts";
import { studentEvents } from "./students/schema.ts";
import { termEvents } from "./terms/schema.ts";
import { togetherEvents } from "./together/schema.ts";
import { webhookEvents } from "./webhooks/schema.ts";
import { type Actor, isStaff } from "./kit/core/roles.ts";

export const eventSchemas = {
  ...aboutEvents,
  ...announcementEvents,
  ...assignmentEvents,
  ...briefingEvents,
  ...calendarEvents,
  ...commentEvents,
  ...contactEvents,
  ...dashboardEvents,
  ...deskEvents,
  ...doubtEvents,
  ...goalEvents,
  ...mapEvents,
  ...classSessionEvents,
  ...groupEvents,
  ...invitationEvents,
  ...messageEvents,
  ...notificationEvents,
  ...peopleEvents,
  ...quickQuestionEvents,
  ...reviewEvents,
  ...rosterEvents,
  ...rubricEvents,
  ...runEvents,
  ...sectionEvents,
  ...solutionEvents,
  ...studentEvents,
  ...termEvents,
  ...togetherEvents,
  ...tokenEvents,
  ...wallEvents,
  ...webhookEvents,
};

type Schemas = typeof eventSchemas;
export type EventName = keyof Schemas;
/** The data of an event, before the event is numbered. */
export type EventData<E extends EventName> = z.infer<Schemas[E]>;
/** An event as a client gets it: the data and the event's number in the log. */
export type Pushes = {
  [E in Exclude<EventName, "access.changed">]: EventData<E> & { seq: number };
};

/**
 * The most bytes of JSON in an event's data. Longer data has the same shape with `omitted: true`,
 * and its long texts and lists are empty. A client that shows the object fetches it.
 */
export const EVENT_MOST = 256 * 1024;

/**
 * The events that take something away, each with whether it does so from this person. Whoever
 * missed one fetches everything again, since earlier events may tell what was taken away.
 */
const hiding: { [E in EventName]?: (data: EventData<E>, me: Actor | null) => boolean } = {
  "access.changed": () => true,
  "announcement.deleted": () => true,
  "assignment.unassigned": ({ visible }) => !visible,
  "briefing.deleted": () => true,
  "comment.withdrawn": () => true,
  "doubt.hidden": ({ student }, me) => !isStaff(me) && me?._id !== student,
  "doubt.mended": ({ text }) => text === null,
  "doubt.unnamed": (_data, me) => !isStaff(me),
  "homework.changed": (change) => "removed" in change,
  "note.deleted": () => true,
  "saved-reply.removed": () => true,
  "user.changed": (change) => "removed" in change,
};

export function hides(type: string, data: unknown, me: Actor | null): boolean {
  const rule = hiding[type as EventName] as
    | ((data: unknown, me: Actor | null) => boolean)
    | undefined;
  return rule?.(data, me) ?? false;
}

/** The events of which not everyone in their rooms may see all: the part for this person. */
const parts: { [E in EventName]?: (data: EventData<E>, me: Actor | null) => EventData<E> } = {
  "message.sent": seenBy,
};

/** Returns the event's data for each person; null when everyone in its rooms gets the same. */
export const partOf = (type: string) =>
  (parts[type as EventName] ?? null) as
    | ((data: unknown, me: Actor | null) => unknown)
    | null;

/** The events that change a figure on the staff's dashboards, each with the condition. */
const figureMovers: { [E in EventName]?: (data: EventData<E>) => boolean } = {
  "assignment.saved": ({ version }) => version === 1,
  "doubt.entry": ({ entry }) => entry.type === "reply",
  "doubt.mended": ({ text }) => text === null,
  "doubt.opened": () => true,
  "message.sent": () => true,
  "roster.changed": () => true,
  "user.changed": () => true,
};

export function movesFigures(type: EventName, data: unknown): boolean {
  const mover = figureMovers[type] as ((data: unknown) => boolean) | undefined;
  return mover?.(data) ?? false;
}
