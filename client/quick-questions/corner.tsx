/**
 * The panel of the quick question, at the bottom of the window. The screen ends above it, so it
 * lies over nothing, and it takes no focus by itself. While the user types, and after an answer, it
 * is only a button; an answer that is not sent stays in it. When the user is done with it, the
 * focus goes back to where it was. Further questions, of other sections, are buttons beside it.
 */
import {
  type FocusEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import ChevronDown from "../kit/ui/icon.tsx?chevron-down";
import MessageCircleQuestionMark from "../kit/ui/icon.tsx?message-circle-question-mark";
import X from "../kit/ui/icon.tsx?x";
import { IconButton } from "../kit/ui/icon-button.tsx";
import { isAtHand, isOpen as isOpenAt } from "../../server/quick-questions/policy.ts";
import type { AskedQuickQuestion, QuickQuestion } from "../../server/quick-questions/schema.ts";
import { useLatest } from "../kit/data/use-latest.ts";
import { readStored, writeStored } from "../kit/net/storage.ts";
import { TYPING } from "../kit/focus/shortcuts.tsx";
import { useNow } from "../kit/ui/format-time.ts";
import { plural } from "../kit/ui/plural.ts";
import { Answer } from "./answer.tsx";
import QuickQuestionProgram, { TalkFirst } from "./program.tsx";
import { Answers } from "./answers.tsx";
import { SectionNames } from "../sections/names.tsx";
import { Button } from "../kit/ui/button.tsx";

const PUT_AWAY = "quickQuestions:away";
/** Of so many questions, the browser remembers that they were put away. */
const AWAY_MOST = 20;
const PLACE =
  "fixed inset-x-0 bottom-0 z-30 border-t-4 border-primary bg-base-100 px-3 sm:px-6 print:hidden";

interface CornerProps {
  current: AskedQuickQuestion;
  others: readonly AskedQuickQuestion[];
  onChoose: (id: string) => void;
  /** How often the user has asked for the panel. */
  requests: number;
  /** Whether this user has asked the question, and its class session is not over. */
  isMine: (quickQuestion: QuickQuestion) => boolean;
  onAsk: () => void;
  /** Called when the user folds it or puts it away. */
  onLeave: () => void;
}

export default function Corner(
  { current, others, requests, isMine, onAsk, onLeave, onChoose }: CornerProps,
) {
  const { quickQuestion, own, staff } = current;
  const now = useNow(1000);
  const stage = stageOf(quickQuestion, now);
  const isOpen = isOpenAt(quickQuestion, timeOf(now));
  const root = useRef<HTMLDivElement>(null);
  const focus = useFocusBack(root);
  const panel = usePanel({
    quickQuestion,
    stage,
    wanted: requests,
    isMine: isMine(quickQuestion),
    // Staff who come to another screen look at what is there, and not at a closed question.
    startsFolded: own !== null || (staff !== null && !(isMine(quickQuestion) && isOpen)),
  }, root);
  const { isFolded, isAway, isPinned } = panel;
  /** Who has seen a closed question is done with it. */
  const fold = isOpen ? panel.fold : panel.putAway;
  useFoldOverFocus(root, isFolded, { fold, foldToType: isMine(quickQuestion) ? null : panel.fold });
  const hasFocus = requests > 0 && !isFolded;
  useEffect(() => {
    if (hasFocus) focusIn(root.current);
  }, [hasFocus, requests]);
  useEffect(() => {
    if (isFolded) focus.giveBack();
    else focus.keepIn();
  }, [isFolded, stage, quickQuestion.result === null]);
  const isShown = !isAway && (isPinned || isShownAt(current, { now, isMine }));
  const further = others.filter((one) =>
    isShownAt(one, { now, isMine }) &&
    !readAway().includes(placeOf(one.quickQuestion, stageOf(one.quickQuestion, now)))
  );
  useRoomAtEnd(root, isShown || further.length > 0);
  if (!isShown && further.length === 0) return null;
  const name = nameOf(quickQuestion);
  const seconds = isOpen && quickQuestion.isTimed
    ? Math.max(0, Math.ceil((Date.parse(quickQuestion.closesAt) - now) / 1000))
    : null;
  function leave() {
    fold();
    onLeave();
  }
  return (
    <div
      ref={root}
      {...focus.props}
      className={PLACE}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !isFolded) leave();
      }}
    >
      <div
        hidden={!isFolded && further.length === 0}
        className="my-1.5 flex flex-wrap justify-end gap-2"
      >
        <Button
          hidden={!isFolded || !isShown}
          className="btn-primary btn-sm py-1"
          onClick={() => panel.unfold()}
        >
          <Label {...current} />
          {seconds !== null && <span aria-hidden className="tabular-nums">{seconds} s</span>}
        </Button>
        {further.map((one) => (
          <Button
            key={one.quickQuestion._id}
            className="btn-sm py-1"
            onClick={() => onChoose(one.quickQuestion._id)}
          >
            <Label {...one} />
          </Button>
        ))}
      </div>
      <section
        aria-label={name}
        tabIndex={-1}
        hidden={isFolded || !isShown}
        className="mx-auto flex max-h-[45dvh] max-w-[120rem] flex-col gap-x-6 overflow-y-auto py-2 outline-none lg:flex-row lg:items-start"
      >
        <div className="space-y-2 pb-2 lg:w-2/5">
          <Head {...{ name, shown: current, stage, seconds, isOpen, leave }} />
          <QuickQuestionProgram {...quickQuestion} />
        </div>
        <div className="min-w-0 grow pb-1">
          {staff
            ? <Answers {...{ quickQuestion, staff, isOpen, onAsk }} />
            : <Answer {...{ quickQuestion, own, isOpen }} onAnswered={leave} />}
        </div>
      </section>
    </div>
  );
}

