/** How a cell of the map looks: a shape, a short text and a color, and its name in words. */
import Check from "../../kit/ui/icon.tsx?check";
import CircleAlert from "../../kit/ui/icon.tsx?circle-alert";
import Eye from "../../kit/ui/icon.tsx?eye";
import MessageCircleQuestion from "../../kit/ui/icon.tsx?message-circle-question-mark";
import Minus from "../../kit/ui/icon.tsx?minus";
import Moon from "../../kit/ui/icon.tsx?moon";
import PencilLine from "../../kit/ui/icon.tsx?pencil-line";
import X from "../../kit/ui/icon.tsx?x";
import type { ClassSessionQuestion } from "../../../server/class-sessions/schema.ts";
import {
  type CellState,
  type Facts,
  isWriting,
  lastSign,
  REPEATS_LEAST,
  stateOf,
} from "../../../server/class-sessions/map/policy.ts";
import { showSpan } from "../../kit/ui/format-time.ts";

const looks: Record<CellState, { Icon: typeof Check; text: string; color: string }> = {
  "doubt": {
    Icon: MessageCircleQuestion,
    text: "Doubt",
    color: "border-error bg-error/20 font-bold",
  },
  "solved": { Icon: Check, text: "Solved", color: "border-success bg-success/15" },
  "idle": { Icon: Moon, text: "Idle", color: "border-warning border-dashed bg-warning/10" },
  "fails": { Icon: X, text: "Fails", color: "border-error/60 bg-error/8" },
  "does not compile": {
    Icon: CircleAlert,
    text: "No build",
    color: "border-warning bg-warning/15",
  },
  "writing": { Icon: PencilLine, text: "Writing", color: "border-info bg-info/15" },
  "opened": { Icon: Eye, text: "Opened", color: "border-base-content/30" },
  "not opened": { Icon: Minus, text: "", color: "border-transparent text-muted" },
};

interface LookProps {
  known: Facts;
  question: ClassSessionQuestion;
  now: number;
}

/** The picture of a cell. Its name says the same in words, so this is hidden from readers. */
export function CellLook({ known, question, now }: LookProps) {
  const state = stateOf(known, question, now);
  const { Icon, text, color } = looks[state];
  const { cell } = known;
  const short = state === "fails" && cell?.run ? passing(cell.run) : text;
  const times = state === "fails" || state === "does not compile" ? cell?.repeats ?? 0 : 0;
  return (
    <span
      aria-hidden
      className={`flex h-full items-center justify-center gap-1.5 overflow-hidden rounded-field border-2 px-1 text-sm whitespace-nowrap ${color}`}
    >
      <Icon
        className={`size-4 shrink-0 ${state === "fails" ? "@max-[3.4rem]:hidden" : ""}`}
        strokeWidth={2.5}
      />
      <span className={state === "fails" ? "tabular-nums" : "hidden @min-[6rem]:inline"}>
        {short}
      </span>
      {times >= REPEATS_LEAST && (
        <span className="hidden font-bold @min-[6rem]:inline">{times}×</span>
      )}
      {state !== "writing" && isWriting(known, now) && (
        <PencilLine className="hidden size-3.5 shrink-0 @min-[6rem]:inline" />
      )}
    </span>
  );
}

const passing = ({ passed, total }: { passed: number; total: number }): string =>
  `${passed}/${total}`;

/** "Sums: fails, passes 3 of 5, the same way 3 times, writing" */
export function cellName({ known, question, now }: LookProps): string {
  const state = stateOf(known, question, now);
  const { cell, doubt } = known;
  const last = lastSign(known);
  const times = state === "fails" || state === "does not compile" ? cell?.repeats ?? 0 : 0;
  const words: Record<CellState, string> = {
    "doubt": `has an open doubt, waits ${showSpan(doubt?.waitingSince ?? "", now)}${
      doubt?.claim ? `, ${doubt.claim.by.name} has it` : ""
    }`,
    "solved": "solved",
    "idle": `idle for ${showSpan(last ?? "", now)}`,
    "fails": cell?.run ? `fails, passes ${cell.run.passed} of ${cell.run.total}` : "fails",
    "does not compile": "does not compile",
    "writing": "writing",
    "opened": "opened",
    "not opened": "not opened",
  };
  return [
    `${question.title}: ${words[state]}`,
    times >= REPEATS_LEAST ? `the same way ${times} times` : "",
    state !== "writing" && isWriting(known, now) ? "writing" : "",
  ].filter(Boolean).join(", ");
}

export function Legend() {
  const shown: [CellState, string][] = [
    ["doubt", "open doubt"],
    ["fails", "fails, k of n cases pass"],
    ["does not compile", "does not compile"],
    ["idle", "idle for 10 minutes"],
    ["writing", "writing"],
    ["opened", "opened"],
    ["solved", "solved"],
  ];
  return (
    <ul aria-label="What the shapes mean" className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {shown.map(([state, text]) => {
        const { Icon } = looks[state];
        return (
          <li key={state} className="flex items-center gap-1.5">
            <Icon aria-hidden className="size-4" strokeWidth={2.5} /> {text}
          </li>
        );
      })}
    </ul>
  );
}
