/** A mentor's review of the student's response, beside the question, and all attempts. */
import { useState } from "react";
import type { Response } from "../../../server/assignments/responses/schema.ts";
import { MentorReview } from "../status.tsx";
import AttachedComments from "../../comments/attached-comments.tsx";
import { AskAgain } from "./ask-again.tsx";
import { History } from "./history.tsx";

export function OwnReview(
  { assignmentId, response }: { assignmentId: string; response: Response },
) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="mentor-review" className="panel space-y-4 p-4 sm:p-5">
      <h2 id="mentor-review" className="text-xl font-bold">Mentor Review</h2>
      <MentorReview review={response.mentorReview} />
      <AskAgain assignmentId={assignmentId} review={response.mentorReview} />
      {response.run && (
        <AttachedComments place={{ assignmentId, studentId: response.student._id }} of="newest" />
      )}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="cursor-pointer font-semibold">Attempt history</summary>
        {isOpen && (
          <div className="mt-4">
            <History
              of={`${assignmentId}.${response.student._id}`}
              version={response.version}
              above={response.mentorReview}
            />
          </div>
        )}
      </details>
    </section>
  );
}
