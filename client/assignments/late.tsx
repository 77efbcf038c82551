/** The badge of a response that came after the due date. */
import { Time } from "../kit/ui/time.tsx";

interface LateProps {
  response: { late?: boolean | undefined; sentAt?: string | null | undefined };
}

export default function LateBadge({ response: { late, sentAt } }: LateProps) {
  if (!late) return null;
  return (
    <span className="badge badge-soft badge-warning h-auto font-semibold">
      Late{sentAt && (
        <>
          : sent <Time at={sentAt} /> by the device's clock, arrived later
        </>
      )}
    </span>
  );
}
