/** The running class session: its questions, its countdown, the wall's link, and its end. */
import { useAtomValue } from "jotai";
import { useState } from "react";
import type { ClassSession } from "../../server/class-sessions/schema.ts";
import { useLoad } from "../kit/data/query.ts";
import { useCall } from "../kit/data/use-call.ts";
import { takeLostFocus } from "../kit/focus/hand-over-focus.ts";
import { focusNeighbour } from "../kit/focus/restore-focus.ts";
import { Dialog } from "../kit/ui/dialog.tsx";
import { showAgo, showClock, useNow } from "../kit/ui/format-time.ts";
import { Time } from "../kit/ui/time.tsx";
import { AddressToCopy } from "../kit/ui/address-field.tsx";
import {
  changeClassSession,
  endClassSession,
  loadLink,
  makeLink,
  takeLinkBack,
} from "./actions.ts";
import { inMinutes, sayLeft } from "./countdown.tsx";
import { AudienceField, type AudienceValue, changedAudience } from "../sections/audience.tsx";
import { ForSections } from "../sections/names.tsx";
import ClassMap from "./map/class-map.tsx";
import { QuestionPicker } from "./question-picker.tsx";
import { linkAtom } from "./state.ts";
import { Button } from "../kit/ui/button.tsx";

const CHANGE_FAILED = "The class session could not be changed.";

export default function RunningClassSession({ classSession }: { classSession: ClassSession }) {
  const [open, setOpen] = useState<"questions" | "wall" | "end" | null>(null);
  const now = useNow(1000);
  const close = () => setOpen(null);
  return (
    <div className="space-y-4">
      <section
        ref={takeLostFocus}
        tabIndex={-1}
        aria-label="The running class session"
        className="panel p-3 outline-none sm:p-4"
      >
        <div className="flex flex-wrap items-center gap-x-2 gap-y-2 sm:gap-x-4">
          <p className="mr-auto min-w-0">
            <span className="font-bold">Class session</span>, since{" "}
            <Time at={classSession.startedAt} show={showClock} />, by{" "}
            {classSession.startedBy.name}. Ends by itself at{" "}
            <Time at={classSession.endsAt} show={showClock} />.
            {classSession.audience && (
              <>
                {" "}
                <ForSections ids={classSession.audience} />
              </>
            )}
          </p>
          <Button className="max-sm:btn-sm" onClick={() => setOpen("questions")}>Questions</Button>
          <Button className="max-sm:btn-sm" onClick={() => setOpen("wall")}>Wall</Button>
          <Button className="btn-error btn-outline max-sm:btn-sm" onClick={() => setOpen("end")}>
            End the session
          </Button>
        </div>
        <Countdown classSession={classSession} now={now} />
      </section>
      <ClassMap classSession={classSession} />
      {open === "questions" && <QuestionsDialog classSession={classSession} onClose={close} />}
      {open === "wall" && <WallDialog classSession={classSession} onClose={close} />}
      {open === "end" && <EndDialog classSession={classSession} onClose={close} />}
    </div>
  );
}

const MINUTES = [1, 5, 10, 15];

function Countdown(
  { classSession: { _id, countdownAt }, now }: { classSession: ClassSession; now: number },
) {
  const { busy, run } = useCall(CHANGE_FAILED);
  const set = (at: string | null) => run(() => changeClassSession(_id, { countdownAt: at }));
  const left = countdownAt === null ? 0 : Math.max(0, Date.parse(countdownAt) - now);
  return (
    <div
      role="group"
      aria-label="Countdown"
      className="mt-2 flex flex-wrap items-center gap-2"
    >
      <p className="flex items-baseline gap-2 max-sm:w-full">
        <span className="font-semibold">Countdown</span>
        <span className="min-w-20 text-xl font-bold tabular-nums">
          {countdownAt === null ? "none" : sayLeft(left)}
        </span>
      </p>
      {MINUTES.map((minutes) => (
        <Button
          key={minutes}
          className="btn-sm"
          busy={busy}
          onClick={() => set(inMinutes(minutes, left))}
        >
          +{minutes} min
        </Button>
      ))}
      {countdownAt !== null && (
        <Button
          className="btn-ghost btn-sm"
          busy={busy}
          onClick={({ currentTarget }) => {
            focusNeighbour(currentTarget);
            set(null);
          }}
        >
          Remove
        </Button>
      )}
    </div>
  );
}

type DialogProps = { classSession: ClassSession; onClose: () => void };

