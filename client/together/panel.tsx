/** The program that two people edit and run. The student's side is their workspace's draft. */
import { useAtomValue } from "jotai";
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { useLatest } from "../kit/data/use-latest.ts";
import { yCollab, yUndoManagerKeymap } from "y-codemirror.next";
import { EditorView, keymap } from "@codemirror/view";
import { Prec } from "@codemirror/state";
import type { Assignment } from "../../server/assignments/schema.ts";
import type { Together } from "../../server/together/schema.ts";
import { type Language, LANGUAGES } from "../../server/languages/languages.ts";
import { runSettings } from "../../server/languages/program_files.ts";
import { useAssignment } from "../assignments/use-assignment.tsx";
import { meAtom } from "../kit/net/session.ts";
import { emitIfConnected, emitWithReply, onReady } from "../kit/net/socket.ts";
import { attempt } from "../kit/net/storage.ts";
import { store } from "../kit/net/store.ts";
import { toast } from "../kit/data/toast.ts";
import { clearDraft, draftKey, readDraft, writeDraft } from "../kit/forms/draft.ts";
import { NotLoaded } from "../kit/ui/page.tsx";
import { enqueueRun } from "../runs/actions.ts";
import { useProgram } from "../runs/bench/program.tsx";
import type { Runs } from "../runs/bench/bench-props.tsx";
import TryProgram from "../runs/sample/try-program.tsx";
import { endTogether } from "./actions.ts";
import { useAlong, useAwareness } from "./along.tsx";
import { onRelayed, togethersAtom } from "./state.ts";
import { type SharedProgram, shareProgram } from "../kit/editor/shared-program.ts";

const COLORS = {
  student: { color: "#0b5c4b", colorLight: "#0b5c4b33" },
  mentor: { color: "#9a3412", colorLight: "#9a341233" },
};
/** The whole state is stored for a reload this often, in ms, while somebody types. */
const KEEP_MS = 1000;
/** A longer state is not stored, in characters of base64. */
const KEPT_MOST = 1_000_000;
const WATCH_AGAIN_MS = 2000;

export default function TogetherPanel({ one }: { one: Together }) {
  const me = useAtomValue(meAtom);
  const { assignment, loading } = useAssignment(one.assignmentId);
  if (assignment === undefined) {
    return <NotLoaded loading={loading} label="Loading assignment details..." skeleton="h-72" />;
  }
  return me?._id === one.student._id
    ? <StudentSide one={one} assignment={assignment} />
    : <MentorSide one={one} />;
}

function MentorSide({ one }: { one: Together }) {
  const program = useShared(one, null);
  return program && <Both one={one} program={program} />;
}

function StudentSide({ one, assignment }: { one: Together; assignment: Assignment }) {
  const { source, begin, language } = useProgram(assignment);
  const settings = useMemo(() => runSettings(assignment, language), [assignment, language]);
  const draft = useMemo(() => {
    const key = draftKey("program", assignment._id);
    return {
      read: () => readDraft<string>(key) ?? begin,
      write: (text: string) => writeDraft(key, text),
    };
  }, [assignment._id, begin]);
  const program = useShared(one, draft);
  // The student has typed in the workspace itself, perhaps in another tab. The draft is read as it is
  // now: this effect may run after a later change.
  useEffect(() => program?.become(draft.read()), [program, draft, source]);
  return program && (
    <Both
      one={one}
      program={program}
      language={language}
      onRan={(ran, result) =>
        enqueueRun({ assignmentId: assignment._id, source: ran, settings, result })}
    />
  );
}

interface Draft {
  read: () => string;
  write: (text: string) => void;
}

/** Opens the session's program, and keeps it connected while the screen shows it. */
function useShared(one: Together, given: Draft | null): SharedProgram | null {
  const me = useAtomValue(meAtom);
  const [program, setProgram] = useState<SharedProgram | null>(null);
  const session = useLatest({ one, draft: given });
  const { _id: id } = one;
  useEffect(() => {
    const opened = open(session.current.one, {
      meId: me?._id ?? "",
      draft: () => session.current.draft,
    });
    setProgram(opened.program);
    return opened.close;
  }, [id, me?._id]);
  return program;
}

