/** Buttons that fix the line of a message: an `#include` that is missing, characters that are no code. */
import type { ReactNode } from "react";
import { includeLine, includeToAdd } from "../../../server/cpp/explanations/includes.ts";
import type { Language } from "../../../server/languages/languages.ts";
import { plainCharacters } from "../../../server/languages/odd_characters.ts";
import type { Diagnostic } from "../../../server/languages/types.ts";
import Lightbulb from "../../kit/ui/icon.tsx?lightbulb";
import type { GoToLine } from "./messages.tsx";
import { Button } from "../../kit/ui/button.tsx";

interface QuickFixesProps {
  of: Diagnostic;
  program: { source: string; language: Language; onChange: (source: string) => void };
  onLine: GoToLine;
}

export function QuickFixes({ of: { line, file, explanation }, program, onLine }: QuickFixesProps) {
  const { source, onChange } = program;
  const missing = includeToAdd(explanation, source);
  const plain = file === undefined ? plainCharacters(source, { line, ...program }) : null;
  function change(next: string) {
    onChange(next);
    // The button is gone then: the editor takes the focus at the line, which moves with its text.
    onLine(line);
  }
  function add(header: string) {
    const { at, text } = includeLine(source, header);
    change(source.slice(0, at) + text + source.slice(at));
  }
  return (
    <>
      {missing !== null && (
        <FixButton onClick={() => add(missing)}>{`Add #include <${missing}>`}</FixButton>
      )}
      {plain !== null && <FixButton onClick={() => change(plain.source)}>{plain.offer}</FixButton>}
    </>
  );
}

const FixButton = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <p className="mt-2 pl-6">
    <Button icon={Lightbulb} className="btn-sm" onClick={onClick}>{children}</Button>
  </p>
);
