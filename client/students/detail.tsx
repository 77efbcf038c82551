/** A learner's page, for staff. */
import { useAtomValue } from "jotai";
import { type ReactNode } from "react";
import { Link, useParams } from "wouter";
import type { StudentPage, TopicProgress } from "../../server/students/schema.ts";
import { useLoad } from "../kit/data/query.ts";
import { showAgo, showDate, showFull, useNow } from "../kit/ui/format-time.ts";
import { NotLoaded, Page } from "../kit/ui/page.tsx";
import { Avatar } from "../people/avatar.tsx";
import { loadStudent } from "./actions.ts";
import { StudentLists } from "./lists.tsx";
import { Notes } from "./notes.tsx";
import { studentAtom } from "./state.ts";

/** When they were last seen changes without an event, so the page is fetched again this often. */
const SEEN_NOW = 90_000;

export default function Student() {
  const { id = "" } = useParams();
  const known = useAtomValue(studentAtom);
  const mine = known?.id === id ? known : null;
  const loading = useLoad(loadStudent, "Failed to fetch the student.", mine?.stale, id);
  const name = mine?.page.student.name ?? "Student";
  return (
    <Page title={name}>
      {mine === null
        ? (
          <NotLoaded
            loading={loading}
            label="Loading the student..."
            skeleton="h-[40rem] rounded-box"
            way={
              <Link href="/mentor?panel=students" className="btn btn-primary">All students</Link>
            }
          />
        )
        : (
          <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
            <div className="min-w-0 space-y-6">
              <Summary page={mine.page} />
              <StudentLists studentId={id} />
            </div>
            <div className="min-w-0 space-y-6">
              <Progress progress={mine.page.progress} />
              <Notes studentId={id} />
            </div>
          </div>
        )}
    </Page>
  );
}

function Summary({ page: { student, seenAt, progress } }: { page: StudentPage }) {
  const now = useNow();
  const solved = progress.reduce((sum, topic) => sum + topic.solved, 0);
  const given = progress.reduce((sum, topic) => sum + topic.given, 0);
  const { name, email, role, branch, year, profileImage, createdAt } = student;
  return (
    <section
      aria-label="Summary"
      className="panel flex flex-wrap items-center gap-x-6 gap-y-3 p-4 sm:p-5"
    >
      <Avatar name={name} image={profileImage} size="size-14 text-lg" />
      <dl className="grid grow grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-3">
        <Fact term="Email" className="max-sm:col-span-2">
          {email === null
            ? "The account was deleted"
            : <a href={`mailto:${email}`} className="link-plain break-all">{email}</a>}
        </Fact>
        <Fact term="Branch and year">
          {branch ?? "N/A"}, year {year ?? "N/A"}
          {role === "volunteer" && ", volunteer"}
        </Fact>
        <Fact term="Last seen">
          {seenAt === null ? "Not known" : (
            <time dateTime={seenAt} title={showFull(seenAt)}>
              {now - Date.parse(seenAt) < SEEN_NOW ? "Here now" : showAgo(seenAt, now)}
            </time>
          )}
        </Fact>
        <Fact term="Solved">{solved} of {given}</Fact>
        <Fact term="Member since">{showDate(createdAt)}</Fact>
      </dl>
    </section>
  );
}

function Fact(
  { term, className = "", children }: { term: string; className?: string; children: ReactNode },
) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="font-semibold break-words">{children}</dd>
    </div>
  );
}

function Progress({ progress }: { progress: readonly TopicProgress[] }) {
  return (
    <section aria-label="Progress by topic" className="panel space-y-3 p-4 sm:p-5">
      <h2 className="text-lg font-bold">Progress by topic</h2>
      {progress.length === 0
        ? <p className="text-muted">No assignment has been given out yet.</p>
        : (
          <ul className="space-y-2.5">
            {progress.map((topic) => <Topic key={topic.majorTopic} {...topic} />)}
          </ul>
        )}
    </section>
  );
}

function Topic({ majorTopic, given, answered, solved }: TopicProgress) {
  return (
    <li>
      <div className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 break-words">{majorTopic}</span>
        <span className="shrink-0 text-sm text-muted">
          {solved} of {given} solved
          {answered > solved && `, ${answered - solved} tried`}
        </span>
      </div>
      <span aria-hidden className="mt-1 flex h-2 overflow-hidden rounded-full bg-base-content/15">
        <span className="bg-success" style={{ width: `${100 * solved / given}%` }} />
        <span className="bg-warning" style={{ width: `${100 * (answered - solved) / given}%` }} />
      </span>
    </li>
  );
}
