/** A briefing's three texts, rendered. */
import type { Briefing } from "../../server/briefings/schema.ts";
import { RichText } from "../kit/ui/rich-text.tsx";

export const briefingParts = [
  ["classSummary", "Summary"],
  ["classQuestions", "Class Questions"],
  ["homeworkQuestions", "Homework Questions"],
] as const;

/** @param heading the level of their headings: one below the heading that they stand under */
export function BriefingTexts(
  { briefing, heading: Heading = "h4" }: { briefing: Briefing; heading?: "h3" | "h4" },
) {
  return (
    <div className="space-y-4">
      {briefingParts.map(([part, title]) => (
        <section key={part}>
          <Heading className="mb-1 font-bold text-primary">{title}</Heading>
          <RichText html={briefing.html[part]} />
        </section>
      ))}
    </div>
  );
}
