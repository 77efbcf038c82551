/** A text whose programs can be run, once the person is active. */
import { type ReactNode, useRef } from "react";
import { useIsActive } from "../../kit/focus/user-activity.ts";
import CodeBlocks from "./code-blocks.tsx";

/** @param assignmentId the question whose cases the programs are run on */
export function Runnable(
  { assignmentId, children }: { assignmentId?: string | undefined; children: ReactNode },
) {
  const text = useRef<HTMLDivElement>(null);
  return (
    <div ref={text} className="runnable">
      {children}
      {useIsActive() && <CodeBlocks within={text} assignmentId={assignmentId} />}
    </div>
  );
}
