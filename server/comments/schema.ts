/** Comments on lines and proposed changes. Staff write them, mostly with a reply or review. */
import * as z from "zod";
import { id, someone, text, time, version } from "../kit/core/schema.ts";
import { source } from "../runs/schema.ts";

export const COMMENTS_EACH = 50;
/** The most characters of a comment or of an answer to one. */
export const COMMENT_MOST = 4000;
/** The most characters of all comments of one reply or review together. */
export const COMMENTS_LENGTH = 40_000;
export const ANSWERS_MOST = 50;
/** The most comments of a place, and their bytes. Whoever reads it gets all of them at once. */
export const PLACE_MOST = { comments: 500, bytes: 1_000_000 };
export const PROPOSALS_MOST = 100;

const lineNumber = z.int("A line is a whole number.").min(1, "The first line is 1.")
  .max(100_000, "The program has no such line.");

/** A comment on one line or on several: `from` and `to` are equal for one. */
const lines = { from: lineNumber, to: lineNumber };
const inOrder = ({ from, to }: { from: number; to: number }) => from <= to;
const ORDER = { path: ["to"], error: "The last line is before the first." };

const attachedComment = z.strictObject({ runId: id, ...lines, text: text("Comment", COMMENT_MOST) })
  .refine(inOrder, ORDER);
export type AttachedComment = z.infer<typeof attachedComment>;

const attachedComments = z.array(attachedComment)
  .max(COMMENTS_EACH, `At most ${COMMENTS_EACH} comments at once.`)
  .refine(
    (all) => all.reduce((sum, { text }) => sum + text.length, 0) <= COMMENTS_LENGTH,
    `The comments have at most ${COMMENTS_LENGTH} characters together.`,
  );

const counted = z.int().min(0).max(1000);

/** A changed program with a reply or review. How many cases it passes is the browser's claim. */
const attachedProposal = z.strictObject({
  /** The run whose program was changed. */
  runId: id,
  source,
  /** How many cases pass in the mentor's browser; absent if it was not run there. */
  passed: counted.optional(),
  total: counted.optional(),
  /** The version of the browser's compiler. */
  kit: z.string().max(100, "The version of the toolchain is too long.").optional(),
});
export type AttachedProposal = z.infer<typeof attachedProposal>;

/** The fields with which a reply or a review brings comments and a proposed change. */
export const attachedFields = {
  comments: attachedComments.optional(),
  proposal: attachedProposal.optional(),
};
export type Attachments = { comments?: AttachedComment[]; proposal?: AttachedProposal };

/** A comment on a run alone, outside of a reply and of a review. */
export const commentInput = z.strictObject({ ...lines, text: text("Comment", COMMENT_MOST) })
  .refine(inOrder, ORDER);
export type CommentInput = z.infer<typeof commentInput>;

export const answerInput = z.strictObject({ text: text("Answer", COMMENT_MOST) });
export const editCommentInput = z.strictObject({ text: text("Comment", COMMENT_MOST) });
export const doneInput = z.strictObject({ done: z.boolean(), version: version.optional() });

const PLACES = [["doubtId"], ["runId"], ["assignmentId", "studentId"]];

/** The thread, the response or the run whose comments are read. */
export const placeQuery = z.object({
  doubtId: id.optional(),
  runId: id.optional(),
  assignmentId: id.optional(),
  studentId: id.optional(),
}).refine(
  (place) => PLACES.some((names) => String(names) === String(Object.keys(place).sort())),
  { path: ["doubtId"], error: "Name a doubt, a run, or an assignment with a student." },
).meta({
  oneOf: PLACES.map((required) => ({
    required,
    properties: Object.fromEntries(
      PLACES.flat().filter((name) => !required.includes(name)).map((name) => [name, false]),
    ),
  })),
});

/** The same, after the check. */
export type PlaceQuery =
  | { doubtId: string }
  | { runId: string }
  | { assignmentId: string; studentId: string };

const answer = z.object({ _id: id, by: someone, text: z.string(), html: z.string(), at: time });
export type Answer = z.infer<typeof answer>;

/** Where a comment or a proposed change belongs. Both ids are null for a run alone. */
const place = {
  runId: id,
  assignmentId: id,
  studentId: id,
  doubtId: id.nullable(),
  /** The entry of the thread that brought it. */
  entryId: id.nullable(),
  reviewId: id.nullable(),
};

export const comment = z.object({
  _id: id,
  ...place,
  ...lines,
  text: z.string(),
  html: z.string(),
  by: someone,
  createdAt: time,
  /** Since when it has its present text, if its author has changed it. */
  editedAt: time.optional(),
  /** Since when the student says that it is done. */
  doneAt: time.nullable(),
  answers: z.array(answer),
  version,
});
export type Comment = z.infer<typeof comment>;

/** A proposed change in a list, without the program. */
export const proposalCard = z.object({
  _id: id,
  ...place,
  by: someone,
  createdAt: time,
  /** The claim of the mentor's browser; null if it did not run the program. */
  passed: z.int().nullable(),
  total: z.int().nullable(),
  kit: z.string().nullable(),
});
export type ProposalCard = z.infer<typeof proposalCard>;

export const proposal = proposalCard.extend({
  source: z.string(),
  /** The program that was changed. */
  base: z.string(),
});
export type Proposal = z.infer<typeof proposal>;

/** All comments and proposed changes of a thread, of a response or of a run, oldest first. */
export const lineNotes = z.object({
  comments: z.array(comment),
  proposals: z.array(proposalCard),
});
export type LineNotes = z.infer<typeof lineNotes>;

export const withdrawnComment = z.object({ _id: id });

export const commentEvents = {
  /** A comment is new, was edited or answered, or is done. */
  "comment.saved": comment,
  /** Its author has taken it back: clients must drop it. */
  "comment.withdrawn": withdrawnComment,
  "proposal.made": proposalCard,
};
