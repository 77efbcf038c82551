/** The result of a quick question: numbers and bars, never names. The wall shows it, too. */
import type { PollResult as Result } from "../../server/polls/schema.ts";

interface ResultProps {
  result: Result;
  /** The place of the choice that this person has chosen. */
  own?: number | null;
  /** In large type, for the wall. */
  large?: boolean;
}

export default function PollResult({ result, own = null, large = false }: ResultProps) {
  const { answers, groups, others, rightOption } = result;
  const most = Math.max(1, ...groups.map(({ count }) => count));
  return (
    <div className={large ? "space-y-[0.7em]" : "space-y-2"}>
      <ul
        className={large
          ? `grid gap-x-[2em] gap-y-[0.5em] ${groups.length > 4 ? "landscape:grid-cols-2" : ""}`
          : "space-y-1.5"}
      >
        {groups.map(({ text, option, count }) => {
          const isRight = option !== null && option === rightOption;
          return (
            <li key={option ?? text}>
              <span className="flex items-baseline justify-between gap-3">
                <span className={`min-w-0 wrap-anywhere ${isRight ? "font-bold" : ""}`}>
                  {isRight && <span aria-hidden className="mr-1">✓</span>}
                  {text}
                  {isRight && <span className="ml-[0.3em] font-normal">(right)</span>}
                  {option !== null && option === own && (
                    <span className="ml-1 text-muted">(your answer)</span>
                  )}
                </span>
                <strong className="tabular-nums">{count}</strong>
              </span>
              <span
                aria-hidden
                className={`block overflow-hidden rounded-full bg-base-300 ${
                  large ? "mt-[0.15em] h-[0.5em]" : "h-2"
                }`}
              >
                <span
                  className={`block h-full rounded-full forced-color-adjust-none ${
                    isRight ? "bg-success" : "bg-primary"
                  }`}
                  style={{ width: `${(100 * count) / most}%` }}
                />
              </span>
            </li>
          );
        })}
      </ul>
      <p className={large ? "text-[0.8em] text-muted" : "text-sm text-muted"}>
        {answers === 1 ? "1 answer" : `${answers} answers`}
        {others > 0 && `, ${others} of them not in this list`}
      </p>
    </div>
  );
}
