/** Writes a calendar as iCalendar (RFC 5545), to which calendar programs subscribe. */

/** Hours after which a program should ask again. */
const REFRESH_HOURS = 1;

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

/** Returns the calendar's text. `product` names the program that wrote it. */
export function writeCalendar(
  { name, product, events }: { name: string; product: string; events: readonly CalendarEvent[] },
): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:${escapeText(product)}`,
    "CALSCALE:GREGORIAN",
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:PT${REFRESH_HOURS}H`,
    `X-PUBLISHED-TTL:PT${REFRESH_HOURS}H`,
    ...events.flatMap(linesOf),
    "END:VCALENDAR",
  ];
  return lines.map(fold).join("");
}

function linesOf(event: CalendarEvent): string[] {
  const { uid, start, endsAt, summary, url, sequence, changedAt } = event;
  const changed = utcOf(changedAt);
  const begins = "at" in start
    ? `:${utcOf(start.at)}`
    : `;VALUE=DATE:${start.day.replaceAll("-", "")}`;
  // An end must come after the start, and here both are whole seconds.
  const ends = endsAt && "at" in start && utcOf(endsAt) > utcOf(start.at);
  return [
    "BEGIN:VEVENT",
    `UID:${escapeText(uid)}`,
    // In a calendar without a METHOD, it says when the event was last changed.
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `SEQUENCE:${sequence}`,
    `DTSTART${begins}`,
    ...(ends ? [`DTEND:${utcOf(endsAt)}`] : []),
    `SUMMARY:${escapeText(summary)}`,
    `URL:${url}`,
    // It does not make its person busy.
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

/** 2026-11-30T11:30:00.000Z → 20261130T113000Z */
const utcOf = (time: string): string =>
  `${new Date(time).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;

// deno-lint-ignore no-control-regex -- a text may not contain these characters
const CONTROLS = /[\0-\x08\x0b-\x1f\x7f]/g;

export const escapeText = (text: string): string =>
  text.replace(/[\\;,]/g, "\\$&").replace(/\r\n?|\n/g, "\\n").replace(CONTROLS, "");

/** The most octets of a line, without its line break. */
const LINE_MOST = 75;

/** Breaks a line that is too long, never inside a character, and ends it. */
export function fold(line: string): string {
  let [folded, octets] = ["", 0];
  for (const character of line) {
    const size = octetsOf(character.codePointAt(0) as number);
    if (octets + size > LINE_MOST) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return `${folded}\r\n`;
}

/** The length of a character in UTF-8. */
function octetsOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
