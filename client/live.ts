/** The live channel: collects the features' event handlers, and passes the events to them. */
import type { Pushes } from "../server/events.ts";
import { live as about } from "./about/live.ts";
import { live as admission } from "./admission/live.ts";
import { live as announcements } from "./announcements/live.ts";
import { live as assignments } from "./assignments/live.ts";
import { live as auth, refreshIfSignedIn } from "./auth/live.ts";
import { live as briefings } from "./briefings/live.ts";
import { live as calendar } from "./calendar/live.ts";
import { live as comments } from "./comments/live.ts";
import { live as contact } from "./contact/live.ts";
import { live as dashboards } from "./dashboards/live.ts";
import { live as desk } from "./desk/live.ts";
import { live as doubts } from "./doubts/live.ts";
import { live as goals } from "./goals/live.ts";
import { live as gradebook } from "./gradebook/live.ts";
import { live as groups } from "./groups/live.ts";
import { live as home } from "./home/live.ts";
import { type LiveEvent, recordEvent } from "./kit/net/event-log.ts";
import type { LiveFeature } from "./kit/data/live-query.ts";
import { meAtom } from "./kit/net/session.ts";
import { connect, type Handlers } from "./kit/net/socket.ts";
import { store } from "./kit/net/store.ts";
import { announce } from "./kit/news/news.ts";
import { live as lessons } from "./lessons/live.ts";
import { live as lessonMap } from "./lessons/map/live.ts";
import { live as messages } from "./messages/live.ts";
import { live as notifications } from "./notifications/live.ts";
import { live as people } from "./people/live.ts";
import { live as personal } from "./personal/live.ts";
import { live as polls } from "./polls/live.ts";
import { live as reviews } from "./reviews/live.ts";
import { live as rubrics } from "./rubrics/live.ts";
import { live as runs } from "./runs/live.ts";
import { live as solutions } from "./solutions/live.ts";
import { live as students } from "./students/live.ts";
import { live as terms } from "./terms/live.ts";
import { live as together } from "./together/live.ts";

/** The order matters: a feature that reads another feature's state comes after it. */
const features = [
  about,
  admission,
  announcements,
  assignments,
  auth,
  briefings,
  calendar,
  comments,
  contact,
  dashboards,
  desk,
  doubts,
  goals,
  gradebook,
  groups,
  home,
  lessons,
  lessonMap,
  messages,
  notifications,
  people,
  personal,
  polls,
  reviews,
  rubrics,
  runs,
  solutions,
  students,
  terms,
  together,
] as const;

type Handled = typeof features[number] extends LiveFeature<infer E> ? E : never;
/**
 * Checks at compile time that every event of the server has a handler: an event without one would
 * have to be listed here.
 */
const _unhandled: Record<Exclude<keyof Pushes, Handled>, never> = {};

const all: readonly LiveFeature[] = features;
const names = new Set(all.flatMap(({ moved }) => moved.flatMap(({ events }) => events)));

function handle(event: LiveEvent): void {
  for (const { moved } of all) for (const one of moved) one.handle(event);
  const me = store.get(meAtom);
  for (const { news } of all) {
    const found = me && news?.(me, event);
    if (found) announce(found);
  }
}

function take(event: LiveEvent): void {
  for (const one of [...all.flatMap(({ implied }) => implied?.(event) ?? []), event]) {
    recordEvent(one);
    handle(one);
  }
}

function handlers(): Handlers {
  const ofEvents = [...names].map((event) => [
    event,
    (data: never) => take({ event, data } as LiveEvent),
  ]);
  return Object.assign(Object.fromEntries(ofEvents), ...all.map(({ signals }) => signals));
}

let isStarted = false;

export function startLive(): void {
  if (isStarted) return;
  isStarted = true;
  void connect(handlers());
  refreshIfSignedIn();
}
