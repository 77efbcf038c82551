/** The unsent comments and proposed change of a reply or a review, and what a student tries. */
import type {
  AttachedComment,
  AttachedProposal,
  Attachments,
} from "../../../server/comments/schema.ts";
import { clearDraft, draftKey, readDraft, useDraft, writeDraft } from "../../kit/forms/draft.ts";

export type CommentDraft = AttachedComment;

interface AttachedDraft {
  comments: readonly CommentDraft[];
  proposal: AttachedProposal | null;
  link?: DoubtLink | null;
}

export interface DoubtLink {
  refersTo: string;
  text: string;
}

export type SentParts = Attachments & { link?: DoubtLink };

const NOTHING: AttachedDraft = { comments: [], proposal: null };

/** @param subject the id of the doubt, or the key of the response */
const keyOf = (subject: string) => draftKey("on-lines", subject);

const read = (subject: string): AttachedDraft =>
  readDraft<AttachedDraft>(keyOf(subject)) ?? NOTHING;

function write(subject: string, draft: AttachedDraft): void {
  if (draft.comments.length === 0 && !draft.proposal && !draft.link) clearDraft(keyOf(subject));
  else writeDraft(keyOf(subject), draft);
}

export function useAttached(subject: string): AttachedDraft {
  return useDraft<AttachedDraft>(keyOf(subject), NOTHING)[0];
}

const isAt = (one: CommentDraft, { runId, from, to }: Omit<CommentDraft, "text">): boolean =>
  one.runId === runId && one.from === from && one.to === to;

/** Begins a comment. @param text replaces that of one at these lines; "keep" leaves it */
export function writeComment(
  subject: string,
  comment: CommentDraft,
  text: "keep" | "replace" = "replace",
): void {
  const { comments } = read(subject);
  const at = comments.findIndex((one) => isAt(one, comment));
  if (at >= 0 && text === "keep") return;
  const next = at < 0 ? [...comments, comment] : comments.with(at, comment);
  write(subject, { ...read(subject), comments: next });
}

/** Moves a comment to other lines. If there is one already, the texts follow each other. */
export function moveComment(
  subject: string,
  comment: CommentDraft,
  lines: Pick<CommentDraft, "from" | "to">,
): void {
  const { comments } = read(subject);
  const moved = { ...comment, ...lines };
  const others = comments.filter((one) => !isAt(one, comment));
  const there = others.find((one) => isAt(one, moved));
  const text = [there?.text, comment.text].filter(Boolean).join("\n\n");
  const rest = others.filter((one) => one !== there);
  write(subject, { ...read(subject), comments: [...rest, { ...moved, text }] });
}

/** Adds a text to the comment at these lines, which it begins if there is none. */
export function addToComment(
  subject: string,
  lines: Omit<CommentDraft, "text">,
  text: string,
): void {
  const there = read(subject).comments.find((one) => isAt(one, lines));
  const both = [there?.text.trimEnd(), text].filter(Boolean).join("\n\n");
  writeComment(subject, { ...lines, text: both });
}

export function removeComment(subject: string, lines: Omit<CommentDraft, "text">): void {
  const draft = read(subject);
  write(subject, { ...draft, comments: draft.comments.filter((one) => !isAt(one, lines)) });
}

export function setProposal(subject: string, proposal: AttachedProposal | null): void {
  write(subject, { ...read(subject), proposal });
}

export function setLink(subject: string, link: DoubtLink | null): void {
  write(subject, { ...read(subject), link });
}

const isWritten = ({ text }: CommentDraft): boolean => text.trim() !== "";

export function hasAttached(subject: string): boolean {
  const { comments, proposal } = read(subject);
  return proposal !== null || comments.some(isWritten);
}

/** Takes what is sent with the reply out of its draft. Comments without a text are dropped. */
export function takeAttached(subject: string): SentParts {
  const { comments, proposal, link } = read(subject);
  clearDraft(keyOf(subject));
  const written = comments.filter(isWritten);
  return {
    ...(written.length > 0 && { comments: written }),
    ...(proposal && { proposal }),
    ...(link && { link }),
  };
}

/** Puts back what was not sent, beside what was written since. */
export function giveBackAttached(
  subject: string,
  { comments = [], proposal, link }: SentParts,
): void {
  const since = read(subject);
  const others = since.comments.filter((one) => !comments.some((back) => isAt(back, one)));
  write(subject, {
    comments: [...comments, ...others],
    proposal: since.proposal ?? proposal ?? null,
    link: since.link ?? link ?? null,
  });
}

/** A proposed change that the student tries in the workspace. */
export interface Trial {
  proposalId: string;
  doubtId: string | null;
  by: string;
  /** The student's own text before; null if they had typed none. */
  before: string | null;
  source: string;
  /** Whether it has not been run yet. */
  isNew: boolean;
}

const trialKey = (assignmentId: string) => draftKey("trial-of", assignmentId);
const programKey = (assignmentId: string) => draftKey("program", assignmentId);

export function tryChange(assignmentId: string, trial: Omit<Trial, "before" | "isNew">): void {
  const earlier = readDraft<Trial>(trialKey(assignmentId));
  const now = readDraft<string>(programKey(assignmentId));
  const before = earlier !== null && earlier.source === now ? earlier.before : now;
  writeDraft(trialKey(assignmentId), { ...trial, before, isNew: true });
  writeDraft(programKey(assignmentId), trial.source);
}

export const useTrial = (assignmentId: string): Trial | null =>
  useDraft<Trial | null>(trialKey(assignmentId), null)[0];

export function noteTried(assignmentId: string): void {
  const trial = readDraft<Trial>(trialKey(assignmentId));
  if (trial?.isNew) writeDraft(trialKey(assignmentId), { ...trial, isNew: false });
}

export function undoTrial(assignmentId: string): void {
  const trial = readDraft<Trial>(trialKey(assignmentId));
  if (trial === null) return;
  if (trial.before === null) clearDraft(programKey(assignmentId));
  else writeDraft(programKey(assignmentId), trial.before);
  clearDraft(trialKey(assignmentId));
}

export const endTrial = (assignmentId: string): void => clearDraft(trialKey(assignmentId));
