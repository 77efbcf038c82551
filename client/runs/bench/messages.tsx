/** What is wrong in a program before it runs: the first message explained, each with its line. */
import type { ReactNode } from "react";
import CircleX from "../../kit/ui/icon.tsx?circle-x";
import TriangleAlert from "../../kit/ui/icon.tsx?triangle-alert";
import { Explanation } from "../../kit/ui/explanation.tsx";
import type { Diagnostic } from "../../../server/languages/types.ts";
import { plural } from "../../kit/ui/plural.ts";

/** Goes to a line of the student's own file, or of a given one. */
export type GoToLine = (line: number, file?: string) => void;

interface MessagesProps {
  diagnostics: readonly Diagnostic[];
  /** Whether the program was compiled all the same. */
  compiled: boolean;
  /** Its accessible name, where there are others on the page. */
  label?: string;
  /** Warnings are folded: something else matters more. */
  folded?: boolean;
  onLine: GoToLine;
  /** Buttons that fix what a message is about, where the program can be changed. */
  quickFixes?: (message: Diagnostic) => ReactNode;
}

export function Messages(props: MessagesProps) {
  const { diagnostics, compiled, label, folded, onLine, quickFixes } = props;
  const shown = diagnostics.filter(({ severity }) => severity !== "note");
  const [first, ...others] = compiled
    ? shown
    : [...shown].sort((one, other) => rank(one) - rank(other));
  if (first === undefined) return null;
  const errors = shown.filter(({ severity }) => severity === "error").length;
  const all = [first, ...others].map((message, place) => (
    <Message key={place} message={message} onLine={onLine} quickFixes={quickFixes?.(message)} />
  ));
  const heading = compiled
    ? plural(shown.length, "warning")
    : `It does not compile: ${plural(errors, "error")}`;
  const isFolded = compiled && folded;
  return (
    <section aria-label={label ?? "Errors and warnings"} className="space-y-2">
      {!isFolded && (
        <>
          <h3 className={`font-bold ${compiled ? "text-warning" : "text-error"}`}>{heading}</h3>
          {all[0]}
        </>
      )}
      {(isFolded || others.length > 0) && (
        <details>
          <summary
            className={`cursor-pointer text-sm font-semibold ${isFolded ? "text-warning" : ""}`}
          >
            {isFolded ? heading : plural(others.length, "more message")}
          </summary>
          <div className="mt-2 space-y-2">{isFolded ? all : all.slice(1)}</div>
        </details>
      )}
    </section>
  );
}

const rank = ({ severity }: Diagnostic) => severity === "error" ? 0 : 1;

interface MessageProps extends Pick<MessagesProps, "onLine"> {
  message: Diagnostic;
  quickFixes: ReactNode;
}

function Message({ message, onLine, quickFixes }: MessageProps) {
  const { severity, line, file, explanation, message: words } = message;
  const isError = severity === "error";
  const Icon = isError ? CircleX : TriangleAlert;
  return (
    <div
      className={`rounded-field border-l-4 px-3 py-2 ${
        isError ? "border-error bg-error/8" : "border-warning bg-warning/8"
      }`}
    >
      <p className="flex items-start gap-2">
        <Icon
          aria-hidden
          className={`mt-1 size-4 shrink-0 ${isError ? "text-error" : "text-warning"}`}
        />
        <span>
          {line > 0 && <ToLine {...{ line, file, onLine }} />} {explanation === undefined
            ? <code className="font-mono text-sm">{words}</code>
            : <Explanation>{explanation}</Explanation>}
        </span>
      </p>
      {quickFixes}
      {explanation !== undefined && (
        <p className="mt-1 pl-6 text-sm text-muted">
          Original message: <code className="font-mono">{words}</code>
        </p>
      )}
    </div>
  );
}

/** @param file the given file that it is in */
export function ToLine(
  { line, file, onLine }: { line: number; file: string | undefined; onLine: GoToLine },
) {
  return (
    <button
      type="button"
      className="link-plain cursor-pointer whitespace-nowrap"
      onClick={() => onLine(line, file)}
    >
      Line {line}
      {file && ` of ${file}`}
    </button>
  );
}
