/** A run on the person's own input. While the program waits, they can type to it. */
import type { GoToLine } from "./messages.tsx";
import { useEffect, useId, useRef, useState } from "react";
import CornerDownLeft from "../../kit/ui/icon.tsx?corner-down-left";
import { EndLine } from "./case-detail.tsx";
import { OutputView } from "./output.tsx";
import type { TalkState } from "./run-state.tsx";
import { Button } from "../../kit/ui/button.tsx";

interface OwnInputProps {
  isCall: boolean;
  input: string;
  onInput: (input: string) => void;
  state: TalkState;
  onType: (line: string) => void;
  onEnd: () => void;
  onLine: GoToLine;
}

export function OwnInput(props: OwnInputProps) {
  const { isCall, input, onInput, state, onType, onEnd, onLine } = props;
  const id = useId();
  const { result, output, phase } = state;
  return (
    <div className="space-y-3">
      <div>
        <label htmlFor={id} className="mb-1 block text-sm font-semibold">
          {isCall ? "Call" : "Input"}
        </label>
        <textarea
          id={id}
          rows={3}
          spellCheck={false}
          aria-describedby={`${id}-hint`}
          className="textarea field-sizing-content max-h-40 min-h-20 w-full font-mono text-sm"
          value={input}
          onChange={(event) => onInput(event.target.value)}
        />
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {isCall
            ? "Statements like those of the cases. The value of the last one is printed."
            : "The program reads this first. If it wants more, you can type while it waits."}
        </p>
      </div>
      {phase !== "idle" && state.compiled && (
        <div className="space-y-2">
          <p className="text-sm font-semibold">Output</p>
          <OutputView label="Output" output={output} />
          {phase === "running" && (
            <TypeLine isAsking={state.isAsking} onType={onType} onEnd={onEnd} />
          )}
          {result !== null && (
            <>
              <EndLine result={result} onLine={onLine} />
              <p className="text-sm text-muted">
                {result.exitCode === null
                  ? "It ended"
                  : `It ended with exit code ${result.exitCode}`} after {Math.round(result.ms)} ms.
              </p>
            </>
          )}
        </div>
      )}
    </div>
  );
}

/** The next line for the program. It may be typed before the program waits for it. */
function TypeLine(
  { isAsking, onType, onEnd }: Pick<OwnInputProps, "onType" | "onEnd"> & { isAsking: boolean },
) {
  const [line, setLine] = useState("");
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isAsking) field.current?.focus();
  }, [isAsking]);
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        onType(line);
        setLine("");
      }}
    >
      <input
        ref={field}
        aria-label="Type a line of input"
        placeholder={isAsking ? "The program is waiting for a line" : ""}
        autoComplete="off"
        spellCheck={false}
        className="input min-w-0 grow basis-48 font-mono text-sm"
        value={line}
        onChange={(event) => setLine(event.target.value)}
      />
      <button type="submit" className="btn btn-primary">
        <CornerDownLeft aria-hidden className="size-4" /> Send line
      </button>
      <Button onClick={onEnd}>End of input</Button>
    </form>
  );
}
