/** The result of a quick question: numbers and bars, never names. The wall shows it, too. */
import type { QuickQuestionResult as Result } from "../../server/quick-questions/schema.ts";
import { plural } from "../kit/ui/plural.ts";

interface ResultProps {
  result: Result;
  /** The place of the choice that this person has chosen. */
  own?: number | null;
  /** In large type, for the wall. */
  large?: boolean;
}

export default function QuickQuestionResult({ result, own = null, large = false }: ResultProps) {
  const { answers, groups, others, rightOption, first } = result;
  const most = Math.max(1, ...groups.map(({ count }) => count), ...first ?? []);
  return (
    <div className={large ? "space-y-[0.7em]" : "space-y-2"}>
      <ul
        className={large
          ? `grid gap-x-[2em] gap-y-[0.5em] ${groups.length > 4 ? "landscape:grid-cols-2" : ""}`
          : "space-y-1.5"}
      >
        {groups.map(({ text, option, count }, at) => {
          const before = first?.[at];
          const isRight = option !== null && option === rightOption;
          return (
            <li key={option ?? text}>
              <span className="flex items-baseline justify-between gap-3">
                <span
                  className={`min-w-0 wrap-anywhere ${isRight ? "font-bold" : ""} ${
                    large && option === null ? "line-clamp-2" : ""
                  }`}
                >
                  {isRight && <span aria-hidden className="mr-1">✓</span>}
                  {text}
                  {isRight && <span className="ml-[0.3em] font-normal">(right)</span>}
                  {option !== null && option === own && (
                    <span className="ml-1 text-muted">(your answer)</span>
                  )}
                </span>
                <strong className="shrink-0 tabular-nums">
                  {before !== undefined && (
                    <span className="font-normal">
                      {before} <span aria-hidden>→</span>
                      <span className="sr-only">in the first vote, then</span>
                      {" "}
                    </span>
                  )}
                  {count}
                </strong>
              </span>
              {before !== undefined && <Bar {...{ count: before, most, large }} isFirst />}
              <Bar {...{ count, most, large, isRight }} />
            </li>
          );
        })}
      </ul>
      <p className={large ? "text-[0.8em] text-muted" : "text-sm text-muted"}>
        {plural(answers, "answer")}
        {first && ` in the second vote, ${first.reduce((sum, one) => sum + one, 0)} in the first`}
        {others > 0 && `, ${others} of them not in this list`}
      </p>
    </div>
  );
}

interface BarProps {
  count: number;
  most: number;
  large: boolean;
  isRight?: boolean;
  /** It is of the first of two votes. */
  isFirst?: boolean;
}

function Bar({ count, most, large, isRight = false, isFirst = false }: BarProps) {
  const color = isFirst ? "bg-base-content/40" : isRight ? "bg-success" : "bg-primary";
  return (
    <span
      aria-hidden
      className={`block overflow-hidden rounded-full bg-base-300 ${
        large ? "mt-[0.15em] h-[0.5em]" : "mt-0.5 h-2"
      }`}
    >
      <span
        className={`block h-full rounded-full forced-color-adjust-none ${color}`}
        style={{ width: `${(100 * count) / most}%` }}
      />
    </span>
  );
}
