/** The groups of a class session, the largest first: programs that fail in the same way. */
import { useAtomValue } from "jotai";
import { Fragment, memo, useMemo, useRef, useState } from "react";
import { idOf } from "../../server/groups/grouping.ts";
import type { Group, GroupAnswer } from "../../server/groups/schema.ts";
import { useShortcuts } from "../kit/focus/shortcuts.tsx";
import { useLoad } from "../kit/data/query.ts";
import { showAgo, useNow } from "../kit/ui/format-time.ts";
import { groupQuestion, loadGroupAnswers } from "./actions.ts";
import { answeredOf, type CellsByLearner, groupAnswersAtom, groupsIn } from "./state.ts";
import OpenGroup from "./open-group.tsx";
import { useCall } from "../kit/data/use-call.ts";
import { Dialog } from "../kit/ui/dialog.tsx";
import AskClass, { type QuestionDraft } from "../quick-questions/ask.tsx";

interface GroupsProps {
  classSession: { _id: string; startedAt: string };
  known: CellsByLearner;
  questions: readonly { _id: string; title: string }[];
}

const NONE: readonly GroupAnswer[] = [];

export default function Groups({ classSession, known, questions }: GroupsProps) {
  const found = useMemo(() => groupsIn(known), [known]);
  const [openId, setOpen] = useState<string | null>(null);
  const [isInUse, setInUse] = useState(false);
  const groups = useSteady(found, isInUse || openId !== null);
  const answers = useAtomValue(groupAnswersAtom);
  useLoad(loadGroupAnswers, "Failed to fetch the answers to groups.", answers?.stale);
  const titles = new Map(questions.map(({ _id, title }) => [_id, title]));
  const place = groups.findIndex((group) => idOf(group) === openId);
  useShortcuts([{
    keys: ["g"],
    name: place === -1 ? "Open the largest group" : "Open the next group",
    run: () => {
      const next = groups[(place + 1) % groups.length];
      if (next) setOpen(idOf(next));
    },
  }], "Map");
  return (
    <section
      aria-labelledby="groups-heading"
      className="panel p-4"
      onPointerEnter={() => setInUse(true)}
      onPointerLeave={() => setInUse(false)}
    >
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="groups-heading" className="text-xl font-bold">Failing in the same way</h2>
        <span className="text-sm text-muted max-md:hidden">
          <kbd className="kbd kbd-sm">g</kbd> opens the largest group
        </span>
      </div>
      {groups.length === 0
        ? (
          <p className="mt-2 text-muted">
            No two programs fail in the same way. Groups appear here as soon as they do.
          </p>
        )
        : (
          <ul className="mt-2 divide-y divide-base-300">
            {groups.map((group) => (
              <Row
                key={idOf(group)}
                group={group}
                question={questions.length > 1 ? titles.get(group.assignmentId) : undefined}
                answers={answers?.items ?? NONE}
                classSession={classSession}
                isOpen={idOf(group) === openId}
                onToggle={setOpen}
              />
            ))}
          </ul>
        )}
    </section>
  );
}

interface RowProps {
  group: Group;
  /** The question's title, where there is more than one. */
  question: string | undefined;
  answers: readonly GroupAnswer[];
  classSession: GroupsProps["classSession"];
  isOpen: boolean;
  /** Gets the id of the group that is open now. */
  onToggle: (id: string | null) => void;
}

const Row = memo(
  function Row({ group, question, answers, classSession, isOpen, onToggle }: RowProps) {
    const now = useNow();
    const { _id: classSessionId, startedAt: since } = classSession;
    const answered = useMemo(() => answeredOf(group, answers, since), [group, answers, since]);
    const { ask, dialog } = useAskGroup(group, classSessionId);
    const button = useRef<HTMLButtonElement>(null);
    return (
      <li className="py-1">
        <button
          ref={button}
          type="button"
          aria-expanded={isOpen}
          className="flex w-full cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 rounded-field px-2 py-2 text-left hover:bg-base-200"
          onClick={() => onToggle(isOpen ? null : idOf(group))}
          onKeyDown={(event) => {
            if (event.key !== "q" || event.ctrlKey || event.metaKey || event.altKey) return;
            event.preventDefault();
            ask();
          }}
        >
          <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">
            <Title text={group.title} />
          </span>
          {question !== undefined && <span className="text-sm text-muted">{question}</span>}
          {answered !== null && (
            <span className="badge badge-success badge-outline h-auto shrink-0 font-semibold">
              answered {showAgo(answered.newest.createdAt, now)}
            </span>
          )}
          {answered !== null && answered.fresh.length > 0 && (
            <span className="badge badge-warning h-auto shrink-0 font-semibold">
              {answered.fresh.length} new since
            </span>
          )}
        </button>
        {isOpen && (
          <OpenGroup
            group={group}
            answered={answered}
            onAsk={ask}
            onClose={() => {
              onToggle(null);
              button.current?.focus();
            }}
          />
        )}
        {dialog}
      </li>
    );
  },
);

/** A title whose outputs, which are between backticks, are shown as code. */
function Title({ text }: { text: string }) {
  return text.split("`").map((part, at) =>
    at % 2 === 1
      ? <code key={at} className="rounded bg-base-200 px-1 font-mono">{part}</code>
      : <Fragment key={at}>{part}</Fragment>
  );
}

/** Groups keep their order and stay when empty, new ones come last: none moves while one works. */
function useSteady(
  found: readonly Group[],
  isHeld: boolean,
): readonly Group[] {
  const previous = useRef<readonly Group[]>([]);
  const groups = useMemo(() => {
    if (!isHeld) return found;
    const byId = new Map(found.map((group) => [idOf(group), group]));
    const kept = previous.current.map((group) => {
      const id = idOf(group);
      const now = byId.get(id);
      byId.delete(id);
      return now ?? { ...group, members: [], examples: [], title: GONE };
    });
    return [...kept, ...byId.values()];
  }, [found, isHeld]);
  previous.current = groups;
  return groups;
}

const GONE = "Fewer than two students still fail in this way";

/** Returns what opens the form, and its dialog while it is open. */
function useAskGroup(group: Group, classSessionId: string) {
  const { assignmentId, key } = group;
  const { run } = useCall("The question could not be made.");
  const [filled, setFilled] = useState<QuestionDraft | null>(null);
  const close = () => setFilled(null);
  return {
    ask: () =>
      run(async () => {
        const question = await groupQuestion({ classSessionId, assignmentId, key });
        setFilled({ ...question, subject: idOf(group) });
      }),
    dialog: filled && (
      <Dialog title="Ask the class" wide onClose={close}>
        <AskClass classSessionId={classSessionId} filled={filled} onDone={close} />
      </Dialog>
    ),
  };
}