function open(
  one: Together,
  { meId, draft }: { meId: string; draft: () => Draft | null },
): { program: SharedProgram; close(): void } {
  const { _id: togetherId, doubtId, student, mentor } = one;
  const key = draftKey("together", togetherId);
  const sides = [
    { name: student.name, ...COLORS.student },
    { name: mentor?.name ?? "", ...COLORS.mentor },
  ] as const;
  const [mine, theirs] = meId === student._id ? [0, 1] as const : [1, 0] as const;
  const program: SharedProgram = shareProgram({
    me: sides[mine],
    other: sides[theirs],
    begin: draft()?.read() ?? null,
    kept: fromBase64(readDraft<string>(key)),
    send: (data) => emitIfConnected("relay", { togetherId, data }),
    beforeOthers() {
      const own = draft();
      if (own) program.become(own.read());
    },
    onTooLong() {
      toast.error("The program has become too long to edit together.");
      void endTogether(one).catch(() => {});
    },
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  const storeState = () => {
    timer = undefined;
    const state = toBase64(program.state());
    if (state.length <= KEPT_MOST) writeDraft(key, state);
  };
  program.text.observe(() => {
    draft()?.write(program.text.toString());
    timer ??= setTimeout(storeState, KEEP_MS);
  });
  async function watch(): Promise<void> {
    clearTimeout(again);
    const answer = await emitWithReply<{ ok: boolean }>("watch", { togetherId });
    if (answer?.ok) program.connected();
    else if (!isClosed) again = setTimeout(() => void watch(), WATCH_AGAIN_MS);
  }
  let isClosed = false;
  const stops = [
    onRelayed(({ togetherId: id, by, data }) => {
      if (id === togetherId) program.received(new Uint8Array(data), by === meId);
    }),
    onReady(() => void watch()),
  ];
  // The tab is closed or loaded anew.
  addEventListener("pagehide", program.leave);
  return {
    program,
    close() {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(again);
      for (const stop of stops) stop();
      removeEventListener("pagehide", program.leave);
      const isOver = store.get(togethersAtom)[doubtId]?.together?._id !== togetherId;
      if (isOver) clearDraft(key);
      else storeState();
      program.stop();
      // After the stop, which tells the other side.
      emitIfConnected("unwatch", { togetherId });
    },
  };
}

/** The other's name is always visible, not only under the pointer. */
const otherCursor = EditorView.theme({
  ".cm-ySelectionInfo": {
    opacity: "1",
    fontFamily: "var(--font-sans)",
    fontWeight: "600",
    borderRadius: "3px",
  },
});

interface BothProps {
  one: Together;
  program: SharedProgram;
  /** The student's own choice; a mentor gets it from their browser. */
  language?: Language;
  onRan?: Runs["onResult"];
}

function Both({ one, program, language: own, onRan }: BothProps) {
  const language = useTheirLanguage(program, own);
  const me = useAtomValue(meAtom);
  const other = me?._id === one.student._id ? one.mentor : one.student;
  const isHere = useAwareness(program, (all) => all.getStates().size > 1);
  const along = useAlong(program, other?.name ?? "");
  const observe = useCallback((onChange: () => void) => {
    program.text.observe(onChange);
    return () => program.text.unobserve(onChange);
  }, [program]);
  const text = useSyncExternalStore(observe, () => program.text.toString());
  const [shared] = useState(() => ({
    text: () => program.text.toString(),
    extension: [
      Prec.highest(keymap.of(yUndoManagerKeymap)),
      otherCursor,
      yCollab(program.text, program.awareness, { undoManager: program.undo }),
    ],
  }));
  return (
    <>
      <p role="status" className="text-sm text-muted">
        {isHere
          ? `${other?.name} is here. You both type in this program.`
          : `${other?.name} is not connected now. Your changes arrive when they are back.`}
      </p>
      <TryProgram
        program={{
          label: `Program of ${one.student.name}, together`,
          source: text,
          onSource: program.become,
          shared,
        }}
        assignmentId={one.assignmentId}
        language={language}
        runs={{ onResult: onRan }}
        stepping={{ along }}
      />
    </>
  );
}

/** Tells the other side the student's language, or returns theirs, also after they have left. */
function useTheirLanguage(program: SharedProgram, own: Language | undefined): Language | undefined {
  const { awareness } = program;
  useEffect(() => {
    if (own !== undefined) awareness.setLocalStateField("language", own);
  }, [awareness, own]);
  const shared = useAwareness(program, (all) => {
    const languages = [...all.getStates().values()].map(({ language }) => language);
    return LANGUAGES.find((one) => languages.includes(one)) ?? null;
  });
  const theirs = useRef<Language>(undefined);
  if (shared !== null) theirs.current = shared;
  return own ?? theirs.current;
}

const toBase64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

/** Returns null for a text that is not base64. */
const fromBase64 = (text: string | null): Uint8Array | null =>
  text === null
    ? null
    : attempt(() => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)), null);