function Label({ quickQuestion, own, staff }: AskedQuickQuestion) {
  return (
    <>
      <MessageCircleQuestionMark aria-hidden className="size-5 shrink-0" />
      <span className="min-w-0 break-words">
        {nameOf(quickQuestion)}
        <OfSections {...{ quickQuestion, staff }} />
        {staff ? `: ${plural(staff.answers.length, "answer")}` : own ? ": answered" : ""}
      </span>
    </>
  );
}

const OfSections = (
  { quickQuestion, staff }: Pick<AskedQuickQuestion, "quickQuestion" | "staff">,
) =>
  staff && quickQuestion.audience && (
    <>
      {", "}
      <SectionNames ids={quickQuestion.audience} />
    </>
  );

const timeOf = (now: number): string => new Date(now).toISOString();
const stageOf = (quickQuestion: QuickQuestion, now: number): Stage =>
  quickQuestion.shownAt !== null
    ? "shown"
    : isOpenAt(quickQuestion, timeOf(now))
    ? "open"
    : "closed";
/** A question is put away as it is at that time, so that its result appears again. */
const placeOf = ({ _id }: QuickQuestion, stage: Stage): string => `${_id} ${stage}`;
const isShownAt = (
  one: AskedQuickQuestion,
  { now, isMine }: { now: number } & Pick<CornerProps, "isMine">,
) => isAtHand(one, { now: timeOf(now), isMine: isMine(one.quickQuestion) });
const readAway = (): readonly string[] => readStored<string[]>(PUT_AWAY) ?? [];
const nameOf = ({ result }: QuickQuestion): string =>
  result !== null ? "Result of the quick question" : "Quick question";

interface HeadProps {
  name: string;
  shown: AskedQuickQuestion;
  stage: Stage;
  seconds: number | null;
  isOpen: boolean;
  leave: () => void;
}

function Head({ name, shown, stage, seconds, isOpen, leave }: HeadProps) {
  const { quickQuestion } = shown;
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 grow">
        <p className="text-sm text-muted">
          {name} from {quickQuestion.askedBy.name}
          <OfSections {...shown} />
          {seconds !== null
            ? <span role="timer" className="tabular-nums">, {seconds} s left</span>
            : stage === "closed" && ", closed"}
        </p>
        <h2 className="text-lg font-bold wrap-anywhere whitespace-pre-wrap">
          {quickQuestion.text}
        </h2>
        <TalkFirst quickQuestion={quickQuestion} />
      </div>
      <IconButton
        icon={isOpen ? ChevronDown : X}
        name={isOpen ? "Make it small" : "Put it away"}
        large
        onClick={leave}
      />
    </div>
  );
}

/** Whether the user types somewhere else on the screen. */
const isTyping = (root: Element | null): boolean => {
  const { activeElement } = document;
  return !root?.contains(activeElement) && (activeElement?.matches(TYPING) ?? false);
};

type Stage = "open" | "closed" | "shown";
interface PanelState {
  quickQuestion: QuickQuestion;
  stage: Stage;
  wanted: number;
  isMine: boolean;
  /** Whether this user has answered, or is of the staff and does not follow the answers. */
  startsFolded: boolean;
}

