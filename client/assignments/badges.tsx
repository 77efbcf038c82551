/** Badges with an assignment's facts. Each fact is also in words, never in colour alone. */
import type { AssignmentCard, DistributionTag } from "../../server/assignments/schema.ts";
import type { ResponseStatus } from "../../server/assignments/responses/schema.ts";
import { Time } from "../kit/ui/time.tsx";

const GREY = "border-transparent bg-base-content/10";

interface Tag {
  name: string;
  color?: string;
  /** What it means, where its name does not say it. */
  meaning?: string;
}

/** The kind of a thing is an outlined badge, its state a filled one. */
export const distributionTags: Record<DistributionTag, Tag> = {
  central: { name: "Central", meaning: "not given out" },
  hw: { name: "HW", color: "badge-primary" },
  hm: { name: "HM", color: "badge-primary", meaning: "homework" },
  cw: { name: "CW", color: "badge-info" },
  pw: { name: "PW", color: "badge-secondary", meaning: "practice" },
  practice: { name: "Practice", color: "badge-secondary" },
  personal: { name: "Personal", color: "badge-warning" },
};

export function TagBadge({ tag }: { tag: DistributionTag }) {
  const { name, color = "", meaning } = distributionTags[tag];
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className={`badge badge-outline font-bold ${color}`}>{name}</span>
      {meaning && <span className="text-sm text-muted">{meaning}</span>}
    </span>
  );
}

const statusColors: Record<string, string> = {
  "solved": "badge-success",
  "partially solved": "badge-warning",
  "having doubt": "badge-error",
  "not understanding": "badge-error",
};

export function ResponseBadge(
  { status, none = "not attempted" }: { status: ResponseStatus | undefined; none?: string },
) {
  const shown = status ?? none;
  return (
    <span className={`badge font-semibold ${statusColors[shown] ?? GREY}`}>
      {shown}
    </span>
  );
}

const levels = { easy: 1, medium: 2, hard: 3 };

export function Difficulty({ difficulty }: Pick<AssignmentCard, "difficulty">) {
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold">
      <span aria-hidden className="flex items-end gap-0.5">
        {[1, 2, 3].map((level) => (
          <span
            key={level}
            className={`w-1 rounded-full ${
              level <= levels[difficulty] ? "bg-base-content" : "bg-base-content/25"
            } ${level === 1 ? "h-1.5" : level === 2 ? "h-2.5" : "h-3.5"}`}
          />
        ))}
      </span>
      {difficulty}
    </span>
  );
}

export function Tags({ tags }: Pick<AssignmentCard, "tags">) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-x-2 gap-y-1 text-sm text-muted">
      {tags.map((tag) => <li key={tag}>#{tag}</li>)}
    </ul>
  );
}

interface LateProps {
  response: { late?: boolean | undefined; sentAt?: string | null | undefined };
  /** In a row, without the time at which it was sent. */
  inRow?: boolean;
}

/** Of a response that came after the due date. */
export function LateBadge({ response: { late, sentAt }, inRow = false }: LateProps) {
  if (!late) return null;
  return (
    <span
      className={`badge badge-soft badge-warning font-semibold ${
        inRow ? "badge-sm shrink-0" : "h-auto"
      }`}
    >
      {sentAt && inRow ? "Arrived late" : "Late"}
      {sentAt && !inRow && (
        <>
          : sent <Time at={sentAt} /> by the device's clock, arrived later
        </>
      )}
    </span>
  );
}
