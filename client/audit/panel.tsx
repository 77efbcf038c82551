/** The audit log, in the Admin Panel, with its filter. Rows appear on a reload. */
import { useAtomValue } from "jotai";
import { useId } from "react";
import { type AuditRow, type Verb, VERBS } from "../../server/audit/schema.ts";
import { Export } from "../exports/export.tsx";
import RotateCw from "../kit/ui/icon.tsx?rotate-cw";
import { isSameFilter, useLoad } from "../kit/data/query.ts";
import { toast } from "../kit/data/toast.ts";
import { useCall } from "../kit/data/use-call.ts";
import { FilterBar, FilterChoice } from "../kit/lists/filter-bar.tsx";
import { OlderButton, useOlderRows } from "../kit/lists/load-older.tsx";
import { useFilterPart, useUrlFilter } from "../kit/lists/url-filter.tsx";
import { Empty, NotLoaded } from "../kit/ui/page.tsx";
import { Time } from "../kit/ui/time.tsx";
import { loadAudit, loadOlderAudit } from "./actions.ts";
import { PersonFilter } from "./person-filter.tsx";
import { auditAtom } from "./state.ts";
import { Button } from "../kit/ui/button.tsx";

const FAILED = "Failed to load the audit log.";

const part = (asked: string | undefined) => asked || undefined;
const parts = { person: part, verb: part, first: part, last: part };

/** As a choice, the words stand alone: "Changed the role". */
const choices = Object.entries(VERBS).map(([verb, words]) => {
  const name = words.replace(/ (of|on|for|about)$/, "");
  return [verb, name.charAt(0).toUpperCase() + name.slice(1)] as const;
});

export default function AuditPanel() {
  const known = useAtomValue(auditAtom);
  const name = known?.rows.flatMap(({ by, about }) => [
    by,
    about && { _id: about._id, name: about.title },
  ]).find((one) => one?._id === known.filter.person)?.name;
  return (
    <section aria-label="Audit log" tabIndex={-1} className="outline-none">
      <FilterBar
        label="Filter the audit log"
        keep={["panel", "tab"]}
        first={<PersonFilter known={name} />}
      >
        <FilterChoice name="verb" label="What" all="Anything" options={choices} />
        <DayField name="first" label="From" />
        <DayField name="last" label="To" />
      </FilterBar>
      <List />
    </section>
  );
}

function DayField({ name, label }: { name: string; label: string }) {
  const [value, setValue] = useFilterPart(name);
  const id = useId();
  return (
    <div className="filter-field max-sm:grow">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={name}
        type="date"
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
    </div>
  );
}

const loadOlder = () => loadOlderAudit().catch(() => void toast.error(FAILED));

function List() {
  const filter = useUrlFilter(parts);
  const known = useAtomValue(auditAtom);
  const loading = useLoad(loadAudit, FAILED, false, filter);
  const isWhole = !known?.hasOlder;
  const older = useOlderRows<HTMLUListElement>({ load: loadOlder, isWhole });
  const { busy, run } = useCall(FAILED);
  if (loading.state === "failed" || known === null || !isSameFilter(known.filter, filter)) {
    return (
      <NotLoaded loading={loading} label="Loading what happened..." skeleton="h-96 rounded-box" />
    );
  }
  return (
    <div className="space-y-4">
      <p className="flex flex-wrap items-center justify-between gap-2 text-muted">
        Nobody can change these rows.
        <span className="flex flex-wrap items-center gap-2">
          <Button busy={busy} onClick={() => run(() => loadAudit(filter))} icon={RotateCw}>
            Show new rows
          </Button>
          <Export lists={{ audit: "Audit log" }} />
        </span>
      </p>
      {known.rows.length === 0
        ? <Empty>Nothing happened, as this filter has it.</Empty>
        : (
          <ul ref={older.rows} aria-label="Audit log" className="divide-y divide-base-300">
            {known.rows.map((row) => <Row key={row._id} row={row} />)}
          </ul>
        )}
      {!isWhole && <OlderButton older={older}>Show older rows</OlderButton>}
    </div>
  );
}

function Row({ row }: { row: AuditRow }) {
  const { at, by, about, detail, verb, address, device } = row;
  return (
    <li
      tabIndex={-1}
      className="grid gap-x-6 py-2.5 lg:grid-cols-[11rem_minmax(0,1fr)_auto]"
    >
      <Time at={at} className="text-sm text-muted lg:text-base" />
      <p className="min-w-0 break-words">
        {by ? <Name {...by} /> : address === null && "The operator "}
        {VERBS[verb]} <About about={about} verb={verb} />
        {detail && <span className="text-muted">({detail})</span>}
      </p>
      <p className="min-w-0 text-sm break-words text-muted lg:text-right">
        {address === null ? "on the server" : `${device}, ${address}`}
      </p>
    </li>
  );
}

function About({ about, verb }: { about: AuditRow["about"]; verb: Verb }) {
  if (about?.kind === "account") return <Name _id={about._id} name={about.title} />;
  if (about) return about.title && <strong className="font-semibold">{`${about.title} `}</strong>;
  return verb === "session.refused" && <>an unknown address{" "}</>;
}

function Name({ _id, name }: { _id: string; name: string }) {
  const [, setPerson] = useFilterPart("person");
  return (
    <>
      <button
        type="button"
        className="text-left font-semibold hover:underline"
        title={`Show only what concerns ${name}`}
        onClick={({ currentTarget }) => {
          // The rows go away, and the focus with them.
          currentTarget.closest("section")?.focus();
          setPerson(_id);
        }}
      >
        {name}
      </button>
      {" "}
    </>
  );
}
