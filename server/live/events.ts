/** Every event there is, gathered from the features: its name and the shape of its data. */
import type * as z from "zod";
import { aboutEvents } from "../about/schema.ts";
import { announcementEvents } from "../announcements/schema.ts";
import { assignmentEvents } from "../assignments/schema.ts";
import { briefingEvents } from "../briefings/schema.ts";
import { contactEvents } from "../contact/schema.ts";
import { dashboardEvents } from "../dashboards/schema.ts";
import { doubtEvents } from "../doubts/schema.ts";
import { goalEvents } from "../goals/schema.ts";
import { messageEvents } from "../messages/schema.ts";
import { peopleEvents } from "../people/schema.ts";
import { reviewEvents } from "../reviews/schema.ts";
import { solutionEvents } from "../solutions/schema.ts";

export const eventSchemas = {
  ...aboutEvents,
  ...announcementEvents,
  ...assignmentEvents,
  ...briefingEvents,
  ...contactEvents,
  ...dashboardEvents,
  ...doubtEvents,
  ...goalEvents,
  ...messageEvents,
  ...peopleEvents,
  ...reviewEvents,
  ...solutionEvents,
};

type Schemas = typeof eventSchemas;
export type EventName = keyof Schemas;
/** What an event carries, before it is numbered. */
export type EventData<E extends EventName> = z.infer<Schemas[E]>;
/** What reaches a client: the data and its place in the log. */
export type Pushes = { [E in EventName]: EventData<E> & { seq: number } };

/** The events whose change moves a figure on the staff's dashboards. */
const figureMovers: { [E in EventName]?: (data: EventData<E>) => boolean } = {
  "assignment.saved": ({ version }) => version === 1,
  "doubt.entry": ({ entry }) => entry.type === "reply",
  "doubt.opened": () => true,
  "message.sent": () => true,
  "user.changed": () => true,
};

export function movesFigures(type: EventName, data: unknown): boolean {
  const mover = figureMovers[type] as ((data: unknown) => boolean) | undefined;
  return mover?.(data) ?? false;
}
