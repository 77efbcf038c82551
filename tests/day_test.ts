/** Midnight in the client: the class's day turns over by the server's clock, in the class's zone. */
import { deepStrictEqual as equals } from "node:assert/strict";
import { noteTime, todayAtom } from "../client/kit/day.ts";
import { resyncAtom } from "../client/kit/socket.ts";
import { store } from "../client/kit/store.ts";

/** What a reply says of the time. */
const reply = (time: string, zone = "Asia/Kolkata") =>
  new Headers({ "date": new Date(time).toUTCString(), "x-zone": zone });

const seen = () => [store.get(todayAtom), store.get(resyncAtom)];

Deno.test({
  name: "at the class's midnight, and only then, everything is fetched afresh",
  // The clock is looked at as long as the page is open.
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
    // A reply that says nothing of it changes nothing.
    noteTime(new Headers());
    equals(seen(), ["2026-03-02", 1]);
  },
});
