/** A triage view of a queue. After each answer, it opens the next item. */
import type { Atom } from "jotai/vanilla";
import { useAtomValue } from "jotai";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useLatest } from "../data/use-latest.ts";
import { outboxAtom } from "../data/outbox.ts";
import { serverTime } from "../net/server-clock.ts";
import { store } from "../net/store.ts";
import { meAtom } from "../net/session.ts";
import type { Lookup } from "../data/work-queue.ts";
import { type FrozenList, useFrozenList } from "../lists/frozen-list.ts";
import { draftKey, readDraft, useDraft } from "../forms/draft.ts";
import { type Desk, openNext, useLeadOn, useTriage } from "./desk.ts";
import { longestTenth } from "./limits.ts";
import { type Claim, isFreeFor, isHeld } from "./claims.ts";
import type { QueueView } from "./queue-panel.tsx";
import { readersAtom } from "../data/readers.ts";
import { readerOf, useReading } from "./item-reader.ts";
import { Triage } from "./triage.tsx";
import { Button } from "../ui/button.tsx";

export interface OpenItem {
  key: string;
  /** The view has opened it by itself: the pane takes the focus if nothing else has it. */
  takesFocus: boolean;
  /** Call this when an answer is in the outbox. It opens the next item. */
  onSent: () => void;
}

/** What waits in a queue, and how it is answered. */
export interface ItemKind<T> {
  /** Its name before its key, when the other staff are told who reads it. */
  item: "doubt" | "review";
  keyOf: (row: T) => string;
  /** What is read out when a row is opened. */
  nameOf: (row: T) => string;
  release: (key: string) => Promise<void>;
  /** The outbox's name for an answer, and the words for one and for many. */
  answer: { kind: string; one: string; many: string };
  returned: Atom<readonly string[]>;
}

interface DeskProps<T> {
  /** Must be the same at each rendering. */
  of: ItemKind<T>;
  view: QueueView<T>;
  queue: { known: Lookup<T>; pages: number };
  /** The waiting rows that match the filter. */
  waiting: readonly T[];
  /** The filter, as a text. When it changes, the new list is shown at once. */
  subject: string;
  /** The number of waiting rows, in words. @param shown without those this person has answered */
  count: (shown: number) => string;
  /** Prefetches the row after the open one. */
  Next?: (props: { of: string | undefined }) => ReactNode;
  context?: (key: string) => ReactNode;
  children: (open: OpenItem) => ReactNode;
}

export function TriageDesk<T extends { claim?: Claim | null }>(props: DeskProps<T>) {
  const { view, queue, subject, count, Next, context, children } = props;
  const { item, keyOf, nameOf, release, answer, returned } = props.of;
  const me = useAtomValue(meAtom);
  const waiting = useUnanswered(props.waiting, answer.kind, keyOf);
  const still = useFrozenList(waiting, {
    keyOf,
    lookUp: queue.known,
    subject,
    pages: queue.pages,
  });
  const readers = useAtomValue(readersAtom);
  const isRead = (key: string) => readerOf(readers, `${item}:${key}`, me?._id) !== null;
  const isFree = (row: T) => isFreeFor(me?._id, row.claim) && !isRead(keyOf(row));
  const triage = useTriage(still, isFree);
  useOnlyMatch(triage, still, subject);
  const [takesFocus, setTakesFocus] = useState(false);
  const { open } = triage;
  const takenCount = still.rows.filter(({ item, isGone }) => !isGone && !isFree(item)).length;
  const [draft] = useDraft<Draft | null>(draftKey(answer.kind, open ?? ""), null);
  const isBegun = open !== null && hasText(draft);
  const isBegunNow = (key: string) => hasText(readDraft(draftKey(answer.kind, key)));
  const sending = useAtomValue(outboxAtom).filter(({ kind }) => kind === answer.kind)
    .map(({ subject }) => `${item}:${subject}`);
  useReading(open === null ? null : `${item}:${open}`, isBegun, sending);
  const claimOn = (key: string) => queue.known(key)?.claim;
  const reading = readers.filter(({ item: read }) => read === `${item}:${open}`);
  const own = reading.findIndex(({ by }) => by._id === me?._id);
  const isClaimed = open !== null && !isFreeFor(me?._id, claimOn(open));
  useLeadOn(triage, still, {
    before: isBegun ? 0 : Math.max(own < 0 ? reading.length : own, isClaimed ? 1 : 0),
    isReserved: own >= 0,
    isBegun: isBegunNow,
    isFree,
  });
  useRelease(open, { kind: answer.kind, claimOn, release });
  const hasReturned = useAtomValue(returned).length > 0;
  const row = open === null ? undefined : queue.known(open);
  return (
    <>
      <p role="status" className="sr-only">{row && nameOf(row)}</p>
      {Next && <Next of={still.rows[triage.at + 1]?.key} />}
      <Triage
        {...{ view, desk: triage, still }}
        count={count(waiting.length)}
        first={waiting[0]}
        longest={new Set(longestTenth(waiting).map(keyOf))}
        notice={hasReturned && (
          <ReturnedDrafts
            {...answer}
            of={returned}
            desk={triage}
            onOpen={(key) => {
              setTakesFocus(true);
              triage.show(key);
            }}
          />
        )}
        context={open === null ? undefined : context?.(open)}
      >
        {open === null
          ? (
            <p
              role="status"
              className="panel grid h-full place-items-center p-8 text-lg text-muted"
            >
              {takenCount === 0
                ? "Open an item to see it here."
                : `${takenCount} ${takenCount === 1 ? "is" : "are"} being read by others.`}
            </p>
          )
          : children({
            key: open,
            takesFocus,
            onSent: () => {
              setTakesFocus(true);
              openNext(triage, still, isFree);
            },
          })}
      </Triage>
    </>
  );
}

