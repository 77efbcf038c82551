/** The staff's part of a quick question: the answers live, who gave them, closing and showing. */
import { useState } from "react";
import { answerKey, resultOf, whyNotAgain } from "../../server/quick-questions/policy.ts";
import type { QuickQuestion, StaffPart } from "../../server/quick-questions/schema.ts";
import { useCall } from "../kit/data/use-call.ts";
import { StepSaved } from "../runs/steps/step-saved.tsx";
import { PersonName } from "../people/person-name.tsx";
import { closeQuickQuestion, showQuickQuestion, voteAgain } from "./actions.ts";
import QuickQuestionResult from "./result.tsx";
import { Button } from "../kit/ui/button.tsx";
import { Tick, toggled } from "../kit/ui/tick.tsx";

interface AnswersProps {
  quickQuestion: QuickQuestion;
  staff: StaffPart;
  isOpen: boolean;
  onAsk: () => void;
}

export function Answers({ quickQuestion, staff, isOpen, onAsk }: AnswersProps) {
  const { rightOption, answers, first, runId } = staff;
  const { busy, run } = useCall("It could not be done.");
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const tally = resultOf({ options: quickQuestion.options, rightOption, first }, answers);
  const isShown = quickQuestion.shownAt !== null;
  // The answers that are read here. Those with choices need none.
  const shown = quickQuestion.options.length > 0
    ? []
    : tally.groups.map(({ text }) => text).filter((text) => !leftOut.includes(answerKey(text)));
  return (
    <div className="space-y-3">
      <QuickQuestionResult result={tally} />
      {quickQuestion.options.length === 0 && !isShown && tally.groups.length > 0 && (
        <details>
          <summary className="cursor-pointer text-sm font-semibold">Leave answers out</summary>
          <ul className="mt-1 space-y-1">
            {tally.groups.map(({ text }) => {
              const key = answerKey(text);
              return (
                <li key={key}>
                  <Tick
                    box="checkbox checkbox-sm"
                    className="items-center gap-2 text-sm wrap-anywhere"
                    isOn={leftOut.includes(key)}
                    onTick={() => setLeftOut(toggled(leftOut, key))}
                  >
                    {text}
                  </Tick>
                </li>
              );
            })}
          </ul>
        </details>
      )}
      {answers.length > 0 && (
        <details>
          <summary className="cursor-pointer text-sm font-semibold">Who answered</summary>
          <ul
            className="mt-1 max-h-48 space-y-1 overflow-y-auto text-sm"
            tabIndex={0}
            aria-label="Who answered"
          >
            {answers.map(({ person, option, text }) => (
              <li key={person._id} className="wrap-anywhere">
                <PersonName person={person} className="font-bold" />:{" "}
                {option === null ? text : quickQuestion.options[option]}
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className="flex flex-wrap gap-2">
        {isOpen && (
          <Button
            className="btn-sm"
            busy={busy}
            onClick={() => run(() => closeQuickQuestion(quickQuestion._id))}
          >
            Close it
          </Button>
        )}
        {whyNotAgain({ ...quickQuestion, first }) === null && answers.length > 0 && (
          <Button
            className="btn-sm"
            busy={busy}
            onClick={() => run(() => voteAgain(quickQuestion._id))}
          >
            Let them talk, and vote again
          </Button>
        )}
        {runId !== null && !isOpen && <StepSaved runId={runId} />}
        {isShown
          ? <p role="status" className="self-center text-sm">The class sees the result.</p>
          : (
            <Button
              className="btn-sm btn-primary"
              busy={busy}
              onClick={() => run(() => showQuickQuestion(quickQuestion._id, shown))}
            >
              Show the class the result
            </Button>
          )}
        {!isOpen && <Button className="btn-sm" onClick={onAsk}>Ask another</Button>}
      </div>
    </div>
  );
}
