/** A learner's latest run beside the map, live, with their doubt. From here a mentor answers. */
import { useEffect, useMemo, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import ShieldQuestion from "../../kit/ui/icon.tsx?shield-question-mark";
import { CloseButton } from "../../kit/ui/icon-button.tsx";
import type { ClassSessionQuestion } from "../../../server/class-sessions/schema.ts";
import type { Facts } from "../../../server/class-sessions/map/policy.ts";
import type { MapLearner } from "../../../server/class-sessions/map/schema.ts";
import { claim } from "../../doubts/actions.ts";
import { toast } from "../../kit/data/toast.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { AreaField } from "../../kit/forms/fields.tsx";
import { FormError, SubmitButton, useForm } from "../../kit/forms/form.tsx";
import { useShortcuts } from "../../kit/focus/shortcuts.tsx";
import { showAgo } from "../../kit/ui/format-time.ts";
import { Tabs } from "../../kit/ui/tabs.tsx";
import { PersonName, STUDENT_PAGE } from "../../people/person-name.tsx";
import { writeTo } from "./actions.ts";
import { cellName } from "./cell-look.tsx";
import { ThreadPane } from "../../doubts/triage/pane.tsx";
import { NotedRun } from "../../comments/noted-program.tsx";
import RunWithComments from "../../comments/run-with-comments.tsx";
import { intoComment } from "../../runs/steps/link-targets.tsx";
import { StepSaved } from "../../runs/steps/step-saved.tsx";
import { Button } from "../../kit/ui/button.tsx";

interface BesideProps {
  learner: MapLearner;
  known: Facts;
  question: ClassSessionQuestion;
  now: number;
  onClose: () => void;
}

export default function CellPanel({ learner, known, question, now, onClose }: BesideProps) {
  const { cell, doubt } = known;
  const heading = useRef<HTMLHeadingElement>(null);
  const place = useRef<HTMLElement>(null);
  const [chosen, setShown] = useState<"run" | "doubt">(
    doubt?.waitingSince != null ? "doubt" : "run",
  );
  const view = doubt === undefined ? "run" : chosen;
  const [, go] = useLocation();
  useEffect(() => {
    if (matchMedia("(max-width: 63.99rem)").matches) place.current?.scrollIntoView();
  }, []);
  useShortcuts([
    { keys: ["b"], name: "Go to the run beside the map", run: () => heading.current?.focus() },
    { ...STUDENT_PAGE, run: () => go(`/students/${learner._id}`) },
  ]);
  const content = view === "doubt" && doubt
    ? <ThreadPane id={doubt._id} onSent={() => {}} takesFocus={false} />
    : (
      <div className="space-y-4">
        {cell?.run
          ? (
            <>
              <p className="text-sm text-muted">
                The newest run, {showAgo(cell.run.at, now)}. A newer one appears here by itself.
              </p>
              {doubt === undefined
                ? <RunWithComments key={cell.run._id} runId={cell.run._id} isMain />
                : <OfDoubt key={cell.run._id} runId={cell.run._id} doubtId={doubt._id} />}
            </>
          )
          : (
            <p role="status" className="text-muted">
              {learner.name}{" "}
              has not run a program for this question in this session. A run appears here by itself.
            </p>
          )}
        {doubt === undefined && <WriteTo learner={learner} known={known} question={question} />}
      </div>
    );
  return (
    <section
      ref={place}
      data-beside
      aria-label={`${learner.name}, ${question.title}`}
      className="panel min-w-0 scroll-mt-20 p-4 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem-var(--corner,0px))] lg:overflow-y-auto"
    >
      <header className="mb-3 flex items-start gap-3">
        <div className="min-w-0 grow">
          <h2 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
            <PersonName person={learner} />
          </h2>
          <p>
            <Link href={`/assignments/${question._id}`} className="font-semibold hover:underline">
              {cellName({ known, question, now })}
            </Link>
          </p>
        </div>
        {doubt && view === "run" && <Claim id={doubt._id} by={doubt.claim?.by.name ?? null} />}
        <CloseButton name="Close the run" onClose={onClose} />
      </header>
      {doubt === undefined ? content : (
        <Tabs
          label="The run and the doubt"
          tabs={[{ id: "doubt", name: "Doubt" }, { id: "run", name: "Latest run" }]}
          current={view}
          onShow={setShown}
          dense
        >
          {content}
        </Tabs>
      )}
    </section>
  );
}

function Claim({ id, by }: { id: string; by: string | null }) {
  const { busy, run } = useCall("The claim could not be changed.");
  if (by !== null) return <p className="shrink-0 text-sm font-semibold">Claimed by {by}</p>;
  return (
    <Button
      icon={ShieldQuestion}
      className="btn-sm shrink-0"
      busy={busy}
      onClick={() => run(() => claim(id))}
    >
      Claim
    </Button>
  );
}

function WriteTo(
  { learner, known, question }: Pick<BesideProps, "learner" | "known" | "question">,
) {
  const { cell } = known;
  const isThread = cell?.failure != null && cell.solvedAt === null;
  const section = useRef<HTMLElement>(null);
  const form = useForm({
    schema: async () => (await import("../../../server/class-sessions/map/schema.ts")).noteInput,
    empty: { text: "" },
    draft: `map.${learner._id}.${question._id}`,
    otherwise: "This could not be sent.",
    submit: async (input, _values, key) => {
      const title = question.title;
      await writeTo({ learner, cell, title }, input.text, key);
      form.reset();
      toast.success(`Sent to ${learner.name}.`);
    },
  });
  useShortcuts([{
    keys: ["r"],
    name: "Write to this learner",
    run: () => section.current?.querySelector("textarea")?.focus(),
  }]);
  return (
    <section ref={section} aria-label="Write">
      <form {...form.props} className="space-y-3">
        <AreaField form={form} name="text" label={`Write to ${learner.name}`} rows={3} required />
        <p className="text-sm text-muted">
          {isThread
            ? "It begins a private thread about this failure."
            : "It goes as a personal message."}
        </p>
        <FormError text={form.problem} />
        <SubmitButton busy={form.busy}>Send</SubmitButton>
      </form>
    </section>
  );
}

/** A run whose comments go with the reply to the doubt. */
function OfDoubt({ runId, doubtId }: { runId: string; doubtId: string }) {
  const texts = useMemo(() => [intoComment(doubtId)], [doubtId]);
  return (
    <NotedRun
      runId={runId}
      place={{ runId }}
      subject={doubtId}
      isNewest
      of="the newest run"
      tools={<StepSaved runId={runId} isMain texts={texts} />}
    />
  );
}
