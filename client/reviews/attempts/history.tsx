/** The attempts and reviews of a response, newest first. */
import { useAtomValue } from "jotai";
import type { Response } from "../../../server/assignments/responses/schema.ts";
import type { HistoryEntry } from "../../../server/reviews/schema.ts";
import { useLoad } from "../../kit/data/query.ts";
import { NotLoaded } from "../../kit/ui/page.tsx";
import { Time } from "../../kit/ui/time.tsx";
import { loadHistory } from "../actions.ts";
import { Attempt } from "./attempt.tsx";
import { historiesAtom } from "../state.ts";
import { MentorReview } from "../status.tsx";

type Of<K extends HistoryEntry["type"]> = Extract<HistoryEntry, { type: K }>;

export const attemptsIn = (history: readonly HistoryEntry[]): Of<"attempt">[] =>
  history.filter((entry) => entry.type === "attempt");

/** Returns a response's history, fetched again for each new version; null fetches nothing. */
export function useHistory(key: string, version: number | null) {
  const history = useAtomValue(historiesAtom)[key];
  const load = version === null ? null : loadHistory;
  return { history, loading: useLoad(load, "Failed to fetch the attempts.", false, key, version) };
}

interface HistoryProps {
  of: string;
  version: number;
  /** The review that stands above the history, which says neither it nor its reason again. */
  above?: Response["mentorReview"];
}

export function History({ of, version, above }: HistoryProps) {
  const { history, loading } = useHistory(of, version);
  if (history === undefined) {
    return <NotLoaded loading={loading} label="Loading attempts..." skeleton="h-40" />;
  }
  const rest = history.flatMap((entry) => {
    if (entry.type === "attempt") return entry;
    if (entry.createdAt === above?.at) return [];
    return { ...entry, again: entry.again?.at === above?.again?.at ? null : entry.again };
  });
  return <Timeline history={rest} />;
}

export function Timeline({ history }: { history: readonly HistoryEntry[] }) {
  const attempts = attemptsIn(history);
  const numbers = new Map(attempts.map(({ _id, number }) => [_id, number]));
  const missing = (attempts[0]?.number ?? 1) - 1;
  return (
    <>
      <ol className="space-y-4">
        {history.toReversed().map((entry) => (
          <li key={entry._id} className="border-l-4 border-base-300 pl-4">
            {entry.type === "attempt"
              ? (
                <details>
                  <summary className="cursor-pointer">
                    <span className="font-semibold">Attempt {numbers.get(entry._id)}</span>
                    <span className="text-sm text-muted">
                      , <Time at={entry.createdAt} />
                    </span>
                  </summary>
                  <div className="mt-3">
                    <Attempt attempt={entry} />
                  </div>
                </details>
              )
              : (
                <>
                  <p className="mb-2 font-semibold">
                    Review of attempt {numbers.get(entry.attemptId)}
                  </p>
                  <MentorReview review={{ ...entry, at: entry.createdAt }} />
                </>
              )}
          </li>
        ))}
      </ol>
      {missing > 0 && (
        <p className="mt-4 text-sm text-muted">
          The {missing === 1 ? "first attempt is" : `first ${missing} attempts are`}{" "}
          not shown here: only the newest {attempts.length} are.
        </p>
      )}
    </>
  );
}
