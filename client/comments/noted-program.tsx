/** A program with the comments at its lines. Those on an earlier version follow their lines. */
import { diffArrays } from "diff/lib/diff/array.js";
import { useAtomValue } from "jotai";
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from "react";
import { useLatest } from "../kit/data/use-latest.ts";
import { can, followLines, type Lines, linesOf } from "../../server/comments/policy.ts";
import type { Comment, PlaceQuery } from "../../server/comments/schema.ts";
import type { Language } from "../../server/languages/languages.ts";
import { useLoad } from "../kit/data/query.ts";
import { meAtom } from "../kit/net/session.ts";
import { useShortcuts } from "../kit/focus/shortcuts.tsx";
import { loadRun } from "../runs/actions.ts";
import AttachedRun from "../runs/saved/attached-run.tsx";
import ProgramLines from "../runs/saved/program-lines.tsx";
import { knownRunsAtom } from "../runs/state.ts";
import { loadNotes } from "./actions.ts";
import { CommentBox, EarlierComment } from "./comment-box.tsx";
import { type CommentDraft, useAttached, writeComment } from "./drafts/state.ts";
import { notesAtom, threadKey } from "./state.ts";
import { stretchComment, WriteComment } from "./write-comment.tsx";

interface NotedLines {
  runId: string;
  /** The program; undefined while it is loading. */
  source: string | undefined;
  /** The thread, the response or the run that the comments belong to. */
  place: PlaceQuery;
  /** The doubt's id, or the key of the response, if a reply or a review can bring comments. */
  subject?: string | undefined;
  /** Whether it is the newest program here: then comments on earlier ones follow to it. */
  isNewest?: boolean | undefined;
}

const NONE: readonly never[] = [];

/** What `ProgramLines` needs for comments, and the comments whose lines are no longer there. */
export function useLineNotes({ runId, source, place, subject, isNewest = false }: NotedLines) {
  const me = useAtomValue(meAtom);
  const known = useAtomValue(notesAtom)[threadKey(place)];
  const { state } = useLoad(loadNotes, null, known?.stale, place);
  const comments = known?.comments ?? NONE;
  const earlier = useFollowing(isNewest ? comments : NONE, { runId, source });
  const canWrite = subject !== undefined && can.write(me);
  const drafts = useAttached(subject ?? "").comments.filter((one) =>
    canWrite && one.runId === runId
  );
  const own = useMemo(() => comments.filter((one) => one.runId === runId), [comments, runId]);
  const moved = earlier.filter(({ lines }) => lines !== null);
  const ends = [...own, ...drafts, ...moved.flatMap(({ lines }) => lines ?? [])];
  const matters = useStable(ends.flatMap(({ from, to }) => [from, to]));
  const press = useChoice({ runId, subject, drafts });
  useShortcuts(canWrite && isNewest ? [{ keys: ["l"], name: COMMENT, run: focusLine }] : []);
  const lastLine = useMemo(() => linesOf(source ?? "").length, [source]);
  const ownAt = Map.groupBy(own, ({ to }) => to);
  const movedAt = Map.groupBy(moved, ({ lines }) => lines?.to);
  const draftsAt = Map.groupBy(drafts, ({ to }) => to);
  // A long program asks this for each of its lines.
  const below = (line: number): ReactNode => {
    const here = ownAt.get(line) ?? NONE;
    const from = movedAt.get(line) ?? NONE;
    const mine = draftsAt.get(line) ?? NONE;
    if (here.length + from.length + mine.length === 0) return null;
    return (
      <div className="space-y-2 border-y border-base-300 bg-base-100 px-3 py-2 font-sans text-base">
        {here.map((one) => <CommentBox key={one._id} comment={one} />)}
        {from.map(({ comment }) => <EarlierComment key={comment._id} comment={comment} isHere />)}
        {mine.map((one) => (
          <WriteComment
            key={`${one.from} ${one.to}`}
            subject={subject ?? ""}
            comment={one}
            lastLine={lastLine}
          />
        ))}
      </div>
    );
  };
  const lost = earlier.filter(({ lines }) => lines === null);
  return {
    isLoaded: known !== undefined || state === "failed",
    lines: { matters, chosen: drafts.at(-1) ?? null, below, ...(canWrite && { onLine: press }) },
    above: lost.length > 0 && (
      <ul aria-label="Written for an earlier version" className="space-y-2">
        {lost.map(({ comment }) => (
          <li key={comment._id}>
            <EarlierComment comment={comment} />
          </li>
        ))}
      </ul>
    ),
  };
}

