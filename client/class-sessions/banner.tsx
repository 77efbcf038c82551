/** The running class session in a learner's header: the way to the first unsolved question. */
import { useAtomValue } from "jotai";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import type { ClassSession } from "../../server/class-sessions/schema.ts";
import Radio from "../kit/ui/icon.tsx?radio";
import X from "../kit/ui/icon.tsx?x";
import { useLoad } from "../kit/data/query.ts";
import { readStored, writeStored } from "../kit/net/storage.ts";
import { loadRunning } from "./actions.ts";
import { runningAtom } from "./state.ts";
import Signs from "./map/signs.tsx";
import { Button } from "../kit/ui/button.tsx";

const FOLDED = "class-session-folded";
const NO_ROOM = "max-md:sr-only lg:max-xl:sr-only";
const LITTLE_ROOM = "max-[57rem]:sr-only lg:max-[100rem]:sr-only";

export default function ClassNow() {
  const known = useAtomValue(runningAtom);
  useLoad(loadRunning, null, known?.stale);
  return known?.classSession && (
    <Banner classSession={known.classSession} solved={new Set(known.solved)} />
  );
}

function Banner(
  { classSession, solved }: { classSession: ClassSession; solved: ReadonlySet<string> },
) {
  const [folded, setFolded] = useState(() => readStored<string>(FOLDED));
  const [path] = useLocation();
  const next = classSession.questions.findIndex(({ _id }) => !solved.has(_id));
  const question = classSession.questions[Math.max(0, next)];
  const opened = classSession.questions.find(({ _id }) => path === `/assignments/${_id}`)?._id;
  const isFolded = folded === classSession._id;
  const fold = (id: string | null) => {
    writeStored(FOLDED, id);
    setFolded(id);
  };
  const where = next < 0
    ? "all solved"
    : `question ${next + 1} of ${classSession.questions.length}`;
  return (
    <section
      aria-label="Class session"
      className="order-3 ml-auto flex min-w-9 items-center rounded-full bg-accent/20 print:hidden"
    >
      {opened !== undefined && <Signs classSessionId={classSession._id} assignmentId={opened} />}
      {isFolded
        ? (
          <Button
            className="btn-ghost btn-circle btn-sm"
            aria-expanded="false"
            aria-label="Show the class session"
            title="Class session"
            onClick={() => fold(null)}
          >
            <Radio aria-hidden className="size-5" />
          </Button>
        )
        : (
          <>
            <Link
              href={`/assignments/${question?._id}`}
              title={question?.title}
              className="flex min-h-8 min-w-0 items-center gap-1.5 rounded-full px-2 font-semibold hover:underline"
            >
              <Radio aria-hidden className="size-5 shrink-0" />
              {/* Where the header has no room, the sign alone is seen. */}
              <span className={`truncate ${NO_ROOM}`}>
                Class session<span className={LITTLE_ROOM}>: {where}</span>
              </span>
            </Link>
            <Button
              icon={X}
              className="btn-ghost btn-circle btn-xs mr-1 max-md:hidden lg:max-xl:hidden"
              aria-expanded="true"
              aria-label="Fold the class session away"
              onClick={() => fold(classSession._id)}
            >
            </Button>
          </>
        )}
    </section>
  );
}
