/** What the server found when it ran a program again, beside what the browser said of it. */
import type { ResponseRun } from "../../../server/runs/schema.ts";
import { plural } from "../../kit/ui/plural.ts";

type RunSummary = Omit<ResponseRun, "_id">;

/** Says it in words: "verified 5/5", "verified 5/7, 2 hidden cases fail". */
export function sayVerification({ passed, total, verification }: RunSummary): string {
  const { state, place, hiddenFailed = 0, agrees } = verification;
  if (state === "none") return "not verified";
  if (state === "failed") return "could not be verified";
  if (state === "running") return "is being verified";
  if (state === "waiting") {
    return place === undefined
      ? "waiting to be verified"
      : `waiting to be verified, place ${place}`;
  }
  const found = `verified ${verification.passed}/${verification.total}`;
  if (agrees === false) return `${found}, but the browser said ${passed}/${total}`;
  if (hiddenFailed === 0) return found;
  return `${found}, ${plural(hiddenFailed, "hidden case fails", "hidden cases fail")}`;
}

/** Whether all cases pass, as far as it is known. */
export const isWell = ({ passed, total, verification: { state, ...found } }: RunSummary): boolean =>
  passed === total && (state !== "done" || found.passed === found.total);

/** A warning says what is known. What waits for the server, or runs there, is neutral. */
export function colorOf(run: RunSummary): string {
  const { state } = run.verification;
  const isOpen = state === "waiting" || state === "running";
  if (!isOpen && !isWell(run)) return "badge-warning";
  return state === "done" ? "badge-success" : "border-transparent bg-base-content/10";
}

export function RunBadge({ run }: { run: RunSummary }) {
  const { passed, total, verification: { state } } = run;
  return (
    <span className={`badge h-auto py-0.5 font-semibold ${colorOf(run)}`}>
      {state === "done" ? "" : `${passed}/${total} · `}
      {sayVerification(run)}
    </span>
  );
}

/** The same in a list: the numbers, and the words as its title. */
export function RunCount({ run }: { run: RunSummary }) {
  const { passed, total } = run.verification.state === "done" ? run.verification : run;
  return (
    <span className={`badge badge-sm font-semibold ${colorOf(run)}`}>
      {passed}/{total}
      <span className="sr-only">, {sayVerification(run)}</span>
    </span>
  );
}
