/** The live channel: which event is kept where. A forgotten event does not compile. */
import type { Pushes } from "../server/live/events.ts";
import type { Someone } from "../server/people/schema.ts";
import { keepAssignmentPush } from "./assignments/state.ts";
import { refreshMe } from "./auth/actions.ts";
import { keepDoubtPush, keepTyping, presenceAtom } from "./doubts/state.ts";
import { expireSession, sessionAtom } from "./kit/session.ts";
import { connect } from "./kit/socket.ts";
import { store } from "./kit/store.ts";

const handlers: { [E in keyof Pushes]: (data: Pushes[E]) => void } = {
  "assignment.saved": (data) => {
    store.set(keepAssignmentPush, { event: "assignment.saved", data });
    store.set(keepDoubtPush, { event: "assignment.saved", data });
  },
  "homework.changed": (data) => store.set(keepAssignmentPush, { event: "homework.changed", data }),
  "review.waiting": (data) => store.set(keepAssignmentPush, { event: "review.waiting", data }),
  "review.changed": (data) => store.set(keepAssignmentPush, { event: "review.changed", data }),
  "doubt.opened": (data) => store.set(keepDoubtPush, { event: "doubt.opened", data }),
  "doubt.changed": (data) => store.set(keepDoubtPush, { event: "doubt.changed", data }),
  "doubt.entry": (data) => store.set(keepDoubtPush, { event: "doubt.entry", data }),
  "doubt.hidden": (data) => store.set(keepDoubtPush, { event: "doubt.hidden", data }),
  "claim.changed": (data) => store.set(keepDoubtPush, { event: "claim.changed", data }),
  "session.ended": () => expireSession(),
};

/** Not in the log, and gone if missed. */
const fleeting = {
  presence: ({ doubtId, people }: { doubtId: string; people: Someone[] }) =>
    store.set(presenceAtom, (all) => ({ ...all, [doubtId]: people })),
  typing: ({ doubtId, person }: { doubtId: string; person: Someone }) =>
    store.set(keepTyping, doubtId, { person, at: Date.now() }),
};

export function startLive(): void {
  void connect({ ...handlers, ...fleeting });
  // A failure says nothing yet: the next call that matters will.
  if (store.get(sessionAtom) !== null) refreshMe().catch(() => {});
}
