/** Deleted accounts, in the Admin Panel: those that can be taken back, and what went of the others. */
import type { Removal, Report } from "../../../server/people/removals/schema.ts";
import { toast } from "../../kit/data/toast.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { focusNeighbour } from "../../kit/focus/restore-focus.ts";
import { Empty, useKnown } from "../../kit/ui/page.tsx";
import { Time } from "../../kit/ui/time.tsx";
import { loadRemovals, takeBack } from "./actions.ts";
import { removalsAtom } from "./state.ts";
import { Button } from "../../kit/ui/button.tsx";

export default function RemovalsPanel() {
  const [known, waiting] = useKnown(removalsAtom, loadRemovals, {
    failed: "Failed to load the deleted accounts.",
    label: "Loading the deleted accounts...",
    skeleton: "h-60 rounded-box",
  });
  if (known === null) return waiting;
  return (
    <section aria-label="Deleted accounts" className="max-w-4xl space-y-4">
      <p>
        A deleted account can be restored for 7 days. After that, what is the person's alone is
        removed, and what others rely on stays without the name.
      </p>
      {known.items.length === 0
        ? <Empty>No account has been deleted.</Empty>
        : (
          <ul className="panel divide-y divide-base-300">
            {known.items.map((one) => <RemovalRow key={one._id} one={one} />)}
          </ul>
        )}
    </section>
  );
}

function RemovalRow({ one }: { one: Removal }) {
  const { _id, name, email, by, at, dueAt, removedAt, report } = one;
  const { busy, run } = useCall();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 grow basis-60">
        <p className="font-semibold break-words">{name}</p>
        {email !== null && <p className="break-all">{email}</p>}
        <p className="text-sm text-muted">
          Deleted <Time at={at} /> by {by === null ? "themself" : by.name}
        </p>
        {report === null
          ? (
            <p className="text-sm text-muted">
              Will be removed <Time at={dueAt} />
            </p>
          )
          : <WhatWent report={report} />}
      </div>
      {removedAt === null && (
        <Button
          className="btn-sm"
          busy={busy}
          onClick={({ currentTarget }) => {
            focusNeighbour(currentTarget);
            run(async () => {
              await takeBack(_id);
              toast.success(`The account of ${name} is back.`);
            });
          }}
        >
          Restore
          <span className="sr-only">the account of {name}</span>
        </Button>
      )}
    </li>
  );
}

const inWords = (counts: Record<string, number>): string =>
  Object.entries(counts).map(([what, count]) => `${count} ${what}`).join(", ") || "nothing";

function WhatWent({ report: { gone, stays } }: { report: Report }) {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer">What was removed</summary>
      <dl className="mt-1">
        <dt className="font-semibold">Gone</dt>
        <dd className="break-words">{inWords(gone)}</dd>
        <dt className="mt-1 font-semibold">Without the name</dt>
        <dd className="break-words">{inWords(stays)}</dd>
      </dl>
    </details>
  );
}
