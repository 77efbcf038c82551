/** The live channel: which event is kept where. A forgotten event does not compile. */
import type { Pushes } from "../server/live/events.ts";
import type { Someone } from "../server/people/schema.ts";
import { aboutAtom, keepAbout, keepTeamMoved } from "./about/state.ts";
import { type AnnouncementPush, keepAnnouncementPush } from "./announcements/state.ts";
import { type AssignmentPush, keepAssignmentPush } from "./assignments/state.ts";
import { refreshMe } from "./auth/actions.ts";
import {
  type BriefingPush,
  currentAtom,
  keepBriefingPush,
  monthAtom,
  recentAtom,
} from "./briefings/state.ts";
import { keepContactPush } from "./contact/state.ts";
import { type AnyPush, keepDashboardPush, type News, newsOf } from "./dashboards/state.ts";
import {
  type DoubtPush,
  keepDoubtPush,
  keepTyping,
  presenceAtom,
  threadsAtom,
} from "./doubts/state.ts";
import { goalsAtom, keepGoalPush, keepMentorsMoved } from "./goals/state.ts";
import { keepMessagePush as keepHomeMessage } from "./home/state.ts";
import { serverTime } from "./kit/day.ts";
import { notify } from "./kit/notify.ts";
import { expireSession, meAtom, sessionAtom } from "./kit/session.ts";
import { connect, fetchAfresh } from "./kit/socket.ts";
import { store } from "./kit/store.ts";
import { markUnread } from "./kit/unread.tsx";
import { keepMessagePush } from "./messages/state.ts";
import { keepAccountPush, keepStudentsMoved } from "./people/state.ts";
import { keepReviewPush, type ReviewPush } from "./reviews/state.ts";
import { keepSolutionPush } from "./solutions/state.ts";

const handlers: { [E in keyof Pushes]: (data: Pushes[E]) => void } = {
  "about.saved": (data) => store.set(keepAbout, data),
  "announcement.deleted": (data) => keepAnnouncement({ event: "announcement.deleted", data }),
  "announcement.saved": (data) => keepAnnouncement({ event: "announcement.saved", data }),
  "assignment.assigned": (data) => keepAssignment({ event: "assignment.assigned", data }),
  "assignment.saved": (data) => {
    keepAssignment({ event: "assignment.saved", data });
    keepDoubt({ event: "assignment.saved", data });
    keepReview({ event: "assignment.saved", data });
    store.set(keepSolutionPush, { event: "assignment.saved", data });
  },
  "assignment.unassigned": (data) => keepAssignment({ event: "assignment.unassigned", data }),
  "briefing.deleted": (data) => keepBriefing({ event: "briefing.deleted", data }),
  "briefing.saved": (data) => keepBriefing({ event: "briefing.saved", data }),
  "claim.changed": (data) => {
    keepDoubt({ event: "claim.changed", data });
    keepReview({ event: "claim.changed", data });
  },
  "contact.received": (data) => store.set(keepContactPush, data),
  "doubt.changed": (data) => keepDoubt({ event: "doubt.changed", data }),
  "doubt.entry": (data) => keepDoubt({ event: "doubt.entry", data }),
  "doubt.hidden": (data) => keepDoubt({ event: "doubt.hidden", data }),
  "doubt.opened": (data) => keepDoubt({ event: "doubt.opened", data }),
  "goal.saved": (data) => store.set(keepGoalPush, data),
  "homework.changed": (data) => keepAssignment({ event: "homework.changed", data }),
  "message.sent": (data) => {
    store.set(keepHomeMessage, data);
    store.set(keepMessagePush, data);
  },
  "review.changed": (data) => {
    keepAssignment({ event: "review.changed", data });
    keepReview({ event: "review.changed", data });
  },
  "review.waiting": (data) => {
    keepAssignment({ event: "review.waiting", data });
    keepReview({ event: "review.waiting", data });
  },
  "session.ended": () => expireSession(),
  "solution.feedback": (data) => {
    keepAssignment({ event: "solution.feedback", data });
    store.set(keepSolutionPush, { event: "solution.feedback", data });
  },
  "solution.viewed": (data) => {
    keepAssignment({ event: "solution.viewed", data });
    keepReview({ event: "solution.viewed", data });
  },
  "stats.changed": ({ seq }) => store.set(keepStudentsMoved, seq),
  "team.changed": ({ seq }) => store.set(keepTeamMoved, seq),
  "user.changed": (data) => {
    store.set(keepAccountPush, data);
    store.set(keepMentorsMoved, data.seq);
  },
};

