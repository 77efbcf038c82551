/** The live channel: collects the features' event handlers, and passes the events to them. */
import type { Pushes } from "../server/events.ts";
import * as about from "./about/state.ts";
import * as invitations from "./admission/invitations/state.ts";
import * as announcements from "./announcements/state.ts";
import * as assignments from "./assignments/state.ts";
import { live as auth, refreshIfSignedIn } from "./auth/live.ts";
import * as briefings from "./briefings/state.ts";
import * as calendar from "./calendar/state.ts";
import { live as comments } from "./comments/live.ts";
import * as contact from "./contact/state.ts";
import * as dashboards from "./dashboards/state.ts";
import * as desk from "./desk/state.ts";
import { live as doubts } from "./doubts/live.ts";
import * as goals from "./goals/state.ts";
import * as gradebook from "./gradebook/state.ts";
import * as groups from "./groups/state.ts";
import * as home from "./home/state.ts";
import { type LiveEvent, recordEvent } from "./kit/net/event-log.ts";
import { type LiveFeature, liveFeature } from "./kit/data/live-query.ts";
import { meAtom } from "./kit/net/session.ts";
import { connect, type Handlers } from "./kit/net/socket.ts";
import { store } from "./kit/net/store.ts";
import { announce } from "./kit/news/news.ts";
import { live as classSessions } from "./class-sessions/live.ts";
import { live as classSessionMap } from "./class-sessions/map/live.ts";
import { live as messages } from "./messages/live.ts";
import * as notifications from "./notifications/state.ts";
import { live as people } from "./people/live.ts";
import * as personal from "./personal/state.ts";
import * as quickQuestions from "./quick-questions/state.ts";
import { live as reviews } from "./reviews/live.ts";
import * as rubrics from "./rubrics/state.ts";
import * as runs from "./runs/state.ts";
import * as solutions from "./solutions/state.ts";
import * as students from "./students/state.ts";
import { live as terms } from "./terms/live.ts";
import { live as together } from "./together/live.ts";
import * as webhooks from "./webhooks/state.ts";

/** The order matters: a feature that reads another feature's state comes after it. */
const features = [
  liveFeature({ consumers: [about.about, about.team] }),
  liveFeature({ consumers: [invitations.invitations, webhooks.webhooks, webhooks.deliveries] }),
  liveFeature({ consumers: [announcements.announcements, announcements.scheduled] }),
  liveFeature({
    consumers: [
      assignments.homework,
      assignments.assignments,
      assignments.shelf,
      assignments.details,
      assignments.scheduled,
    ],
  }),
  auth,
  liveFeature({
    consumers: [briefings.recent, briefings.current, briefings.month, briefings.scheduled],
  }),
  liveFeature({ consumers: [calendar.calendar] }),
  comments,
  liveFeature({ consumers: [contact.contactMessages] }),
  liveFeature({
    consumers: [dashboards.figures, dashboards.personalList, dashboards.weekOfDoubts],
  }),
  liveFeature({ consumers: [desk.desk, desk.limits, desk.replies, desk.context] }),
  doubts,
  liveFeature({ consumers: [goals.goals, goals.mentors] }),
  liveFeature({ consumers: [gradebook.gradebook] }),
  liveFeature({ consumers: [groups.groupAnswers] }),
  liveFeature({ consumers: [home.mentorMessages] }),
  classSessions,
  classSessionMap,
  messages,
  liveFeature({ consumers: [notifications.bell, notifications.settings] }),
  people,
  liveFeature({ consumers: [personal.copyQuery] }),
  liveFeature({ consumers: [quickQuestions.quickQuestions] }),
  reviews,
  liveFeature({ consumers: [rubrics.rubrics] }),
  liveFeature({ consumers: [runs.runLists, runs.knownRuns] }),
  liveFeature({ consumers: [solutions.solutions] }),
  liveFeature({ consumers: [students.student, students.list, students.notes] }),
  terms,
  together,
] as const;

type HandledEvent = typeof features[number] extends LiveFeature<infer E> ? E : never;
/** An event of the server without a handler does not compile: it would have to be listed here. */
const _unhandled: Record<Exclude<keyof Pushes, HandledEvent>, never> = {};

const all: readonly LiveFeature[] = features;
const names = new Set(all.flatMap(({ consumers }) => consumers.flatMap(({ events }) => events)));

function handle(event: LiveEvent): void {
  for (const { consumers } of all) for (const one of consumers) one.handle(event);
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
