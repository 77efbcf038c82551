/** How a cell of the gradebook looks, and its name in words. */
import Check from "../kit/ui/icon.tsx?check";
import CheckCheck from "../kit/ui/icon.tsx?check-check";
import CircleDot from "../kit/ui/icon.tsx?circle-dot";
import Clock from "../kit/ui/icon.tsx?clock";
import RotateCcw from "../kit/ui/icon.tsx?rotate-ccw";
import type { GradebookCell, GradebookQuestion } from "../../server/gradebook/schema.ts";
import { plural } from "../kit/ui/plural.ts";

const SIGNS = {
  approved: { text: "approved", Icon: CheckCheck, color: "border-success bg-success/15" },
  solved: { text: "solved, not reviewed", Icon: Check, color: "border-success bg-success/15" },
  changes: { text: "not approved", Icon: RotateCcw, color: "border-error bg-error/15" },
  begun: { text: "not solved yet", Icon: CircleDot, color: "border-warning bg-warning/15" },
  late: { text: "late", Icon: Clock, color: "" },
};

function signOf({ responseStatus, reviewStatus }: GradebookCell): keyof typeof SIGNS {
  if (reviewStatus === "approved") return "approved";
  if (reviewStatus === "not approved") return "changes";
  return responseStatus === "solved" ? "solved" : "begun";
}

interface LookProps {
  cell: GradebookCell | undefined;
  question: GradebookQuestion;
  now: number;
}

const isMissing = ({ dueAt }: GradebookQuestion, now: number): boolean =>
  dueAt !== null && Date.parse(dueAt) < now;

/** The picture of a cell. Its name says all of it in words, so this is hidden from readers. */
export function CellLook({ cell, question, now }: LookProps) {
  if (cell === undefined) {
    return (
      <span aria-hidden className="grid h-full place-items-center text-sm text-muted">
        {isMissing(question, now) ? "missing" : "–"}
      </span>
    );
  }
  const { cases, points, late } = cell;
  const { Icon, color } = SIGNS[signOf(cell)];
  return (
    <span
      aria-hidden
      className={`flex h-full flex-col justify-center overflow-hidden rounded-field border px-1.5 text-sm leading-tight whitespace-nowrap tabular-nums ${color}`}
    >
      <span className="flex items-center gap-1">
        <Icon className="size-4 shrink-0" strokeWidth={2.5} />
        {cases && <span>{cases.part}/{cases.whole}</span>}
        {late && <Clock className="ml-auto size-3.5 shrink-0" strokeWidth={2.5} />}
      </span>
      {points && <span className="text-xs">{points.part}/{points.whole} points</span>}
    </span>
  );
}

/** "solved, approved, passes 3 of 5 cases, 8 of 10 points, late, 2 attempts" */
export function cellName({ cell, question, now }: LookProps): string {
  if (cell === undefined) return isMissing(question, now) ? "missing" : "no response yet";
  const { cases, points, late, attempts, verified } = cell;
  return [
    cell.responseStatus,
    cell.reviewStatus === "pending" ? "not reviewed" : cell.reviewStatus,
    cases && `passes ${cases.part} of ${cases.whole} cases${verified ? "" : ", not verified"}`,
    points && `${points.part} of ${points.whole} points`,
    late && "late",
    plural(attempts, "attempt"),
  ].filter(Boolean).join(", ");
}

export function Legend() {
  return (
    <ul aria-label="What the signs mean" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {Object.values(SIGNS).map(({ text, Icon }) => (
        <li key={text} className="flex items-center gap-1.5">
          <Icon aria-hidden className="size-4" strokeWidth={2.5} /> {text}
        </li>
      ))}
      <li>
        <b>3/5</b> cases passed
      </li>
    </ul>
  );
}
