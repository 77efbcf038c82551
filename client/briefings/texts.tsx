/** A briefing's three texts, as they are read. */
import type { Briefing } from "../../server/briefings/schema.ts";
import { Markup } from "../kit/markup.tsx";

export const parts = [
  ["classSummary", "Summary"],
  ["classQuestions", "Class Questions"],
  ["homeworkQuestions", "Homework Questions"],
] as const;

interface TextsProps {
  briefing: Briefing;
  /** The level of their headings: below that of what they are in. */
  heading?: "h3" | "h4";
}

export function BriefingTexts({ briefing, heading: Heading = "h4" }: TextsProps) {
  return (
    <div className="space-y-4">
      {parts.map(([part, title]) => (
        <section key={part}>
          <Heading className="mb-1 font-bold text-primary">{title}</Heading>
          <Markup html={briefing.html[part]} />
        </section>
      ))}
    </div>
  );
}
