/** Decides which comments and answers are news. */
import type { Comment } from "../../server/comments/schema.ts";
import type { Actor } from "../../server/kit/core/roles.ts";
import type { LiveFeature } from "../kit/data/live-query.ts";
import type { News } from "../kit/news/news.ts";

export const live: LiveFeature = {
  news: (me, { event, data }) => event === "comment.saved" ? commentNews(me, data) : null,
};

/** An answer is news for author and student; a comment on a run alone is, for its student. */
function commentNews(me: Actor, comment: Comment): News | null {
  const { answers, doubtId, reviewId, assignmentId, studentId, runId } = comment;
  const newest = answers.at(-1);
  const isAlone = doubtId === null && reviewId === null;
  const isTheirs = me._id === studentId;
  const { by, at } = newest ?? { by: comment.by, at: comment.createdAt };
  const isTold = isTheirs
    ? newest !== undefined || isAlone && comment.doneAt === null
    : newest !== undefined && me._id === comment.by._id;
  if (!isTold || by._id === me._id) return null;
  const path = doubtId !== null
    ? `/doubts/${doubtId}`
    : isAlone
    ? `/runs/${runId}`
    : isTheirs
    ? `/Student-solutions?item=${assignmentId}`
    : `/solutions?view=triage&item=${assignmentId}.${studentId}`;
  const done = newest ? "answered a comment" : "commented on your program";
  return {
    place: doubtId === null ? "solutions" : "doubts",
    subject: `comment:${comment._id}`,
    at,
    note: { title: `${by.name} ${done}`, body: "On a program", path },
  };
}
