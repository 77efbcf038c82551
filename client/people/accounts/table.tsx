/** The table of accounts: a row for each, with what an admin may do with it. */
import { useState } from "react";
import Ban from "../../kit/ui/icon.tsx?ban";
import CircleCheckBig from "../../kit/ui/icon.tsx?circle-check-big";
import Ellipsis from "../../kit/ui/icon.tsx?ellipsis";
import Pencil from "../../kit/ui/icon.tsx?pencil";
import Trash2 from "../../kit/ui/icon.tsx?trash";
import type { IconType } from "../../kit/ui/icon.tsx";
import { isDisabled } from "../../../server/people/policy.ts";
import { type Account, MANY_MOST } from "../../../server/people/schema.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { showAgo, showFull } from "../../kit/ui/format-time.ts";
import { FoldButton } from "../../kit/ui/fold-button.tsx";
import { Menu } from "../../kit/ui/menu.tsx";
import { toggled } from "../../kit/ui/tick.tsx";
import { Time } from "../../kit/ui/time.tsx";
import { Avatar } from "../avatar.tsx";
import { PersonName } from "../person-name.tsx";
import { disable } from "./disable.tsx";
import { SectionNames } from "../../sections/names.tsx";

const columns = ["Name", "Email", "Role", "State", "Last sign-in", "Actions"];
const cell = "px-4 py-2.5 @max-5xl:px-2 @max-3xl:px-0 @max-3xl:py-0";
const wholeLine = `${cell} @max-3xl:basis-full`;

export type What = "update" | "delete" | "disable";

interface TableProps {
  accounts: readonly Account[];
  now: string;
  chosen: readonly string[];
  onChosen: (ids: readonly string[]) => void;
  onDo: (what: What, to: Account) => void;
}

