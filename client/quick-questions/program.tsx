/** The program that a quick question is about, and the call to talk before the second vote. */
import type { QuickQuestion } from "../../server/quick-questions/schema.ts";

export default function QuickQuestionProgram({ program }: Pick<QuickQuestion, "program">) {
  return program === undefined ? null : (
    <pre
      aria-label="The program"
      tabIndex={0}
      className="max-h-[14dvh] overflow-auto rounded-box bg-base-200 p-2 font-mono text-sm leading-snug lg:max-h-[34dvh]"
    >
      {program}
    </pre>
  );
}

export function TalkFirst(
  { quickQuestion: { again, result } }: { quickQuestion: Pick<QuickQuestion, "again" | "result"> },
) {
  return again && result === null
    ? (
      <p className="font-semibold">
        Talk to a neighbour who chose another answer, then vote again.
      </p>
    )
    : null;
}
