/**
 * Midnight in the client: the class's day changes by the server's clock, in the class's time zone;
 * and all times are shown in that zone, whatever zone the browser is in.
 */
import { deepStrictEqual as equals, ok, strictEqual as is } from "node:assert/strict";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { toField, zoneHint } from "../client/kit/forms/moment.ts";
import { classZone, noteTime, todayAtom } from "../client/kit/net/class-day.ts";
import { serverNow } from "../client/kit/net/server-clock.ts";
import { resyncAtom } from "../client/kit/net/socket.ts";
import { store } from "../client/kit/net/store.ts";
import { isFreeFor } from "../client/kit/triage/claims.ts";
import {
  showClock,
  showDate,
  showDateTime,
  showFull,
  showHere,
  useNow,
} from "../client/kit/ui/format-time.ts";
import { showMoment } from "../client/kit/ui/show-moment.ts";

/** Returns the headers of a reply that tell the time. */
const reply = (time: string, zone = "Asia/Kolkata") =>
  new Headers({ "date": new Date(time).toUTCString(), "x-zone": zone });

const seen = () => [store.get(todayAtom), store.get(resyncAtom)];

Deno.test("at the class's midnight everything is fetched again, and times are the class's", () => {
  equals(seen(), [null, 0]);
  noteTime(reply("2026-03-01T18:29:00Z"));
  equals(seen(), ["2026-03-01", 0]);
  noteTime(reply("2026-03-01T18:29:59Z"));
  equals(seen(), ["2026-03-01", 0]);
  noteTime(reply("2026-03-01T18:30:00Z"));
  equals(seen(), ["2026-03-02", 1]);
  // A reply without these headers changes nothing.
  noteTime(new Headers());
  equals(seen(), ["2026-03-02", 1]);

  const time = "2026-03-01T18:45:00Z";
  const asShown = () => [
    showDateTime(time),
    showDate(time),
    showClock(time),
    showMoment(time, "2026-02-20"),
  ];
  // As CLASS_TZ names it; browsers have another name for it.
  equals(zoneHint(), "In the class's time, Asia/Kolkata.");
  equals(asShown(), ["2 Mar 2026, 12:15 am", "2 Mar 2026", "12:15 am", "Mon, 2 Mar, 12:15 am"]);
  noteTime(reply("2026-03-01T18:30:00Z", "America/Los_Angeles"));
  equals(zoneHint(), "In the class's time, America/Los Angeles.");
  equals(asShown(), ["1 Mar 2026, 10:45 am", "1 Mar 2026", "10:45 am", "Sun, 1 Mar, 10:45 am"]);
  // A day of another year has its year, however near it is.
  equals(showMoment("2027-01-02T14:30:00Z", "2026-12-30"), "Sat, 2 Jan, 2027, 6:30 am");
  equals(showMoment("2026-12-31T14:30:00Z", "2027-01-01"), "yesterday, 6:30 am");
  // A field for a time has seconds only if the time has: saved unchanged, it stays the same time.
  noteTime(reply("2026-03-01T18:30:00Z", "Asia/Kolkata"));
  equals([toField(time), toField("2026-03-01T18:45:07Z"), toField("2026-03-01T18:45:00.250Z")], [
    "2026-03-02T00:15",
    "2026-03-02T00:15:07",
    "2026-03-02T00:15:00.250",
  ]);
  // The tooltip has the browser's time only where it is another one.
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  noteTime(reply("2026-03-01T18:30:00Z", own));
  const here = showDateTime(time);
  equals([showHere(time), showFull(time)], [undefined, here]);
  noteTime(reply("2026-03-01T18:30:00Z", "Asia/Kathmandu"));
  equals(showHere(time), `${here} where you are`);
  equals(showFull(time), `2 Mar 2026, 12:30 am; ${here} where you are`);
  // A browser that does not know the zone uses its own, and says so.
  noteTime(reply("2026-03-01T18:30:00Z", "Mars/Olympus"));
  equals([showDateTime(time), zoneHint()], [
    here,
    `In the class's time, ${own.replaceAll("_", " ")}.`,
  ]);
});

Deno.test("a device's clock that is wrong by hours moves no time of the server", () => {
  for (const hours of [-5, 5]) {
    const server = Date.now() + hours * 60 * 60_000;
    noteTime(reply(new Date(server).toISOString()));
    const shown = Number(renderToStaticMarkup(createElement(() => useNow())));
    ok(Math.abs(shown - server) < 2000, "what a screen shows as now");
    const mentor = { _id: "m", name: "Asha" };
    const until = (minutes: number) => new Date(server + minutes * 60_000).toISOString();
    is(isFreeFor("me", { by: mentor, until: until(10) }), false, "Asha has it for ten minutes");
    is(isFreeFor("me", { by: mentor, until: until(-10) }), true, "she had it");
  }
  // The service worker gives a kept reply without its time: the offset stays.
  const kept = serverNow();
  noteTime(new Headers({ "x-zone": "Asia/Kathmandu" }));
  ok(serverNow() >= kept);
  is(classZone(), "Asia/Kathmandu");
  // The header has whole seconds: a clock that is right is not set back by a part of one.
  const before = serverNow();
  for (const ms of [0, 400, 900]) {
    noteTime(reply(new Date(Date.parse(before) - ms).toISOString()));
  }
  ok(serverNow() >= before);
});