export function Table({ accounts, now, chosen, onChosen, onDo }: TableProps) {
  const ids = accounts.map(({ _id }) => _id);
  const others = chosen.filter((id) => !ids.includes(id));
  const areAll = ids.every((id) => chosen.includes(id));
  return (
    <div className="panel @container">
      {/* Explicit roles: a table that is displayed as blocks, as on a phone, would lose its own. */}
      <table role="table" aria-label="Accounts" className="w-full @max-3xl:block">
        <thead role="rowgroup" className="text-left @max-3xl:block">
          <tr role="row" className="@max-3xl:block">
            <th
              role="columnheader"
              scope="col"
              className="py-3 pl-4 @max-3xl:flex @max-3xl:items-center @max-3xl:justify-end @max-3xl:gap-2 @max-3xl:pr-4"
            >
              <span aria-hidden className="font-normal @3xl:hidden">Choose all</span>
              <input
                type="checkbox"
                className="checkbox checkbox-sm align-middle"
                aria-label="Choose all that are shown"
                checked={areAll}
                onChange={() => onChosen(areAll ? others : [...others, ...ids].slice(-MANY_MOST))}
              />
            </th>
            {columns.map((column) => (
              <th
                key={column}
                role="columnheader"
                scope="col"
                className="px-4 py-3 @max-5xl:px-2 @max-3xl:sr-only"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="@max-3xl:block">
          {accounts.map((account) => (
            <Row
              key={account._id}
              account={account}
              now={now}
              isChosen={chosen.includes(account._id)}
              onChoose={() => onChosen(toggled(chosen, account._id).slice(-MANY_MOST))}
              onDo={onDo}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps extends Pick<TableProps, "now" | "onDo"> {
  account: Account;
  isChosen: boolean;
  onChoose: () => void;
}

function Row({ account, now, isChosen, onChoose, onDo }: RowProps) {
  const { name, email, role, profileImage, signedInAt } = account;
  const { run } = useCall("Failed to enable the account.");
  /** On a phone, what is seldom needed is folded. */
  const [isOpen, setOpen] = useState(false);
  const folded = `${cell} ${isOpen ? "" : "@max-3xl:hidden"}`;
  return (
    <tr
      role="row"
      className={`border-t border-base-300 @max-3xl:relative @max-3xl:flex @max-3xl:flex-wrap @max-3xl:items-center @max-3xl:gap-x-4 @max-3xl:px-4 @max-3xl:py-2 ${
        isChosen ? "bg-primary/8" : ""
      }`}
    >
      <td role="cell" className="py-2.5 pl-4 @max-3xl:absolute @max-3xl:top-2 @max-3xl:right-4">
        <input
          type="checkbox"
          className="checkbox checkbox-sm align-middle"
          aria-label={`Choose ${name}`}
          checked={isChosen}
          onChange={onChoose}
        />
      </td>
      <td role="cell" className={`${wholeLine} font-bold @max-3xl:pr-8`}>
        <span className="flex items-center gap-3">
          <Avatar name={name} image={profileImage} />
          <PersonName person={account} className="min-w-0 break-words" />
        </span>
      </td>
      <td role="cell" className={`${wholeLine} break-all`}>{email}</td>
      <td role="cell" className={cell}>
        <span className="capitalize">{role}</span>
        <span className="block text-sm text-muted empty:hidden @max-3xl:ml-2 @max-3xl:inline">
          {account.sections?.length ? <SectionNames ids={account.sections} /> : null}
        </span>
      </td>
      <td role="cell" className={`${cell} @max-3xl:flex @max-3xl:grow @max-3xl:items-center`}>
        <div>
          <State account={account} now={now} />
        </div>
        <FoldButton
          isOpen={isOpen}
          onToggle={setOpen}
          className="-mr-3 ml-auto @3xl:hidden"
        >
          More <span className="sr-only">about {name}</span>
        </FoldButton>
      </td>
      <td role="cell" className={`${folded} @max-3xl:grow @3xl:whitespace-nowrap`}>
        <LastSignIn at={signedInAt} now={now} />
      </td>
      <td role="cell" className={folded}>
        <Menu
          label={<Ellipsis aria-hidden className="size-5" />}
          name={`Actions for ${name}`}
          align="end"
          className="btn-sm"
          plain
        >
          <Act Icon={Pencil} onClick={() => onDo("update", account)}>Update…</Act>
          <Act Icon={Ban} onClick={() => onDo("disable", account)}>Disable…</Act>
          {isDisabled(account, now) && (
            <Act
              Icon={CircleCheckBig}
              onClick={() => run(() => disable(account, 0))}
            >
              Enable
            </Act>
          )}
          <Act Icon={Trash2} onClick={() => onDo("delete", account)}>Delete…</Act>
        </Menu>
      </td>
    </tr>
  );
}

function LastSignIn({ at, now }: { at: string | undefined; now: string }) {
  if (at === undefined) {
    return (
      <span className="text-muted">
        Never <span className="@3xl:hidden">signed in</span>
      </span>
    );
  }
  return (
    <time dateTime={at} title={showFull(at)}>
      <span className="@3xl:hidden">Signed in</span> {showAgo(at, Date.parse(now))}
    </time>
  );
}

function Act(
  { Icon, onClick, children }: { Icon: IconType; onClick: () => void; children: string },
) {
  return (
    <li>
      <button type="button" className="py-2" onClick={onClick}>
        <Icon aria-hidden className="size-4" /> {children}
      </button>
    </li>
  );
}

function State({ account, now }: { account: Account; now: string }) {
  if (isDisabled(account, now)) {
    return (
      <span className="font-semibold text-error">
        Disabled until <Time at={account.disabledUntil ?? now} />
      </span>
    );
  }
  return (
    <>
      {account.verified
        ? <span className="text-success">Active</span>
        : <span className="text-warning">Not verified</span>}
      {account.mailRefused && (
        <span className="block text-sm text-error">
          The mail to this address was refused: {account.mailRefused}
        </span>
      )}
    </>
  );
}