/** Whether the panel is folded or put away: when it changes by itself, and by the user. */
function usePanel(
  { quickQuestion, stage, wanted, isMine, startsFolded }: PanelState,
  root: RefObject<HTMLElement | null>,
) {
  const place = placeOf(quickQuestion, stage);
  const again = quickQuestion.again === true;
  const [away, setAway] = useState(readAway);
  const [isFolded, setFolded] = useState(() => startsFolded || (!isMine && isTyping(null)));
  const [isPinned, setPinned] = useState(false);
  const [seen, setSeen] = useState({ stage, again, wanted: 0 });
  if (seen.stage !== stage || seen.wanted !== wanted || seen.again !== again) {
    setSeen({ stage, wanted, again });
    if (seen.wanted !== wanted) {
      setFolded(false);
      setPinned(true);
      setAway(away.filter((one) => one !== place));
    } else if (stage === "shown" || again && !seen.again) setFolded(isTyping(root.current));
  }
  return {
    isFolded,
    isPinned,
    isAway: away.includes(place),
    fold() {
      setFolded(true);
      setPinned(false);
    },
    unfold() {
      setFolded(false);
      // The button that had the focus is hidden now.
      setTimeout(() => focusIn(root.current));
    },
    putAway() {
      const next = [place, ...readAway()].slice(0, AWAY_MOST);
      writeStored(PUT_AWAY, next);
      setAway(next);
      setPinned(false);
    },
  };
}

function focusIn(root: HTMLElement | null): void {
  const panel = root?.querySelector("section");
  const first = panel?.querySelector<HTMLElement>("[role=group] button, form input") ?? panel;
  first?.focus({ preventScroll: true });
}

/** What folds the panel; null does not. */
interface Folds {
  fold: () => void;
  foldToType: (() => void) | null;
}

/** Folds the panel when it hides the focused control (WCAG 2.4.11), or a field needs the room. */
function useFoldOverFocus(
  root: RefObject<HTMLElement | null>,
  isFolded: boolean,
  folds: Folds,
): void {
  const latest = useLatest(folds);
  useEffect(() => {
    if (isFolded) return;
    let frame = 0;
    function look() {
      const { activeElement } = document;
      if (activeElement && covers(root.current, activeElement)) latest.current.fold();
      else if (isTyping(root.current)) latest.current.foldToType?.();
    }
    // A frame later, because the page may scroll to the control.
    const wait = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    document.addEventListener("focusin", wait);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("focusin", wait);
    };
  }, [isFolded]);
}

/** Whether the whole of this control is behind the panel. */
function covers(root: HTMLElement | null, control: Element): boolean {
  if (root === null || root.contains(control)) return false;
  const [panel, box] = [root.getBoundingClientRect(), control.getBoundingClientRect()];
  return box.left >= panel.left && box.right <= panel.right && box.top >= panel.top &&
    box.bottom <= panel.bottom;
}

/** Remembers where the focus was before it came into an element, and gives it back. */
function useFocusBack(root: RefObject<HTMLElement | null>) {
  const before = useRef<EventTarget | null>(null);
  const isInside = useRef(false);
  const isIn = (place: EventTarget | null) =>
    place instanceof Node && root.current?.contains(place);
  return {
    props: {
      onFocus({ relatedTarget }: FocusEvent) {
        if (!isIn(relatedTarget) && !isInside.current) before.current = relatedTarget;
        isInside.current = true;
      },
      onBlur({ relatedTarget }: FocusEvent) {
        if (relatedTarget !== null && !isIn(relatedTarget)) isInside.current = false;
      },
    },
    giveBack() {
      if (!isInside.current) return;
      isInside.current = false;
      const to = before.current instanceof HTMLElement && before.current.isConnected
        ? before.current
        : root.current?.querySelector("button");
      to?.focus({ preventScroll: true });
    },
    /** When the focused control is gone, the panel has the focus. */
    keepIn() {
      if (!isInside.current || document.activeElement !== document.body) return;
      root.current?.querySelector("section")?.focus({ preventScroll: true });
    },
  };
}

/** Tells the height of the panel at the bottom of the window to the styles, as `--corner`. */
function useRoomAtEnd(root: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    const panel = root.current;
    if (panel === null) return;
    const { style } = document.documentElement;
    const tell = () => style.setProperty("--corner", `${panel.offsetHeight}px`);
    tell();
    const sizes = new ResizeObserver(tell);
    sizes.observe(panel);
    return () => {
      sizes.disconnect();
      style.removeProperty("--corner");
    };
  }, [isShown]);
}
