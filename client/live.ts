/** The live channel: takes the server's events and signals, and passes them on. */
import { live as auth, refreshIfSignedIn } from "./auth/live.ts";
import { live as comments } from "./comments/live.ts";
import { live as doubts } from "./doubts/live.ts";
import { type LiveEvent, recordEvent } from "./kit/net/event-log.ts";
import { handleEvent, type LiveFeature, onEvent } from "./kit/data/live-query.ts";
import { meAtom } from "./kit/net/session.ts";
import { connect, fetchAgain, type Signals } from "./kit/net/socket.ts";
import { store } from "./kit/net/store.ts";
import { announce } from "./kit/news/news.ts";
import { live as classSessionMap } from "./class-sessions/map/live.ts";
import { live as messages } from "./messages/live.ts";
import { live as reviews } from "./reviews/live.ts";
import { live as together } from "./together/live.ts";

/** The features with news or signals. Values take their events themselves. */
const features: readonly LiveFeature[] = [
  auth,
  classSessionMap,
  comments,
  doubts,
  messages,
  reviews,
  together,
];

// The rows of a term that was closed or set back have no events.
onEvent("term.changed", fetchAgain);

function take(event: LiveEvent): void {
  for (const one of [...features.flatMap(({ implied }) => implied?.(event) ?? []), event]) {
    recordEvent(one);
    handleEvent(one);
    const me = store.get(meAtom);
    for (const { news } of features) {
      const found = me && news?.(me, one);
      if (found) announce(found);
    }
  }
}

let isStarted = false;

export function startLive(): void {
  if (isStarted) return;
  isStarted = true;
  const signals: Signals = Object.assign({}, ...features.map((feature) => feature.signals));
  void connect(signals, (event, data) => take({ event, data } as LiveEvent));
  refreshIfSignedIn();
}