function QuestionsDialog({ classSession, onClose }: DialogProps) {
  const [chosen, setChosen] = useState<readonly { _id: string; title: string }[]>(
    classSession.questions,
  );
  const [audience, setAudience] = useState<AudienceValue>(classSession.audience ?? null);
  const [problem, setProblem] = useState("");
  const { busy, run } = useCall(CHANGE_FAILED);
  function save(): void {
    if (chosen.length === 0) return setProblem("Choose at least one question.");
    setProblem("");
    run(async () => {
      const questions = chosen.map(({ _id }) => _id);
      await changeClassSession(classSession._id, {
        questions,
        ...changedAudience(audience, classSession.audience),
        version: classSession.version,
      });
      onClose();
    });
  }
  return (
    <Dialog title="Questions of the class session" onClose={onClose} wide>
      <div className="space-y-4">
        <QuestionPicker chosen={chosen} onChange={setChosen} problem={problem} />
        <AudienceField value={audience} onChange={setAudience} />
        <Button className="btn-primary" busy={busy} onClick={save}>
          {busy ? "Saving..." : "Save"}
        </Button>
      </div>
    </Dialog>
  );
}

function EndDialog({ classSession, onClose }: DialogProps) {
  const { busy, run } = useCall("The class session could not be ended.");
  return (
    <Dialog title="End the class session?" onClose={onClose}>
      <p className="mb-4">
        The students' banner and the wall's link go away, and an open quick question closes.
        Programs, doubts and answers stay, and the results are listed under the past sessions.
      </p>
      <Button
        data-begin
        className="btn-error"
        busy={busy}
        onClick={() => run(() => endClassSession(classSession._id))}
      >
        {busy ? "Ending..." : "End the session"}
      </Button>
    </Dialog>
  );
}

function WallDialog({ classSession, onClose }: DialogProps) {
  const { busy, run } = useCall(CHANGE_FAILED);
  return (
    <Dialog title="The wall" onClose={onClose} wide>
      <div className="space-y-6">
        <label className="block">
          <span className="mb-1 block font-semibold">Question on the wall</span>
          <select
            className="select w-full"
            aria-disabled={busy}
            value={classSession.shownId ?? ""}
            onChange={({ target: { value } }) =>
              run(() => changeClassSession(classSession._id, { shownId: value || null }))}
          >
            <option value="">All in turn</option>
            {classSession.questions.map(({ _id, title }, at) => (
              <option key={_id} value={_id}>{at + 1}. {title}</option>
            ))}
          </select>
        </label>
        {!classSession.audience && (
          <AudienceField
            legend="It counts"
            value={classSession.wallSections ?? null}
            // Without any section, nothing would be counted.
            onChange={(wallSections) =>
              wallSections?.length !== 0 &&
              run(() =>
                changeClassSession(classSession._id, {
                  wallSections: wallSections && [...wallSections],
                })
              )}
          />
        )}
        <WallLink classSessionId={classSession._id} />
      </div>
    </Dialog>
  );
}

function WallLink({ classSessionId }: { classSessionId: string }) {
  const known = useAtomValue(linkAtom);
  useLoad(loadLink, "Failed to load the wall's link.", false, classSessionId);
  const [address, setAddress] = useState<string | null>(null);
  const { busy, run } = useCall("The link could not be changed.");
  const now = useNow(10_000);
  const current = known?.classSessionId === classSessionId ? known.link : null;
  const make = () => run(async () => setAddress(await makeLink(classSessionId)));
  return (
    <section aria-labelledby="wall-link" className="space-y-3">
      <h3 id="wall-link" className="font-bold">Link for the wall's computer</h3>
      <p className="text-muted">
        Everybody with the link sees the wall without signing in: numbers, and no name of a student.
        It ends with the session.
      </p>
      {current && address === null && (
        <p>
          {current.by.name} made the link{" "}
          {showAgo(current.madeAt, now)}. Its address was shown only then.
        </p>
      )}
      {current && address !== null && (
        <>
          <AddressToCopy address={address} />
          <a href={address} target="_blank" rel="noreferrer" className="btn">Open it here</a>
        </>
      )}
      <p className="flex flex-wrap gap-2">
        <Button className={current ? "" : "btn-primary"} busy={busy} onClick={make}>
          {current ? "Make a new link" : "Make a link"}
        </Button>
        {current && (
          <Button
            className="btn-error btn-outline max-sm:btn-sm"
            busy={busy}
            onClick={({ currentTarget }) => {
              focusNeighbour(currentTarget);
              run(async () => {
                await takeLinkBack(classSessionId);
                setAddress(null);
              });
            }}
          >
            Take the link back
          </Button>
        )}
      </p>
    </section>
  );
}
