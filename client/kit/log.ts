/**
 * The part of the event log that this tab has seen. A reply is as fresh as its `x-seq`; what was
 * pushed after that, while the reply was still under way, is applied to it from here.
 */
export type Push = { event: string; data: { seq: number } };

/** Half of it is more than the server tells at once whoever comes back. */
const MOST = 5000;

let recent: Push[] = [];
let newest = 0;
let firstReply = Infinity;

/** A reply came in: whatever happens from there on is asked for when the socket connects. */
export function noteReply(seq: number): void {
  firstReply = Math.min(firstReply, seq);
}

/** The server has told this tab everything up to here. */
export function noteReady(seq: number): void {
  newest = Math.max(newest, seq);
}

export function notePush(push: Push): void {
  newest = Math.max(newest, push.data.seq);
  recent.push(push);
  if (recent.length > MOST) recent = recent.slice(-MOST / 2);
}

/** From where to catch up; undefined before anything was seen. */
export function position(): number | undefined {
  if (newest > 0) return newest;
  return firstReply === Infinity ? undefined : firstReply;
}

/** What was pushed after a position, in order. */
export function pushesAfter(seq: number): Push[] {
  return recent.filter((push) => push.data.seq > seq);
}

/** The server no longer has what this tab missed: everything on the screen is fetched afresh. */
export function forgetLog(): void {
  recent = [];
  newest = 0;
  firstReply = Infinity;
}
