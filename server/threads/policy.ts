/** How long authors may change or take back. The client offers, the server decides. */

/** An author may edit a text for so many minutes, and for as long as it is the newest. */
export const EDIT_MINUTES = 15;
/** The most edits of one text: each one keeps the version before it. */
export const EDITS_MOST = 20;
/** A reply, a follow-up or a comment can be taken back for so many seconds. */
export const UNDO_SECONDS = 10;
/** Longer on the server, because the request takes time. */
export const UNDO_SECONDS_MOST = UNDO_SECONDS + 5;
/** A doubt that was marked as resolved can be opened again for so many minutes. */
export const REOPEN_MINUTES = 15;

/** The name of each kind of text that has an author. */
const NAMES = {
  "doubt": "doubt",
  "reply": "reply",
  "follow-up": "follow-up",
  "resolve": "resolved mark",
  "comment": "comment",
};

export type Kind = keyof typeof NAMES;

type EntryState = {
  type: Kind;
  /** When it was written. */
  at: string;
  /** Whether nothing was written after it. */
  isNewest: boolean;
};

const secondsSince = (at: string, now: string): number => (Date.parse(now) - Date.parse(at)) / 1000;

/** Whether its author may still edit a text, if they have not edited it too often. */
export const isEditable = ({ at, isNewest }: Omit<EntryState, "type">, now: string): boolean =>
  isNewest || secondsSince(at, now) <= EDIT_MINUTES * 60;

/** Returns why an author can no longer edit a text; null if they can. */
export function whyNotEdited(
  { type, ...written }: EntryState,
  { edits, now }: { edits: number; now: string },
): string | null {
  if (!isEditable(written, now)) {
    return `This ${NAMES[type]} is older than ${EDIT_MINUTES} minutes and no longer the newest.`;
  }
  if (edits < EDITS_MOST) return null;
  return `This ${NAMES[type]} has been edited ${EDITS_MOST} times, and no more edits are possible.`;
}

/** Whether the owner may still open again a doubt that they marked as resolved. */
export const isReopenable = (at: string, now: string): boolean =>
  secondsSince(at, now) <= REOPEN_MINUTES * 60;

/** Returns why an author cannot take a text, or a resolved mark, back; null if they can. */
export function whyNotTakenBack({ type, at, isNewest }: EntryState, now: string): string | null {
  const seconds = secondsSince(at, now);
  if (type === "doubt") return "A doubt cannot be taken back. It can be made private or resolved.";
  if (type === "resolve" && !isReopenable(at, now)) {
    return `A resolved doubt can be opened again for ${REOPEN_MINUTES} minutes.`;
  }
  if (type !== "resolve" && seconds > UNDO_SECONDS_MOST) {
    return `A ${NAMES[type]} can be taken back for ${UNDO_SECONDS} seconds.`;
  }
  if (isNewest) return null;
  return `Somebody has reacted to this ${NAMES[type]}, so it can no longer be taken back.`;
}
