/** An assignment's facts at a glance; always in words, the colour only helps. */
import type {
  AssignmentCard,
  DistributionTag,
  ResponseStatus,
} from "../../server/assignments/schema.ts";

const GREY = "border-transparent bg-base-content/10";

const tagColors: Record<DistributionTag, string> = {
  central: GREY,
  hw: "badge-soft badge-primary",
  hm: "badge-soft badge-primary",
  cw: "badge-soft badge-info",
  pw: "badge-soft badge-secondary",
  practice: "badge-soft badge-secondary",
  personal: "badge-soft badge-warning",
};

const tagNames: Record<DistributionTag, string> = {
  central: "Central",
  hw: "HW",
  hm: "HM",
  cw: "CW",
  pw: "PW",
  practice: "Practice",
  personal: "Personal",
};

export function TagBadge({ tag }: { tag: DistributionTag }) {
  return <span className={`badge font-bold ${tagColors[tag]}`}>{tagNames[tag]}</span>;
}

const statusColors: Record<string, string> = {
  "solved": "badge-soft badge-success",
  "partially solved": "badge-soft badge-warning",
  "having doubt": "badge-soft badge-error",
  "not understanding": "badge-soft badge-error",
};

interface ResponseProps {
  status: ResponseStatus | undefined;
  /** What is said when there is none. */
  none?: string;
}

/** The learner's own status on an assignment. */
export function ResponseBadge({ status, none = "not attempted" }: ResponseProps) {
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
