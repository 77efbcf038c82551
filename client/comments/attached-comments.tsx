/** The comments on lines that a reply or a review brought, as links, and its proposed change. */
import type { Comment, PlaceQuery, ProposalCard } from "../../server/comments/schema.ts";
import { plainText, RichText } from "../kit/ui/rich-text.tsx";
import { useAtomValue } from "jotai";
import { atom } from "jotai/vanilla";
import { memo, useMemo } from "react";
import { useLocation } from "wouter";
import { goToComment, sayLines } from "./comment-box.tsx";
import { useLoadNotes } from "./noted-program.tsx";
import { type KnownNotes, notesAtom, threadKey } from "./state.ts";
import { ProposalBox } from "./proposal.tsx";

/** @param of the entry, or the newest review that brought something */
export default function AttachedComments(
  { place, of }: { place: PlaceQuery; of: { entryId: string } | "newest" },
) {
  const bringer = of === "newest" ? of : of.entryId;
  const { comments: own, proposals: changes, newestId } = useBrought(place, bringer);
  if (own.length + changes.length === 0) return null;
  return (
    <div className="space-y-3">
      {own.length > 0 && (
        <ul aria-label="Comments on lines" className="space-y-1">
          {own.map((comment) => <Listed key={comment._id} comment={comment} />)}
        </ul>
      )}
      {changes.map((card) => (
        <ProposalBox key={card._id} card={card} isNewest={card._id === newestId} />
      ))}
    </div>
  );
}

/** Memoized: a new comment renders no other one. */
const Listed = memo(function Listed({ comment }: { comment: Comment }) {
  const [, navigate] = useLocation();
  const { doubtId, assignmentId } = comment;
  // The program is on another page, or folded away.
  const page = doubtId === null ? `/Student-solutions?item=${assignmentId}` : `/doubts/${doubtId}`;
  return (
    <li className="flex flex-wrap items-baseline gap-x-2">
      <a
        href={`#comment-${comment._id}`}
        className="link-plain shrink-0"
        onClick={(event) => {
          event.preventDefault();
          if (!goToComment(comment)) navigate(page);
        }}
      >
        {sayLines(comment)}
        <span className="sr-only">: {plainText(comment.text)}</span>
      </a>
      <RichText html={comment.html} className="min-w-0 [&>p]:my-0" />
      {comment.doneAt !== null && <span className="text-sm text-success">Done</span>}
    </li>
  );
});

const NONE: readonly never[] = [];

interface OwnNotes {
  comments: readonly Comment[];
  proposals: readonly ProposalCard[];
  newestId: string | undefined;
  stale: boolean | undefined;
}

/**
 * What one entry of a thread brought, or the newest review. A thread may have hundreds of replies:
 * a new comment renders only the one that brought it.
 * @param bringer the entry's id, or "newest"
 */
function useBrought(place: PlaceQuery, bringer: string): OwnNotes {
  const key = threadKey(place);
  const brought = useMemo(() => {
    let last: OwnNotes | undefined;
    return atom((get) => {
      const next = broughtBy(get(notesAtom)[key], bringer);
      last = last !== undefined && isSame(last, next) ? last : next;
      return last;
    });
  }, [key, bringer]);
  const own = useAtomValue(brought);
  useLoadNotes(place, own.stale);
  return own;
}

function broughtBy(known: KnownNotes | undefined, bringer: string): OwnNotes {
  if (known === undefined) return { ...NOTHING, stale: undefined };
  const { comments, proposals } = bringersOf(known);
  const id = bringer === "newest" ? newestReview(known) : bringer;
  const changes = proposals.get(id) ?? NONE;
  return {
    comments: comments.get(id) ?? NONE,
    proposals: changes,
    newestId: changes.length === 0 ? undefined : known.proposals.at(-1)?._id,
    stale: known.stale,
  };
}

const NOTHING = { comments: NONE, proposals: NONE, newestId: undefined };

/** The comments and changes by the entry or the review that brought them. */
function bringersOf(known: KnownNotes) {
  const found = bringers.get(known) ?? {
    comments: Map.groupBy(known.comments, bringerOf),
    proposals: Map.groupBy(known.proposals, bringerOf),
  };
  bringers.set(known, found);
  return found;
}

interface ByBringer {
  comments: ReadonlyMap<string | null, readonly Comment[]>;
  proposals: ReadonlyMap<string | null, readonly ProposalCard[]>;
}

/** All entries of a thread ask for theirs: the values are grouped once. */
const bringers = new WeakMap<KnownNotes, ByBringer>();

const bringerOf = ({ entryId, reviewId }: Comment | ProposalCard): string | null =>
  entryId ?? reviewId;

const isSame = (one: OwnNotes, other: OwnNotes): boolean =>
  one.stale === other.stale && one.newestId === other.newestId &&
  isSameList(one.comments, other.comments) && isSameList(one.proposals, other.proposals);

const isSameList = <T,>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item, at) => item === other[at]);

/** The ids of reviews are in the order of their times. */
const newestReview = ({ comments, proposals }: KnownNotes): string =>
  [...comments, ...proposals].reduce(
    (newest, { reviewId }) => (reviewId ?? "") > newest ? reviewId ?? "" : newest,
    "",
  );
