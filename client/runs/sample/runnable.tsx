/** A text whose programs can be run, once the person is active. */
import { type ReactNode, useRef } from "react";
import { useIsActive } from "../../kit/focus/user-activity.ts";
import CodeBlocks from "./code-blocks.tsx";

interface RunnableProps {
  /** The question whose cases the programs are run on. */
  assignmentId?: string | undefined;
  children: ReactNode;
}

export function Runnable({ assignmentId, children }: RunnableProps) {
  const text = useRef<HTMLDivElement>(null);
  return (
    <div ref={text} className="runnable">
      {children}
      {useIsActive() && <CodeBlocks within={text} assignmentId={assignmentId} />}
    </div>
  );
}
