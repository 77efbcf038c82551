/** The steps of a program on the wall, in large letters: it follows the steps of staff. */
import { useEffect } from "react";
import type { WallSteps as Shown } from "../../server/lessons/wall/schema.ts";
import { Traced } from "../runs/steps/step-through.tsx";

/** @param clock the day and the time, which the projector shows on all its sheets */
export default function WallSteps({ steps, clock }: { steps: Shown; clock: React.ReactNode }) {
  useEffect(() => {
    const { style } = document.documentElement;
    style.fontSize = "125%";
    return () => void (style.fontSize = "");
  }, []);
  const { title, source, settings, input, call, expected, step, case: number } = steps;
  return (
    <>
      <header className="pb-[calc(var(--unit)*2)] pl-[calc(var(--unit)*2)]">
        <div className="flex flex-wrap items-center gap-[calc(var(--unit)*3)] text-[calc(var(--unit)*3.4)] leading-none">
          <p className="font-bold text-primary">Step by step</p>
          <h1 className="min-w-0 truncate font-bold">
            {title}
            {number !== null && `, case ${number}`}
          </h1>
          {clock}
        </div>
      </header>
      <div className="ml-[calc(var(--unit)*2)] flex min-h-0 flex-col overflow-hidden rounded-box border border-base-content/25 bg-base-100">
        <Traced
          key={JSON.stringify([source, input, call])}
          source={source}
          settings={settings}
          read={input}
          call={call}
          expected={expected}
          begin={step}
          led={{ step, by: "" }}
          isShown
        />
      </div>
      <p className="pb-[calc(var(--unit)*2)]" />
    </>
  );
}
