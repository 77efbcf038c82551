/** How a cell of the gradebook looks, and its name in words. */
import Check from "../kit/ui/icon.tsx?check";
import CheckCheck from "../kit/ui/icon.tsx?check-check";
import CircleDot from "../kit/ui/icon.tsx?circle-dot";
import CircleHelp from "../kit/ui/icon.tsx?circle-question-mark";
import Clock from "../kit/ui/icon.tsx?clock";
import MessageCircleQuestion from "../kit/ui/icon.tsx?message-circle-question-mark";
import RotateCcw from "../kit/ui/icon.tsx?rotate-ccw";
import type { GradebookCell, GradebookQuestion } from "../../server/gradebook/schema.ts";

const looks = {
  "solved": { Icon: Check, color: "border-success bg-success/15" },
  "partially solved": { Icon: CircleDot, color: "border-warning bg-warning/15" },
  "not understanding": { Icon: CircleHelp, color: "border-error bg-error/15" },
  "having doubt": { Icon: MessageCircleQuestion, color: "border-error bg-error/15" },
};

const reviewLooks = {
  "pending": null,
  "approved": CheckCheck,
  "not approved": RotateCcw,
};

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
  const { cases, points, late, attempts, verified } = cell;
  const { Icon, color } = looks[cell.responseStatus];
  const Review = reviewLooks[cell.reviewStatus];
  return (
    <span
      aria-hidden
      className={`flex h-full flex-col justify-center overflow-hidden rounded-field border px-1.5 text-sm leading-tight whitespace-nowrap tabular-nums ${color}`}
    >
      <span className="flex items-center gap-1">
        <Icon className="size-4 shrink-0" strokeWidth={2.5} />
        {cases && (
          <span className={verified ? "font-bold" : ""}>
            {verified ? "" : "~"}
            {cases.part}/{cases.whole}
          </span>
        )}
        {Review && <Review className="ml-auto size-4 shrink-0" />}
      </span>
      <span className="flex items-center gap-1.5 text-xs">
        {points && <span>{points.part}/{points.whole} p</span>}
        {attempts > 1 && <span>{attempts}×</span>}
        {late && <Clock className="ml-auto size-3.5 shrink-0" strokeWidth={2.5} />}
      </span>
    </span>
  );
}

/** "solved, approved, passes 3 of 5 cases, 8 of 10 points, late, 2 attempts" */
export function cellName({ cell, question, now }: LookProps): string {
  if (cell === undefined) return isMissing(question, now) ? "missing, and due" : "no response yet";
  const { cases, points, late, attempts, verified } = cell;
  return [
    cell.responseStatus,
    cell.reviewStatus === "pending" ? "not reviewed" : cell.reviewStatus,
    cases && `passes ${cases.part} of ${cases.whole} cases${verified ? "" : ", not verified"}`,
    points && `${points.part} of ${points.whole} points`,
    late && "late",
    `${attempts} ${attempts === 1 ? "attempt" : "attempts"}`,
  ].filter(Boolean).join(", ");
}

/** What the signs mean. */
export function Legend() {
  const signs = [
    ...Object.entries(looks).map(([text, { Icon }]) => ({ text, Icon })),
    { text: "approved", Icon: CheckCheck },
    { text: "not approved", Icon: RotateCcw },
    { text: "late", Icon: Clock },
  ];
  return (
    <ul aria-label="What the signs mean" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {signs.map(({ text, Icon }) => (
        <li key={text} className="flex items-center gap-1.5">
          <Icon aria-hidden className="size-4" strokeWidth={2.5} /> {text}
        </li>
      ))}
      <li>
        <b>3/5</b> cases, verified by the server
      </li>
      <li>~3/5 as the browser says</li>
      <li>8/10 p points</li>
      <li>2× attempts</li>
    </ul>
  );
}
