/** Decides which events of reviews are news. */
import { isStaff } from "../../server/kit/core/roles.ts";
import type { ReviewItem } from "../../server/reviews/schema.ts";
import type { LiveFeature } from "../kit/data/live-query.ts";
import type { News } from "../kit/news/news.ts";

export const live: LiveFeature = {
  news(me, { event, data }) {
    if (event === "review.waiting") {
      const { assignmentId, student, updatedAt } = data;
      const subject = `review:${assignmentId}:${student._id}`;
      return { place: "solutions", subject, at: updatedAt, note: null };
    }
    return event === "review.changed" && !isStaff(me) ? reviewNews(data) : null;
  },
};

function reviewNews({ assignmentId, assignmentTitle, mentorReview }: ReviewItem): News | null {
  const { status, by, at } = mentorReview;
  if (status === "pending" || at === null) return null;
  const title = `${by?.name ?? "A mentor"} reviewed your solution: ${status}`;
  return {
    place: "solutions",
    subject: `review:${assignmentId}`,
    at,
    note: { title, body: assignmentTitle, path: "/Student-solutions" },
  };
}
