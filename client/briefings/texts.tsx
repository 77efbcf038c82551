/** A briefing's three texts, as they are read. */
import type { Briefing } from "../../server/briefings/schema.ts";
import { Markup } from "../kit/markup.tsx";

export const parts = [
  ["classSummary", "Summary"],
  ["classQuestions", "Class Questions"],
  ["homeworkQuestions", "Homework Questions"],
] as const;

export function BriefingTexts({ briefing }: { briefing: Briefing }) {
  return (
    <div className="space-y-4">
      {parts.map(([part, title]) => (
        <section key={part}>
          <h4 className="mb-1 font-bold text-primary">{title}</h4>
          <Markup html={briefing.html[part]} />
        </section>
      ))}
    </div>
  );
}
