/** Every event there is, gathered from the features: its name and the shape of its data. */
import type * as z from "zod";
import { assignmentEvents } from "../assignments/schema.ts";
import { doubtEvents } from "../doubts/schema.ts";
import { peopleEvents } from "../people/schema.ts";
import { reviewEvents } from "../reviews/schema.ts";

export const eventSchemas = {
  ...assignmentEvents,
  ...doubtEvents,
  ...peopleEvents,
  ...reviewEvents,
};

type Schemas = typeof eventSchemas;
export type EventName = keyof Schemas;
/** What an event carries, before it is numbered. */
export type EventData<E extends EventName> = z.infer<Schemas[E]>;
/** What reaches a client: the data and its place in the log. */
export type Pushes = { [E in EventName]: EventData<E> & { seq: number } };