/** Opens the only row that a new filter leaves, in place of an item that it does not match. */
function useOnlyMatch(desk: Desk, { rows }: FrozenList<unknown>, subject: string): void {
  const before = useRef(subject);
  const [first] = rows;
  useEffect(() => {
    // Without rows, those of the new filter may still be loading.
    if (before.current === subject || first === undefined) return;
    before.current = subject;
    // On a phone, the queue is shown alone while the user searches.
    if (rows.length === 1 && desk.open !== null && desk.at < 0) desk.show(first.key);
  }, [subject, first?.key]);
}

type Draft = Readonly<Record<string, unknown>>;

const hasText = (draft: Draft | null): boolean =>
  Object.entries(draft ?? {}).some(([name, value]) =>
    name !== "refusal" && typeof value === "string" && value.trim() !== ""
  );

interface ReleaseOptions {
  kind: string;
  claimOn: (key: string) => Claim | null | undefined;
  release: (key: string) => Promise<void>;
}

/** Releases the user's claim on an item that is left without a draft. */
function useRelease(open: string | null, releasing: ReleaseOptions): void {
  const latest = useLatest(releasing);
  useEffect(() => {
    if (open === null) return;
    return () => {
      const { kind, claimOn, release } = latest.current;
      const claim = claimOn(open);
      const isMine = isHeld(claim, serverTime(Date.now())) &&
        claim.by._id === store.get(meAtom)?._id;
      const isSent = store.get(outboxAtom).some(({ subject }) => subject === open);
      if (!isMine || isSent || hasText(readDraft<Draft>(draftKey(kind, open)))) return;
      // Without a connection, the lease ends by itself.
      release(open).catch(() => {});
    };
  }, [open]);
}

function useUnanswered<T>(
  waiting: readonly T[],
  kind: string,
  keyOf: (row: T) => string,
): readonly T[] {
  const outgoing = useAtomValue(outboxAtom);
  return useMemo(() => {
    const answered = new Set(
      outgoing.filter((item) => item.kind === kind).map(({ subject }) => subject),
    );
    return answered.size === 0 ? waiting : waiting.filter((row) => !answered.has(keyOf(row)));
  }, [waiting, outgoing, kind, keyOf]);
}

interface ReturnedProps {
  /** The keys of the rows whose answers were not sent. */
  of: Atom<readonly string[]>;
  one: string;
  many: string;
  desk: Desk;
  onOpen: (key: string) => void;
}

/** Answers that were refused or taken back, and are drafts again: one click opens the item. */
function ReturnedDrafts({ of, one, many, desk, onOpen }: ReturnedProps) {
  const returned = useAtomValue(of).filter((key) => key !== desk.open);
  const [first] = returned;
  if (first === undefined) return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 border-l-4 border-error bg-error/8 px-3 py-2"
    >
      {returned.length === 1
        ? `An unsent ${one} is kept as a draft.`
        : `${returned.length} unsent ${many} are kept as drafts.`}
      <Button className="btn-sm" onClick={() => onOpen(first)}>Open draft</Button>
    </div>
  );
}
