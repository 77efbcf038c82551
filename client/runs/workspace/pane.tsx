/**
 * The place of the workspace on a question's page: its frame with the program as plain text at
 * first. The code behind it is loaded once the person is active or the page is idle.
 */
import { Suspense, useEffect, useRef, useState } from "react";
import type { Assignment } from "../../../server/assignments/schema.ts";
import { inLanguage, languagesOf } from "../../../server/languages/languages.ts";
import { retryUntilLoaded } from "../../kit/net/retry.ts";
import { useIsActiveOrIdle } from "../../kit/focus/user-activity.ts";
import { CodeBox, PlainCode } from "../../kit/editor/code-plain.tsx";
import type { Caret, CaretRef } from "../../kit/editor/code-props.ts";
import { lazyComponent, loadCurrent } from "../../kit/ui/lazy.tsx";
import { useIsWide } from "../../kit/layout/media.ts";
import {
  BenchFrame,
  CASE_LINE,
  CASE_LIST,
  ResultTabs,
  RunBar,
  ToolBar,
  WaitingCase,
} from "../bench/bench-frame.tsx";
import { SIZES, useFontSize } from "./font-size.tsx";
import { type Begin, useProgram } from "../bench/program.tsx";

async function load() {
  const workspace = await import("./workspace.tsx");
  await workspace.loadEditor();
  return workspace;
}
const Workspace = lazyComponent(load);

interface PaneProps {
  assignment: Assignment;
  /** Called when the program is in the response form, which may be on another tab. */
  onFilled: () => void;
  /** Opens the form of a doubt. */
  onAsk: () => void;
}

export function WorkspacePane({ assignment, onFilled, onAsk }: PaneProps) {
  const caret = useRef<Caret | null>(null);
  const [begin, setBegin] = useState<Begin>({
    part: assignment.testCases.length > 0 ? "cases" : "input",
    isRun: false,
  });
  const code = useCode();
  const [wantsWhole, setWhole] = useState(false);
  // A narrow window has no button that leaves it.
  const isWhole = useIsWide() && wantsWhole;
  const place = useRef<HTMLElement>(null);
  const isLate = code === "late";
  const frame = <Frame {...{ assignment, caret, begin, isLate }} onBegin={setBegin} />;
  return (
    <section
      ref={place}
      aria-label="Workspace"
      className={isWhole
        ? "fixed inset-x-0 top-0 bottom-[var(--corner,0px)] z-40 bg-base-100"
        : "panel min-w-0 overflow-hidden max-lg:min-h-[70dvh] lg:sticky lg:top-18 lg:h-[calc(100dvh-5rem-var(--corner,0px))] lg:min-h-[calc(32rem-var(--corner,0px))]"}
      onBlur={({ relatedTarget: to }) => {
        // Whatever has the focus is in view.
        const isElsewhere = to !== null && !place.current?.contains(to) &&
          to.closest("dialog, .toasts") === null;
        if (isElsewhere) setWhole(false);
      }}
    >
      {code === "there"
        ? (
          <Suspense fallback={frame}>
            <Workspace
              {...{ assignment, onFilled, onAsk, caret, begin, isWhole }}
              onWhole={() => setWhole(!isWhole)}
            />
          </Suspense>
        )
        : frame}
    </section>
  );
}

type Code = "coming" | "late" | "there";

/**
 * Loads the workspace, and returns how far it is: late after a failure, until it has come. Until
 * then the frame stays as it is.
 */
function useCode(): Code {
  const isWanted = useIsActiveOrIdle();
  const [code, setCode] = useState<Code>("coming");
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    void (async () => {
      await retryUntilLoaded(async () => {
        if (isOver) return;
        await loadCurrent(load, () => isOver).catch((error) => {
          setCode("late");
          throw error;
        });
      });
      await Workspace.ahead();
      await whenReleased();
      setCode("there");
    })();
    return () => {
      isOver = true;
    };
  }, [isWanted]);
  return code;
}

/** Waits for the end of a press: a button that is replaced during one gets no click. */
async function whenReleased(): Promise<void> {
  if (document.querySelector("button:active") === null) return;
  await new Promise((go) => {
    for (const end of ["pointerup", "pointercancel", "keyup"]) {
      // The click comes right after the end of the press.
      addEventListener(end, () => setTimeout(go), { once: true });
    }
  });
}

interface FrameProps {
  assignment: Assignment;
  caret: CaretRef;
  begin: Begin;
  onBegin: (begin: Begin) => void;
  isLate: boolean;
}

const LATE = "The workspace has not loaded yet, because the server cannot be reached. " +
  "The program runs when it has loaded.";

/** What the person asks for here is done as soon as the workspace is there. */
function Frame({ assignment, caret, begin, onBegin, isLate }: FrameProps) {
  const { source, setSource, language, setLanguage } = useProgram(assignment);
  const [size] = useFontSize();
  const { testCases, judge } = assignment;
  const hasCases = testCases.length > 0;
  return (
    <BenchFrame
      fills
      tools={
        <ToolBar
          settings={inLanguage(judge, language)}
          languages={languagesOf(judge)}
          onLanguage={setLanguage}
        />
      }
      editor={
        <CodeBox>
          <PlainCode
            label="Your program"
            value={source}
            onChange={setSource}
            fontSize={SIZES[size]}
            caret={caret}
          />
        </CodeBox>
      }
      bar={
        <RunBar
          hasCases={hasCases}
          onCases={() => onBegin({ part: "cases", isRun: true })}
          onOwn={() => onBegin({ part: "input", isRun: true })}
        >
          {begin.isRun && (isLate ? LATE : "Loading the workspace…")}
        </RunBar>
      }
    >
      <ResultTabs
        hasCases={hasCases}
        hasEarlier
        shown={begin.part}
        onShow={(part) => onBegin({ part, isRun: false })}
      >
        {begin.part === "cases" && (
          <ol className={CASE_LIST}>
            {testCases.map((_, place) => (
              <li key={place} className={CASE_LINE}>
                <WaitingCase place={place} />
              </li>
            ))}
          </ol>
        )}
      </ResultTabs>
    </BenchFrame>
  );
}
