/** One assignment as a learner sees it: the question and their response, beside the workspace. */
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import MessageCircleQuestion from "../../kit/ui/icon.tsx?message-circle-question-mark";
import type { Assignment } from "../../../server/assignments/schema.ts";
import { useTrial } from "../../comments/drafts/state.ts";
import { type OwnDoubts, RaisedHere, useRaised } from "../../doubts/raise/raise.tsx";
import { useIsActive } from "../../kit/focus/user-activity.ts";
import { Splitter, useShare } from "../../kit/layout/splitter.tsx";
import { Heading, Page } from "../../kit/ui/page.tsx";
import { Tabs } from "../../kit/ui/tabs.tsx";
import { useIsWide } from "../../kit/layout/media.ts";
import { WorkspacePane } from "../../runs/workspace/pane.tsx";
import { GiveUp } from "../../solutions/give-up.tsx";
import { Question } from "./question.tsx";
import { ResponsePanel } from "./response.tsx";
import { ResponseWriting } from "./response-form.tsx";
import OthersDoubts from "../../doubts/raise/others-doubts.tsx";
import RaiseDialog from "../../doubts/raise/raise-dialog.tsx";
import { Button } from "../../kit/ui/button.tsx";

/** The question's share of the width, in percent. */
const USUAL_WIDTH = 42;

const isProgramming = ({ questionType, testCases }: Assignment): boolean =>
  questionType === "coding" || testCases.length > 0;

export default function ForLearner({ assignment }: { assignment: Assignment }) {
  const isWide = useIsWide();
  const [part, setPart] = useState<Part>("question");
  const trial = useTrial(assignment._id);
  useEffect(() => {
    if (trial?.isNew) setPart("program");
  }, [trial?.isNew]);
  const raised = useRaised(assignment);
  const [raising, setRaising] = useState(false);
  const stuck = (
    <Stuck
      {...{ assignment, raising, setRaising }}
      onRaised={() => flushSync(() => setPart("question"))}
    />
  );
  function showResponse() {
    flushSync(() => setPart("question"));
    document.querySelector("[aria-labelledby=your-response]")?.scrollIntoView({ block: "nearest" });
  }
  return (
    <ResponseWriting {...{ assignment, raised }} onShow={showResponse}>
      {isProgramming(assignment)
        ? (
          <Parts
            title={assignment.title}
            {...{ isWide, part, setPart, stuck }}
            question={
              <div className="min-w-0 space-y-5">
                {raised.isAbove && <RaisedHere raised={raised} />}
                <Question assignment={assignment} />
                <GiveUp assignment={assignment} />
                <ResponsePanel assignment={assignment} />
                <DoubtsHere assignment={assignment} raised={raised} />
              </div>
            }
            program={
              <WorkspacePane
                key={assignment._id}
                assignment={assignment}
                onAsk={() => setRaising(true)}
              />
            }
          />
        )
        : (
          <Page title={assignment.title} aside={isWide && stuck}>
            <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_26rem]">
              <div className="min-w-0 space-y-6">
                <Question assignment={assignment} />
                <GiveUp assignment={assignment} />
                <DoubtsHere assignment={assignment} raised={raised} />
              </div>
              <div className="space-y-6 max-lg:contents lg:sticky lg:top-20">
                {raised.isAbove && <RaisedHere raised={raised} />}
                <ResponsePanel assignment={assignment} />
              </div>
            </div>
            {!isWide && stuck}
          </Page>
        )}
    </ResponseWriting>
  );
}

type Part = typeof PARTS[number]["id"];

interface PartsProps {
  title: string;
  isWide: boolean;
  /** Where there is only room for one. */
  part: Part;
  setPart: (part: Part) => void;
  question: ReactNode;
  program: ReactNode;
  stuck: ReactNode;
}

/**
 * The question beside the workspace, or behind tabs. Both are the same elements in either case: a
 * window that becomes narrow ends no run, and closes no dialog. Without a heading across both, the
 * editor has two more lines.
 */
function Parts({ title, isWide, part, setPart, question, program, stuck }: PartsProps) {
  const [share, setShare] = useShare("question-width");
  const width = share ?? USUAL_WIDTH;
  const workspace = useRef<HTMLDivElement>(null);
  // A dialog is hidden with what it belongs to.
  useLayoutEffect(() => {
    if (!isWide && workspace.current?.querySelector("dialog[open]")) setPart("program");
  }, [isWide]);
  return (
    <Page title={title} isBare={isWide}>
      <Tabs
        label="Parts of the assignment"
        tabs={PARTS}
        current={part}
        onShow={setPart}
        all={isWide && {
          className: "mx-auto grid w-full max-w-[120rem] items-start px-6 pt-2 pb-8 print:block",
          style: {
            gridTemplateColumns: `minmax(0,${width}fr) 1.25rem minmax(0,${100 - width}fr)`,
          },
        }}
      >
        {/* Both stay, so that a program that runs goes on behind the question. */}
        <div className="min-w-0" hidden={!isWide && part !== "question"}>
          {isWide && (
            <div
              data-heading
              className="flex flex-wrap items-center justify-between gap-3 pt-1 pb-3"
            >
              <Heading title={title} className="text-2xl" />
              {stuck}
            </div>
          )}
          {question}
        </div>
        {isWide && (
          <Splitter
            label="Width of the question"
            axis="x"
            share={share}
            onShare={setShare}
            className="sticky top-18 h-[calc(100dvh-5rem)]"
          />
        )}
        <div
          ref={workspace}
          className="lg:contents"
          hidden={!isWide && part !== "program"}
        >
          {program}
        </div>
      </Tabs>
      {!isWide && stuck}
    </Page>
  );
}

function DoubtsHere({ assignment, raised }: { assignment: Assignment; raised: OwnDoubts }) {
  const isActive = useIsActive();
  return (
    <>
      {!raised.isAbove && <RaisedHere raised={raised} />}
      {isActive && <OthersDoubts assignmentId={assignment._id} />}
    </>
  );
}

interface StuckProps {
  assignment: Assignment;
  raising: boolean;
  setRaising: (raising: boolean) => void;
  /** Shows the place where the thread will stand. */
  onRaised: () => void;
}

/** The thread is drawn within this many frames. */
const FRAMES = 30;

function lookForThread(frames: number): void {
  requestAnimationFrame(() => {
    const thread = document.querySelector<HTMLElement>("[aria-label='Your doubts here']");
    thread?.scrollIntoView({ block: "start" });
    thread?.focus({ preventScroll: true });
    if (thread === null && frames > 0) lookForThread(frames - 1);
  });
}

function Stuck({ assignment, raising, setRaising, onRaised }: StuckProps) {
  return (
    <div className="print:hidden max-lg:sticky max-lg:bottom-0 max-lg:z-30 max-lg:-mx-4 max-lg:mt-4 max-lg:border-t max-lg:border-base-300 max-lg:bg-base-100 max-lg:px-4 max-lg:pt-2 max-lg:pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:max-lg:-mx-6 sm:max-lg:px-6">
      <Button className="btn-primary max-lg:btn-block" onClick={() => setRaising(true)}>
        <MessageCircleQuestion aria-hidden className="size-5" />
        Raise a doubt
      </Button>
      {raising && (
        <RaiseDialog
          assignment={assignment}
          onClose={() => setRaising(false)}
          onRaised={() => {
            onRaised();
            // In a frame, the dialog has given the focus back to the button.
            lookForThread(FRAMES);
          }}
        />
      )}
    </div>
  );
}

const PARTS = [
  { id: "question", name: "Question" },
  { id: "program", name: "Program" },
] as const;
