/** Writes a calendar as iCalendar (RFC 5545), to which calendar programs subscribe. */

export type CalendarEvent = {
  /** Names the event for ever. */
  uid: string;
  /** A moment, or a whole day as YYYY-MM-DD. */
  start: { at: string } | { day: string };
  /** Without an end, the event is a moment or one day. */
  endsAt?: string;
  summary: string;
  url: string;
  /** Rises when what the event shows changes. */
  sequence: number;
  changedAt: string;
};

/** After this time, a program should ask again. */
const REFRESH = "PT1H";

/** As in jCal (RFC 7265). */
type Property = [name: string, parameters: object, type: string, value: string | number];

/** Loads the library with the first calendar, since most servers' first minutes need none. */
export async function writeCalendar(events: readonly CalendarEvent[]): Promise<string> {
  const { default: ICAL } = await import("ical.js");
  // A line has at most 75 octets. The library does not count the space with which one goes on.
  ICAL.foldLength = 74;
  const about: Property[] = [
    ["version", {}, "text", "2.0"],
    ["prodid", {}, "text", "-//Doubtless//EN"],
    ["calscale", {}, "text", "GREGORIAN"],
    ["name", {}, "unknown", "Doubtless"],
    ["x-wr-calname", {}, "unknown", "Doubtless"],
    ["refresh-interval", {}, "duration", REFRESH],
    ["x-published-ttl", {}, "unknown", REFRESH],
  ];
  return ICAL.stringify([
    "vcalendar",
    about,
    events.map((one) => ["vevent", propertiesOf(one), []]),
  ]);
}

function propertiesOf(event: CalendarEvent): Property[] {
  const { uid, start, endsAt, summary, url, sequence, changedAt } = event;
  const begins: Property = "at" in start
    ? ["dtstart", {}, "date-time", utcOf(start.at)]
    : ["dtstart", {}, "date", start.day];
  // An end must come after the start, and here both are whole seconds.
  const hasEnd = endsAt && "at" in start && utcOf(endsAt) > utcOf(start.at);
  const ends: Property[] = hasEnd ? [["dtend", {}, "date-time", utcOf(endsAt)]] : [];
  return [
    ["uid", {}, "text", uid],
    // In a calendar without a METHOD, it says when the event was last changed.
    ["dtstamp", {}, "date-time", utcOf(changedAt)],
    ["last-modified", {}, "date-time", utcOf(changedAt)],
    ["sequence", {}, "integer", sequence],
    begins,
    ...ends,
    ["summary", {}, "text", plain(summary)],
    ["url", {}, "uri", url],
    // It does not make its person busy.
    ["transp", {}, "text", "TRANSPARENT"],
  ];
}

/** Without milliseconds. */
const utcOf = (time: string): string => `${new Date(time).toISOString().slice(0, 19)}Z`;

// deno-lint-ignore no-control-regex -- a text may not contain these characters
const plain = (text: string) => text.replace(/\r\n?/g, "\n").replace(/[\0-\x08\x0b-\x1f\x7f]/g, "");
