/** Runs the programs of a sample solution on the question's cases. A failure is only a warning. */
import { useState } from "react";
import { SampleResult } from "../benches.tsx";
import { programsIn, type SampleProps } from "./sample-programs.tsx";
import { Button } from "../../kit/ui/button.tsx";

export function SampleCheck(props: SampleProps) {
  // A result is about the text of its time.
  const [asked, setAsked] = useState({ round: 0, text: "" });
  if (programsIn(props.text).length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        className="btn-sm"
        onClick={() => setAsked({ round: asked.round + 1, text: props.text })}
      >
        Check the solution against the cases
      </Button>
      {asked.round > 0 && asked.text === props.text && (
        <SampleResult
          key={asked.round}
          {...props}
        />
      )}
    </div>
  );
}