const COMMENT = "Comment on a line";

/** Focuses a line number of the last program: under the pointer, where it fails, or the first. */
function focusLine(): void {
  const numbers = [...document.querySelectorAll<HTMLElement>("[data-line] > button")];
  const first = numbers.findLastIndex((one) => one.tabIndex === 0);
  const own = numbers.slice(first);
  const line = own.find((one) => one.parentElement?.matches(":hover")) ??
    own.find((one) => one.parentElement?.matches("[data-mark=error]")) ?? own[0];
  line?.scrollIntoView({ block: "nearest" });
  line?.focus();
}

interface NotedProgramProps extends NotedLines {
  label: string;
  source: string;
  language: Language;
  /** Nothing is folded at first. */
  whole?: boolean;
}

export default function NotedProgram({ label, language, whole, ...noted }: NotedProgramProps) {
  const { lines, above } = useLineNotes(noted);
  return (
    <div className="space-y-2">
      {above}
      <ProgramLines {...{ label, language, whole }} source={noted.source} {...lines} />
    </div>
  );
}

interface NotedRunProps extends Omit<NotedLines, "source"> {
  /** What it is attached to, such as "entry 3". */
  of: string;
  tools: ReactNode;
}

export function NotedRun({ of, tools, ...noted }: NotedRunProps) {
  const source = useAtomValue(knownRunsAtom)[noted.runId]?.run.source;
  const { lines, above } = useLineNotes({ ...noted, source });
  return (
    <>
      {above}
      <AttachedRun id={noted.runId} of={of} tools={tools} {...lines} />
    </>
  );
}

/** Returns the same list as long as it has the same numbers, so that nothing is folded anew. */
function useStable(lines: number[]): readonly number[] {
  const text = [...new Set(lines)].sort((a, b) => a - b).join();
  return useMemo(() => text === "" ? [] : text.split(",").map(Number), [text]);
}

/** A press begins a comment on a line. With Shift, the last one reaches from its line to here. */
function useChoice(
  { runId, subject, drafts }: Pick<NotedLines, "runId" | "subject"> & {
    drafts: readonly CommentDraft[];
  },
) {
  const begun = useRef<number | null>(null);
  const latest = useLatest(drafts);
  return useCallback((line: number, { extends: isMore }: { extends: boolean }) => {
    if (subject === undefined) return;
    const first = isMore ? begun.current ?? line : line;
    begun.current = first;
    const lines = { from: Math.min(first, line), to: Math.max(first, line) };
    const open = latest.current.findLast(({ from, to }) => from <= first && first <= to);
    if (isMore && open) stretchComment(subject, open, lines);
    else writeComment(subject, { runId, ...lines, text: "" }, "keep");
  }, [runId, subject]);
}

interface PlacedComment {
  comment: Comment;
  /** Its lines in this program; null if they were changed or removed. */
  lines: Lines | null;
}

/** So many earlier programs have comments that follow. Older comments stay at their programs. */
const FOLLOWED_MOST = 5;

/** The comments on earlier programs of the same place that are not done, with their lines here. */
function useFollowing(
  comments: readonly Comment[],
  { runId, source }: { runId: string; source: string | undefined },
): PlacedComment[] {
  const runs = useAtomValue(knownRunsAtom);
  const open = comments.filter((one) => one.runId !== runId && one.doneAt === null);
  // The ids of runs are in the order of their times.
  const ids = [...new Set(open.map((one) => one.runId))].sort().slice(-FOLLOWED_MOST).join();
  useEffect(() => {
    const stop = new AbortController();
    for (const id of ids.split(",").filter(Boolean)) {
      // A program that cannot be loaded: its comments stay where they are.
      if (runs[id] === undefined) loadRun(id, stop.signal).catch(() => {});
    }
    return () => stop.abort();
  }, [ids]);
  return useMemo(() => {
    if (source === undefined) return [];
    return ids.split(",").flatMap((id) => {
      const before = runs[id]?.run;
      if (before === undefined) return [];
      const parts = diffArrays(linesOf(before.source), linesOf(source));
      return open.filter((one) => one.runId === id)
        .map((comment) => ({ comment, lines: followLines(comment, parts) }));
    });
  }, [comments, ids, runs, source, runId]);
}
