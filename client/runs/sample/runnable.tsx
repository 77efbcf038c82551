/** A text whose programs can be run, once the person is active. */
import { type ReactNode, Suspense, useRef } from "react";
import { useIsActive } from "../../kit/focus/user-activity.ts";
import { lazyComponent } from "../../kit/ui/lazy.tsx";

const CodeBlocks = lazyComponent(() => import("./code-blocks.tsx"), { instead: () => null });

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
      {useIsActive() && (
        <Suspense>
          <CodeBlocks within={text} assignmentId={assignmentId} />
        </Suspense>
      )}
    </div>
  );
}
