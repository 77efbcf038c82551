/** The mark in a row of a response that came after the due date. */

interface LateProps {
  response: { late?: boolean | undefined; sentAt?: string | null | undefined };
}

export function LateMark({ response: { late, sentAt } }: LateProps) {
  if (!late) return null;
  return (
    <span className="badge badge-sm badge-soft badge-warning shrink-0 font-semibold">
      {sentAt ? "Arrived late" : "Late"}
    </span>
  );
}
