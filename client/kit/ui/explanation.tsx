/** Sentences that explain a message, a crash or a wrong output, in the reader's language. */
import { useAtomValue } from "jotai";
import { chooseExplainIn, explainInAtom, translateAtom } from "../data/explain-in.ts";
import { Choice } from "./choice.tsx";

/** The Hindi text marks code by backticks. */
export function Explanation({ children }: { children: string }) {
  const hindi = useAtomValue(translateAtom)(children);
  if (hindi === null) return children;
  return (
    <span lang="hi">
      {hindi.split("`").map((part, place) =>
        place % 2 === 0 ? part : <code key={place} lang="en" className="font-mono">{part}</code>
      )}
    </span>
  );
}

const CHOICES = [["en", "English"], ["hi", <span key="hi" lang="hi">हिन्दी</span>]] as const;

export function ExplainInSwitch() {
  return (
    <Choice
      label="Language of explanations"
      choices={CHOICES}
      chosen={useAtomValue(explainInAtom)}
      onChoose={chooseExplainIn}
      className="print:hidden"
    />
  );
}
