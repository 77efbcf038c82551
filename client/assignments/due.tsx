/** When an assignment is due: the day and the time in the class's zone, and the time that is left. */
import { useAtomValue } from "jotai";
import CalendarClock from "../kit/ui/icon.tsx?calendar-clock";
import { lateness } from "../../server/assignments/policy.ts";
import type { AssignmentCard } from "../../server/assignments/schema.ts";
import { todayAtom } from "../kit/net/class-day.ts";
import { showSpan, useNow } from "../kit/ui/format-time.ts";
import { Time } from "../kit/ui/time.tsx";
import { showMoment } from "../kit/ui/show-moment.ts";

export type Deadline = Pick<AssignmentCard, "dueAt" | "lateRule">;

const DAY = 24 * 60 * 60_000;

const AFTER = {
  "in time": "responses still count",
  "late": "a response is marked as late",
  "closed": "closed",
};

/** Describes a due date in two parts: when, and the time that is left or what is true now. */
export function describeDue({ dueAt, lateRule }: Deadline, now: number, today: string | null) {
  if (!dueAt) return null;
  const time = new Date(now).toISOString();
  const when = showMoment(dueAt, today);
  const left = Date.parse(dueAt) - now;
  if (left >= 0) {
    return { when: `Due ${when}`, then: `${showSpan(time, now + left)} left`, isNear: left < DAY };
  }
  const rule = lateRule === undefined ? {} : { lateRule };
  return { when: `Was due ${when}`, then: AFTER[lateness({ dueAt, ...rule }, time)], isNear: true };
}

interface DueProps {
  item: Deadline;
  /** The work is done: the time that is left does not matter any more. */
  isDone?: boolean;
  className?: string;
}

export function Due({ item, isDone = false, className = "" }: DueProps) {
  const today = useAtomValue(todayAtom);
  const due = describeDue(item, useNow(), today);
  if (due === null || !item.dueAt) return null;
  const isUrgent = due.isNear && !isDone;
  return (
    <p
      className={`flex flex-wrap items-center gap-x-1.5 text-sm ${
        isUrgent ? "font-semibold text-warning" : "text-muted"
      } ${className}`}
    >
      <CalendarClock aria-hidden className="size-4 shrink-0" />
      <Time at={item.dueAt} show={() => due.when} />
      {!isDone && <span>· {due.then}</span>}
    </p>
  );
}

export function ScheduleLine({ prepared }: { prepared: NonNullable<AssignmentCard["prepared"]> }) {
  const today = useAtomValue(todayAtom);
  return (
    <p className="text-sm font-semibold text-primary">
      Scheduled for <Time at={prepared.appearsAt} show={(at) => showMoment(at, today)} />
    </p>
  );
}