function keepAnnouncement(push: AnnouncementPush): void {
  store.set(keepAnnouncementPush, push);
}

function keepBriefing(push: BriefingPush): void {
  store.set(keepBriefingPush, push);
}

function keepAssignment(push: AssignmentPush): void {
  store.set(keepAssignmentPush, push);
}

function keepDoubt(push: DoubtPush): void {
  store.set(keepDoubtPush, push);
}

function keepReview(push: ReviewPush): void {
  store.set(keepReviewPush, push);
}

/** A class that has one thread open does not ask for it at once. */
const SPREAD = 2000;

/** Whether this browser holds what a push is about; of what is not named here, perhaps. */
const holds: { [E in keyof Pushes]?: (data: Pushes[E]) => boolean } = {
  "about.saved": () => store.get(aboutAtom) !== null,
  "briefing.saved": () =>
    (store.get(recentAtom) ?? store.get(currentAtom) ?? store.get(monthAtom)) !== null,
  "doubt.entry": ({ doubtId }) => doubtId in store.get(threadsAtom),
  "goal.saved": ({ user }) => user in store.get(goalsAtom),
};

/** What was too long to be pushed is fetched by those who show it, not all at once. */
function fetchOmitted(event: string, data: never): void {
  const isHeld = holds[event as keyof Pushes] as ((data: never) => boolean) | undefined;
  if (isHeld && !isHeld(data)) return;
  if (event !== "doubt.entry") return fetchAfresh();
  const { doubtId } = data as Pushes["doubt.entry"];
  setTimeout(async () => {
    const { loadThread } = await import("./doubts/actions.ts");
    // Its card says how many entries there are: until they are here it is fetched again.
    await loadThread(doubtId).catch(() => {});
  }, Math.random() * SPREAD);
}

/** Not in the log, and gone if missed. */
const fleeting = {
  presence: ({ doubtId, people }: { doubtId: string; people: Someone[] }) =>
    store.set(presenceAtom, (all) => ({ ...all, [doubtId]: people })),
  typing: ({ doubtId, person }: { doubtId: string; person: Someone }) =>
    store.set(keepTyping, doubtId, { person, at: Date.now() }),
};

/** Of everything that is kept, some moves figures, and some is news to whoever is signed in. */
function watched([event, handle]: [string, (data: never) => void]) {
  const keep = (data: never) => {
    if ((data as { omitted?: true }).omitted) fetchOmitted(event, data);
    else handle(data);
    const push = { event, data } as AnyPush;
    store.set(keepDashboardPush, push);
    const me = store.get(meAtom);
    const news = me && newsOf(me, push);
    if (news) announceNews(news);
  };
  return [event, keep] as const;
}

const STARTED = Date.now();
/** When what was told last of a subject happened. */
const told = new Map<string, string>();

function announceNews({ place, subject, at, note }: News): void {
  // A push may say again how something has been for long.
  if (Date.parse(at) < serverTime(STARTED) || (told.get(subject) ?? "") >= at) return;
  told.set(subject, at);
  markUnread(place);
  if (note !== null) notify({ ...note, tag: `${subject}:${at}` });
}

let isStarted = false;

export function startLive(): void {
  if (isStarted) return;
  isStarted = true;
  void connect({ ...Object.fromEntries(Object.entries(handlers).map(watched)), ...fleeting });
  // A failure says nothing yet: the next call that matters will.
  if (store.get(sessionAtom) !== null) refreshMe().catch(() => {});
}
