/** A mentor's review of the student's response, beside the question, and all attempts. */
import { Suspense, useState } from "react";
import type { Response } from "../../../server/assignments/responses/schema.ts";
import { lazyComponent } from "../../kit/ui/lazy.tsx";
import { MentorReview } from "../status.tsx";

const Brought = lazyComponent(() => import("../../comments/brought.tsx"));
const History = lazyComponent(async () => ({ default: (await import("./history.tsx")).History }));

interface OwnReviewProps {
  assignmentId: string;
  response: Response;
}

export function OwnReview({ assignmentId, response }: OwnReviewProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="mentor-review" className="panel space-y-4 p-4 sm:p-5">
      <h2 id="mentor-review" className="text-xl font-bold">Mentor Review</h2>
      <MentorReview review={response.mentorReview} />
      {response.run && (
        <Suspense>
          <Brought place={{ assignmentId, studentId: response.student._id }} of="newest" />
        </Suspense>
      )}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="cursor-pointer font-semibold">Attempt history</summary>
        {isOpen && (
          <div className="mt-4">
            <Suspense fallback={<div className="skeleton h-24" />}>
              <History of={`${assignmentId}.${response.student._id}`} version={response.version} />
            </Suspense>
          </div>
        )}
      </details>
    </section>
  );
}
