/** Sentences that explain a message, a crash or a wrong output, in the reader's language. */
import { useAtomValue } from "jotai";
import { chooseExplainIn, explainInAtom, translateAtom } from "../data/explain-in.ts";

/** The Hindi text marks code by backticks. */
export function Explained({ children }: { children: string }) {
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

const CHOICES = [["en", "English"], ["hi", "हिन्दी"]] as const;

/** Switches between the languages. */
export function ExplainInSwitch() {
  const chosen = useAtomValue(explainInAtom);
  return (
    <div role="group" aria-label="Language of explanations" className="join print:hidden">
      {CHOICES.map(([language, name]) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={chosen === language}
          className={`join-item btn btn-sm ${chosen === language ? "btn-primary" : ""}`}
          onClick={() => chooseExplainIn(language)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
