/** The quick question, on every screen: its panel in the corner, its key, and how staff ask. */
import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { can, isOpen } from "../../server/quick-questions/policy.ts";
import type { AskedQuickQuestion, QuickQuestion } from "../../server/quick-questions/schema.ts";
import { serverNow } from "../kit/net/server-clock.ts";
import { useLoad } from "../kit/data/query.ts";
import { meAtom } from "../kit/net/session.ts";
import { toast } from "../kit/data/toast.ts";
import { useShortcuts } from "../kit/focus/shortcuts.tsx";
import { Dialog } from "../kit/ui/dialog.tsx";
import FollowedDoubts from "../doubts/followed-doubts.tsx";
import { isOver, runningAtom } from "../class-sessions/state.ts";
import { loadQuickQuestion } from "./actions.ts";
import { allOf, quickQuestionAtom } from "./state.ts";
import AskClass from "./ask.tsx";
import Corner from "./corner.tsx";

/** On these screens of the staff, the desk has all keys, and the palette asks the class. */
const DESKS = ["/doubts", "/solutions"];

/** The class session that staff have chosen to look at. */
function classSessionIn(path: string, query: URLSearchParams): string | null {
  const session = query.get("session") ?? "";
  return path === "/mentor/class" && session.includes("-") ? session : null;
}

/** The shown question stays when another section is asked, unless it is over or left. */
function useShown(
  all: readonly AskedQuickQuestion[],
  isMine: (one: AskedQuickQuestion) => boolean,
) {
  const [newest] = all;
  const [{ id, seen }, setChosen] = useState({ id: "", seen: "" });
  const shown = all.find(({ quickQuestion }) => quickQuestion._id === id) ?? newest;
  const choose = (id: string) => setChosen({ id, seen: newest?.quickQuestion._id ?? "" });
  if (newest && newest.quickQuestion._id !== seen) {
    const stays = shown && shown !== newest && isOpen(shown.quickQuestion, serverNow()) &&
      !isMine(newest);
    choose(stays ? id : newest.quickQuestion._id);
  }
  return { shown, choose };
}

export default function QuickQuestionWatch() {
  const me = useAtomValue(meAtom);
  const known = useAtomValue(quickQuestionAtom);
  const all = known ? allOf(known) : [];
  const isMine = ({ askedBy }: QuickQuestion) => askedBy._id === me?._id;
  const { shown, choose } = useShown(all, ({ quickQuestion }) => isMine(quickQuestion));
  const running = useAtomValue(runningAtom);
  const quickQuestion = shown?.quickQuestion ?? null;
  const asks = can.ask(me);
  const [isAsking, setAsking] = useState(false);
  /** How often the user has asked for the panel of a question. */
  const [request, setRequest] = useState({ id: "", times: 0 });
  function show(id: string) {
    choose(id);
    setRequest((before) => ({ id, times: before.times + 1 }));
  }
  const [path, go] = useLocation();
  const query = new URLSearchParams(useSearch());
  const isLinked = query.get("ask") === "class";
  const linked = query.get("poll");
  const isThere = all.some(({ quickQuestion }) => quickQuestion._id === linked);
  const isKnown = known !== null && !known.stale;
  useLoad(loadQuickQuestion, null, known?.stale);
  useEffect(() => {
    if (linked === null || !isKnown) return;
    if (isThere) return show(linked);
    toast.info("This quick question is over.");
    forget("poll");
  }, [linked, isKnown, isThere]);
  const keys = !asks ? ["q", "Q"] : DESKS.includes(path) ? [] : ["q", "i"];
  const classSessionId = classSessionIn(path, query);
  /** The open question; where a class session is on the screen, that of its sections. */
  const openNow = () =>
    [...shown ? [shown] : [], ...all].map(({ quickQuestion }) => quickQuestion).find((one) =>
      isOpen(one, serverNow()) &&
      (classSessionId === null || !one.audience || one.classSessionId === classSessionId)
    );
  useShortcuts([
    ...(asks
      ? [{
        keys,
        name: "Ask the class a quick question, or go to the open one",
        run() {
          const open = openNow();
          if (open) show(open._id);
          else setAsking(true);
        },
      }]
      : quickQuestion !== null
      ? [{ keys, name: "Go to the quick question", run: () => show(quickQuestion._id) }]
      : []),
  ], "Whole class");
  /** Leaves the screen, and removes what opened this from its address. */
  function forget(name: string) {
    if (!query.has(name)) return;
    query.delete(name);
    go(query.size === 0 ? path : `${path}?${query}`, { replace: true });
  }
  function done() {
    setAsking(false);
    forget("ask");
  }
  return (
    <>
      {can.answer(me) && <FollowedDoubts />}
      <p role="status" className="sr-only">
        {quickQuestion !== null && isOpen(quickQuestion, serverNow()) &&
          `Quick question from ${quickQuestion.askedBy.name}: ${quickQuestion.text}${
            asks ? "" : " Press q to go to it."
          }`}
      </p>
      {shown && quickQuestion && (
        <Corner
          key={quickQuestion._id}
          current={shown}
          others={all.filter((one) => one !== shown)}
          requests={request.id === quickQuestion._id ? request.times : 0}
          onChoose={show}
          isMine={(one) => isMine(one) && !isOver(running, one.classSessionId)}
          onAsk={() => setAsking(true)}
          onLeave={() => forget("poll")}
        />
      )}
      {asks && (isAsking || isLinked) && (
        <Dialog title="Ask the class" onClose={done}>
          {quickQuestion && isMine(quickQuestion) && (
            <button
              type="button"
              className="link-plain mb-3 wrap-anywhere"
              onClick={() => {
                done();
                show(quickQuestion._id);
              }}
            >
              Back to “{quickQuestion.text}”
            </button>
          )}
          <AskClass classSessionId={classSessionId} onDone={done} />
        </Dialog>
      )}
    </>
  );
}
