/** Whether this browser is ready to run programs: the size and progress of the one download. */
import { useAtomValue } from "jotai";
import { prepare, type Readiness, readiness } from "../kit/cpp/sandbox.ts";

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
