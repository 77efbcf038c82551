/** A learner's part of a quick question: the choices or a text, and then the result. */
import type { FormEvent } from "react";
import type { OwnAnswer, QuickQuestion } from "../../server/quick-questions/schema.ts";
import { ANSWER_TEXT } from "../../server/quick-questions/schema.ts";
import { useCall } from "../kit/data/use-call.ts";
import { draftKey, readDraft, useDraft } from "../kit/forms/draft.ts";
import { answerQuickQuestion } from "./actions.ts";
import QuickQuestionResult from "./result.tsx";
import { Button } from "../kit/ui/button.tsx";

/** Choices of so many characters stand beside each other on a phone, so that all are in view. */
const SHORT = 12;

interface AnswerProps {
  quickQuestion: QuickQuestion;
  own: OwnAnswer | null;
  isOpen: boolean;
  onAnswered: () => void;
}

export function Answer({ quickQuestion, own, isOpen, onAnswered }: AnswerProps) {
  if (quickQuestion.result !== null) {
    return <QuickQuestionResult result={quickQuestion.result} own={own?.option ?? null} />;
  }
  return quickQuestion.options.length > 0
    ? <Choices {...{ quickQuestion, own, isOpen, onAnswered }} />
    : <InWords {...{ quickQuestion, own, isOpen, onAnswered }} />;
}

function Choices({ quickQuestion, own, isOpen, onAnswered }: AnswerProps) {
  const { busy, run } = useCall("Your answer could not be sent.");
  const choose = (option: number) =>
    run(async () => {
      await answerQuickQuestion(quickQuestion._id, { option });
      onAnswered();
    });
  return (
    <div
      role="group"
      aria-label={quickQuestion.again ? "Your second answer" : "Your answer"}
      className={`grid gap-2 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))] ${
        quickQuestion.options.every(({ length }) => length <= SHORT) ? "grid-cols-2" : ""
      }`}
    >
      {quickQuestion.options.map((text, option) => (
        <Button
          key={option}
          aria-pressed={own?.option === option}
          aria-disabled={busy || !isOpen}
          className={`w-full justify-start py-2 text-left wrap-anywhere ${
            own?.option === option ? "btn-primary" : ""
          }`}
          onClick={() => isOpen && choose(option)}
        >
          {text}
        </Button>
      ))}
    </div>
  );
}

function InWords({ quickQuestion, own, isOpen, onAnswered }: AnswerProps) {
  const { busy, run } = useCall("Your answer could not be sent.");
  const key = draftKey("quick-answer", quickQuestion._id);
  const [typed, setTyped, forget] = useDraft<string | null>(key, null);
  const text = typed ?? own?.text ?? "";
  function send(event: FormEvent) {
    event.preventDefault();
    if (!isOpen || text.trim() === "") return;
    run(async () => {
      await answerQuickQuestion(quickQuestion._id, { text: text.trim() });
      // What was typed meanwhile stays.
      if (readDraft(key) === typed) forget();
      onAnswered();
    });
  }
  return (
    <form onSubmit={send} className="flex gap-2">
      <input
        className="input min-w-0 grow"
        aria-label="Your answer"
        maxLength={ANSWER_TEXT}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setTyped(target.value)}
      />
      <button type="submit" className="btn btn-primary" aria-disabled={busy || !isOpen}>
        Send
      </button>
    </form>
  );
}
