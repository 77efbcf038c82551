/**
 * All events of all features: their names, the shapes of their data, and their rules for catch-up.
 */
import type * as z from "zod";
import { aboutEventRules, aboutEvents } from "./about/schema.ts";
import { invitationEventRules, invitationEvents } from "./admission/invitations/schema.ts";
import { announcementEventRules, announcementEvents } from "./announcements/schema.ts";
import { assignmentEventRules, assignmentEvents } from "./assignments/schema.ts";
import { tokenEventRules, tokenEvents } from "./auth/tokens/schema.ts";
import { briefingEventRules, briefingEvents } from "./briefings/schema.ts";
import { calendarEventRules, calendarEvents } from "./calendar/schema.ts";
import { commentEventRules, commentEvents } from "./comments/schema.ts";
import { contactEvents } from "./contact/schema.ts";
import { dashboardEvents } from "./dashboards/schema.ts";
import { deskEventRules, deskEvents } from "./desk/schema.ts";
import { doubtEventRules, doubtEvents } from "./doubts/schema.ts";
import { groupEvents } from "./groups/schema.ts";
import { goalEventRules, goalEvents } from "./goals/schema.ts";
import { mapEventRules, mapEvents } from "./lessons/map/schema.ts";
import { lessonEventRules, lessonEvents } from "./lessons/schema.ts";
import { wallEventRules, wallEvents } from "./lessons/wall/schema.ts";
import { messageEventRules, messageEvents } from "./messages/schema.ts";
import { notificationEventRules, notificationEvents } from "./notifications/schema.ts";
import { rosterEventRules, rosterEvents } from "./people/roster/schema.ts";
import { personalEventRules, personalEvents } from "./personal/schema.ts";
import { peopleEventRules, peopleEvents } from "./people/schema.ts";
import { pollEventRules, pollEvents } from "./polls/schema.ts";
import { reviewEventRules, reviewEvents } from "./reviews/schema.ts";
import { rubricEventRules, rubricEvents } from "./rubrics/schema.ts";
import { runEventRules, runEvents } from "./runs/schema.ts";
import { sectionEventRules, sectionEvents } from "./sections/schema.ts";
import { solutionEventRules, solutionEvents } from "./solutions/schema.ts";
import { studentEventRules, studentEvents } from "./students/schema.ts";
import { termEventRules, termEvents } from "./terms/schema.ts";
import { togetherEventRules, togetherEvents } from "./together/schema.ts";
import { webhookEventRules, webhookEvents } from "./webhooks/schema.ts";
import type { Actor } from "./kit/core/roles.ts";

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
  ...lessonEvents,
  ...groupEvents,
  ...invitationEvents,
  ...messageEvents,
  ...notificationEvents,
  ...peopleEvents,
  ...personalEvents,
  ...pollEvents,
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

/** How an event relates to other events and to its reader when it is sent. */
export type EventRules<Data> = {
  /** The key of the object that the event is about. */
  of: (data: Data) => string;
  /**
   * The event holds the object's whole state. Catch-up sends the newest data in place of earlier
   * data.
   */
  isState?: boolean;
  /**
   * Whether the event takes the object away from this person. Catch-up leaves out its earlier
   * events.
   */
  ends?: (data: Data, me: Actor | null) => boolean;
  /** Returns the data with parts of other objects updated from their newest events. */
  renewed?: (data: Data, newest: (type: EventName, subject: string) => unknown) => Data;
  /**
   * Whether the event includes the one logged just before it for a client that holds the object
   * (`watch {…, holds: true}`): it gets only this one.
   */
  carries?: (data: Data, before: { type: string; data: unknown }) => boolean;
  /**
   * The part of the data that this person may see. Without it, everyone in the rooms gets all of
   * it.
   */
  seenBy?: (data: Data, me: Actor | null) => Data;
};

const eventRules: { [E in EventName]?: EventRules<EventData<E>> } = {
  ...aboutEventRules,
  ...announcementEventRules,
  ...assignmentEventRules,
  ...briefingEventRules,
  ...calendarEventRules,
  ...commentEventRules,
  ...deskEventRules,
  ...doubtEventRules,
  ...goalEventRules,
  ...invitationEventRules,
  ...mapEventRules,
  ...lessonEventRules,
  ...messageEventRules,
  ...notificationEventRules,
  ...peopleEventRules,
  ...personalEventRules,
  ...pollEventRules,
  ...reviewEventRules,
  ...rosterEventRules,
  ...rubricEventRules,
  ...runEventRules,
  ...sectionEventRules,
  ...solutionEventRules,
  ...studentEventRules,
  ...termEventRules,
  ...togetherEventRules,
  ...tokenEventRules,
  ...wallEventRules,
  ...webhookEventRules,
};

export const rulesOf = (type: string): EventRules<unknown> | undefined =>
  eventRules[type as EventName] as EventRules<unknown> | undefined;

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
