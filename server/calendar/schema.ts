/** The calendar: the address of a person's feed, its bounds, and the event. */
import * as z from "zod";
import { time } from "../kit/core/schema.ts";

/** A feed has the events of so many days before now, and after. */
export const CALENDAR_DAYS = 365;
/** The most events of a feed. The oldest ones are left out. */
export const CALENDAR_MOST = 1000;

/** When one's address was made; null without one. */
export const calendarState = z.object({ madeAt: time.nullable() });
export type CalendarState = z.infer<typeof calendarState>;

/** The address is shown once: the server keeps only the hash of its token. */
export const madeCalendar = z.object({ path: z.string(), madeAt: time });

/** The last part of an address: 256 bits as 43 characters (base64url), and the file's ending. */
export const feedParam = z.object({ file: z.string().regex(/^[\w-]{43}\.ics$/) });

export const calendarEvents = { "calendar.changed": calendarState };
