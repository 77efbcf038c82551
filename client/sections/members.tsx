/** The people of a section, in a dialog: puts several in or out at once. */
import { useId, useState } from "react";
import { isStaff } from "../../server/kit/core/roles.ts";
import type { Account } from "../../server/people/schema.ts";
import { MEMBERS_MOST, type Section } from "../../server/sections/schema.ts";
import { useCall } from "../kit/data/use-call.ts";
import { Button } from "../kit/ui/button.tsx";
import { Empty, useKnown } from "../kit/ui/page.tsx";
import { loadAccounts } from "../people/actions.ts";
import { accountsAtom } from "../people/state.ts";
import { changeMembers } from "./actions.ts";
import { SectionNames } from "./names.tsx";
import { Tick, toggled } from "../kit/ui/tick.tsx";

/** So many rows are drawn at once. */
const ROWS_SHOWN = 100;

const MEMBER_FILTERS = ["in it", "in no section", "all people"] as const;

export function Members({ section }: { section: Section }) {
  const [known, waiting] = useKnown(accountsAtom, loadAccounts, {
    failed: "Failed to fetch users.",
    label: "Loading users...",
    skeleton: "h-64",
  });
  const [filter, setFilter] = useState<MemberFilter>(
    section.students > 0 ? MEMBER_FILTERS[0] : MEMBER_FILTERS[1],
  );
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { busy, run } = useCall();
  if (known === null) return waiting;
  const isIn = ({ sections = [] }: Account) => sections.includes(section._id);
  const wanted = text.trim().toLowerCase();
  const found = known.items.filter((one) =>
    (filter === "all people" || (filter === "in it" ? isIn(one) : !one.sections?.length)) &&
    `${one.name}\n${one.email}\n${one.branch ?? ""}`.toLowerCase().includes(wanted)
  );
  const picked = known.items.filter(({ _id }) => chosen.includes(_id));
  const [added, out] = [picked.filter((one) => !isIn(one)), picked.filter(isIn)];
  const change = (people: readonly Account[], way: "in" | "out") =>
    run(async () => {
      await changeMembers(section._id, { [way]: idsOf(people) });
      setChosen([]);
    });
  return (
    <div className="space-y-3">
      <Search {...{ text, setText, filter, setFilter }} />
      {found.length === 0 ? <Empty>No matches.</Empty> : (
        <>
          <Tick
            box="checkbox checkbox-sm"
            className="items-center gap-3 px-3"
            isOn={found.every(({ _id }) => chosen.includes(_id))}
            onTick={(isAll) => setChosen(isAll ? idsOf(found) : [])}
          >
            Choose all {found.length}
          </Tick>
          <ul
            aria-label="People"
            className="max-h-[45vh] overflow-y-auto rounded-field border border-base-300"
          >
            {found.slice(0, ROWS_SHOWN).map((one) => (
              <Person
                key={one._id}
                account={one}
                isChosen={chosen.includes(one._id)}
                onChoose={() => setChosen(toggled(chosen, one._id).slice(-MEMBERS_MOST))}
              />
            ))}
          </ul>
          {found.length > ROWS_SHOWN && (
            <p className="text-sm text-muted">
              The first {ROWS_SHOWN} of {found.length} are shown. Type a name to find others.
            </p>
          )}
        </>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="mr-auto">{chosen.length} chosen</p>
        {([["out", out], ["in", added]] as const).map(([way, people]) =>
          people.length > 0 && (
            <Button
              key={way}
              className={way === "in" ? "btn-primary" : ""}
              busy={busy}
              onClick={() => change(people, way)}
            >
              Put {people.length} {way}
            </Button>
          )
        )}
      </div>
    </div>
  );
}

const idsOf = (people: readonly Account[]) => people.slice(0, MEMBERS_MOST).map(({ _id }) => _id);

type MemberFilter = typeof MEMBER_FILTERS[number];

interface SearchProps {
  text: string;
  setText: (text: string) => void;
  filter: MemberFilter;
  setFilter: (filter: MemberFilter) => void;
}

function Search({ text, setText, filter, setFilter }: SearchProps) {
  const id = useId();
  return (
    <div className="flex flex-wrap gap-2">
      <div className="filter-field grow">
        <label htmlFor={`${id}-text`}>Name</label>
        <input
          id={`${id}-text`}
          type="search"
          placeholder="Name, email or branch"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div className="filter-field">
        <label htmlFor={`${id}-shown`}>Show</label>
        <select
          id={`${id}-shown`}
          value={filter}
          onChange={(event) => setFilter(event.target.value as MemberFilter)}
        >
          {MEMBER_FILTERS.map((one) => <option key={one} value={one}>{one}</option>)}
        </select>
      </div>
    </div>
  );
}

function Person({ account, isChosen, onChoose }: {
  account: Account;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { name, email, role } = account;
  return (
    <li>
      <label className="flex cursor-pointer items-center gap-3 px-3 py-2 hover:bg-base-200">
        <input type="checkbox" className="checkbox" checked={isChosen} onChange={onChoose} />
        <span className="min-w-0 grow">
          <span className="block truncate font-semibold">{name}</span>
          <span className="block truncate text-sm text-muted">{email}</span>
        </span>
        <span className="text-sm text-muted">
          <SectionNames ids={account.sections} />
          {isStaff(account) && <span className="block capitalize">{role}</span>}
        </span>
      </label>
    </li>
  );
}
