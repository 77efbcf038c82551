/**
 * Midnight in the client: the class's day changes by the server's clock, in the class's time zone.
 */
import { deepStrictEqual as equals } from "node:assert/strict";
import { noteTime, todayAtom } from "../client/kit/data/class-day.ts";
import { resyncAtom } from "../client/kit/data/socket.ts";
import { store } from "../client/kit/data/store.ts";

/** Returns the headers of a reply that tell the time. */
const reply = (time: string, zone = "Asia/Kolkata") =>
  new Headers({ "date": new Date(time).toUTCString(), "x-zone": zone });

const seen = () => [store.get(todayAtom), store.get(resyncAtom)];

Deno.test({
  name: "at the class's midnight, and only then, everything is fetched again",
  // The clock is checked by a timer as long as the page is open.
  sanitizeOps: false,
  sanitizeResources: false,
  fn() {
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
  },
});
