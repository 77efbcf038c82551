/** Whether this browser is ready to run programs: the size and progress of the one download. */
import { useAtomValue } from "jotai";
import { prepare, type Readiness, readiness, type Step, step } from "../../kit/cpp/sandbox.ts";

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** A download of less than this is not worth a word. */
const WORTH_A_WORD = 200_000;

export function ReadinessLine() {
  return <Line now={useAtomValue(readiness)} />;
}

function Line({ now }: { now: Readiness }) {
  if (now.state === "loading" && now.total > WORTH_A_WORD) {
    const text = `Downloading the compiler: ${megabytes(now.loaded)} of ${megabytes(now.total)}. ` +
      (now.note ?? "It is kept for the next time.");
    return (
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <progress
          className="progress progress-primary w-40"
          value={now.loaded}
          max={now.total}
          aria-label="Download of the compiler"
        />
        <span>{text}</span>
      </div>
    );
  }
  if (now.state === "absent" && now.bytes > WORTH_A_WORD) {
    return (
      <p className="text-sm text-muted">
        The first run downloads the compiler once ({megabytes(now.bytes)}). It is kept for the next
        time.
      </p>
    );
  }
  if (now.state === "failed") {
    return (
      <p className="text-sm text-error">
        {now.reason}{" "}
        <button
          type="button"
          className="link-plain cursor-pointer"
          onClick={() => void prepare()}
        >
          Load the compiler again
        </button>
      </p>
    );
  }
  return null;
}

/** The text of a download changes this often: a screen reader reads each. */
const PARTS = 4;
const WORDS: Record<Step, string> = {
  preparing: "Preparing the includes…",
  compiling: "Compiling…",
};

/** Returns what happens until the program runs, in words. */
export function useStepText(): string {
  const now = useAtomValue(readiness);
  const doing = useAtomValue(step);
  if (now.state !== "loading") return now.state === "absent" ? LOADING : WORDS[doing];
  const { loaded, total } = now;
  if (total <= WORTH_A_WORD) return LOADING;
  if (loaded >= total) return "Starting the compiler…";
  const part = Math.floor((PARTS * loaded) / total) / PARTS;
  const [done, all] = [part * total, total].map((bytes) => Math.round(bytes / 1_000_000));
  return `Loading the compiler, ${done} of ${all} MB…`;
}

const LOADING = "Loading the compiler…";

/** Says why this browser cannot run programs, before anything is downloaded. */
export function CannotRun({ onServer }: { onServer: boolean }) {
  const now = useAtomValue(readiness);
  if (now.state !== "unsupported") return null;
  return (
    <p className="rounded-field border-l-4 border-info bg-info/8 px-3 py-2">
      {now.reason} {onServer && "The server can run the cases instead."}
    </p>
  );
}
