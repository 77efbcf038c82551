/** Every account, live, with what an admin does with them: on its own screen and in a panel. */
import { Ban, Pencil, Plus, Trash2 } from "lucide-react";
import { useAtomValue } from "jotai";
import { useCallback, useState } from "react";
import { ROLES } from "../../server/kit/roles.ts";
import { isDisabled } from "../../server/people/policy.ts";
import type { Account, INVITED_ROLES } from "../../server/people/schema.ts";
import { sentence } from "../kit/api.ts";
import { Confirm, Dialog } from "../kit/dialog.tsx";
import { FilterBar, FilterChoice, FilterText, useFilterPart } from "../kit/filter.tsx";
import { lazily } from "../kit/lazily.tsx";
import { useLoad } from "../kit/load.ts";
import { Empty, LoadFailed, Waiting } from "../kit/page.tsx";
import { Pager, usePageOf } from "../kit/pager.tsx";
import { showDateTime, useNow } from "../kit/time.ts";
import { toast } from "../kit/toast.tsx";
import { deleteAccount, loadAccounts } from "./actions.ts";
import { Avatar } from "./avatar.tsx";
import { accountsAtom } from "./state.ts";

const DisableForm = lazily(() => import("./disable.tsx"));
const InviteForm = lazily(() => import("./invite.tsx"));
const UpdateForm = lazily(() => import("./update.tsx"));

interface Invitation {
  role: typeof INVITED_ROLES[number];
  button: string;
}

const invitations: readonly Invitation[] = [
  { role: "mentor", button: "Create Mentor" },
  { role: "admin", button: "Create Admin" },
  { role: "volunteer", button: "Create Volunteer" },
];

type What = "update" | "delete" | "disable";

export function Accounts() {
  const [inviting, setInviting] = useState<Invitation | null>(null);
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap gap-2 sm:gap-3">
        {invitations.map((invitation) => (
          <button
            key={invitation.role}
            type="button"
            className="btn"
            onClick={() => setInviting(invitation)}
          >
            <Plus aria-hidden className="size-4" /> {invitation.button}
          </button>
        ))}
      </div>
      <FilterBar
        label="Filter users"
        keep={["panel"]}
        first={<FilterText name="name" label="Name" placeholder="Name or email" />}
      >
        <FilterChoice name="role" label="Role" all="Any" options={ROLES} />
      </FilterBar>
      <List />
      {inviting && <Invite {...inviting} onClose={() => setInviting(null)} />}
    </div>
  );
}

function Invite({ role, button, onClose }: Invitation & { onClose: () => void }) {
  return (
    <Dialog title={button} onClose={onClose}>
      <InviteForm role={role} button={button} onClose={onClose} />
    </Dialog>
  );
}

function List() {
  const known = useAtomValue(accountsAtom);
  const [name] = useFilterPart("name");
  const [role] = useFilterPart("role");
  const [doing, setDoing] = useState<{ what: What; id: string } | null>(null);
  const load = useCallback((signal: AbortSignal) => loadAccounts(signal), []);
  const loading = useLoad(load, "Failed to fetch users.");
  const wanted = name.trim().toLowerCase();
  const matching =
    known?.items.filter((account) =>
      (role === "" || role === "all" || account.role === role) &&
      `${account.name}\n${account.email}`.toLowerCase().includes(wanted)
    ) ?? [];
  const { shown, filter } = usePageOf(matching);
  if (known === null) {
    if (loading.state === "failed") return <LoadFailed loading={loading} />;
    return (
      <Waiting label="Loading users...">
        <div className="skeleton h-[40rem] rounded-box" />
      </Waiting>
    );
  }
  return (
    <>
      {matching.length === 0
        ? <Empty>No users found.</Empty>
        : <Table accounts={shown} onDo={(what, { _id }) => setDoing({ what, id: _id })} />}
      <Pager filter={filter} total={matching.length} thing="user" />
      {doing && (
        <Doing
          {...doing}
          account={known.items.find(({ _id }) => _id === doing.id) ?? null}
          onClose={() => setDoing(null)}
        />
      )}
    </>
  );
}

interface DoingProps {
  what: What;
  id: string;
  /** Null once somebody has deleted it. */
  account: Account | null;
  onClose: () => void;
}

function Doing({ what, id, account, onClose }: DoingProps) {
  if (what === "update") {
    return (
      <Dialog title="Update account" onClose={onClose} wide>
        <UpdateForm id={id} account={account} onClose={onClose} />
      </Dialog>
    );
  }
  if (account === null) return null;
  if (what === "disable") {
    return (
      <Dialog title="Disable account" onClose={onClose}>
        <DisableForm account={account} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Confirm
      title="Delete account"
      action="Delete"
      deletes
      onConfirm={() => void remove(account)}
      onClose={onClose}
    >
      <p>
        Do you really want to delete the account of <strong>{account.name}</strong>{" "}
        ({account.email})? What they wrote stays. The account cannot be brought back.
      </p>
    </Confirm>
  );
}

async function remove({ _id, name }: Account): Promise<void> {
  try {
    await deleteAccount(_id);
    toast.info(`The account of ${name} has been deleted.`);
  } catch (error) {
    toast.error(sentence(error, "Failed to delete the account."));
  }
}

const columns = ["Name", "Email", "Role", "State", "Actions"];
const cell = "px-4 py-2.5 max-lg:block max-lg:px-0 max-lg:py-0.5";

interface TableProps {
  accounts: readonly Account[];
  onDo: (what: What, to: Account) => void;
}

function Table({ accounts, onDo }: TableProps) {
  const now = new Date(useNow()).toISOString();
  return (
    <div className="panel overflow-hidden">
      {/* Shown as blocks on a phone, it would lose its roles. */}
      <table role="table" className="w-full max-lg:block">
        <thead role="rowgroup" className="bg-base-200/60 text-left max-lg:sr-only">
          <tr role="row">
            {columns.map((column) => (
              <th key={column} role="columnheader" scope="col" className="px-4 py-3">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-lg:block">
          {accounts.map((account) => (
            <Row key={account._id} account={account} now={now} onDo={onDo} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ account, now, onDo }: { account: Account; now: string; onDo: TableProps["onDo"] }) {
  const { name, email, role, profileImage } = account;
  return (
    <tr role="row" className="border-t border-base-300 max-lg:block max-lg:p-4">
      <td role="cell" className={`${cell} font-bold`}>
        <span className="flex items-center gap-3">
          <Avatar name={name} image={profileImage} />
          <span className="min-w-0 break-words">{name}</span>
        </span>
      </td>
      <td role="cell" className={`${cell} break-all`}>{email}</td>
      <td role="cell" className={`${cell} capitalize`}>{role}</td>
      <td role="cell" className={cell}>
        <State account={account} now={now} />
      </td>
      <td role="cell" className={cell}>
        <span className="flex flex-wrap gap-2 max-lg:mt-2 lg:flex-nowrap">
          <button type="button" className="btn btn-sm" onClick={() => onDo("update", account)}>
            <Pencil aria-hidden className="size-4" /> Update
            <span className="sr-only">{name}</span>
          </button>
          <button type="button" className="btn btn-sm" onClick={() => onDo("delete", account)}>
            <Trash2 aria-hidden className="size-4" /> Delete
            <span className="sr-only">{name}</span>
          </button>
          <button type="button" className="btn btn-sm" onClick={() => onDo("disable", account)}>
            <Ban aria-hidden className="size-4" /> Disable
            <span className="sr-only">{name}</span>
          </button>
        </span>
      </td>
    </tr>
  );
}

function State({ account, now }: { account: Account; now: string }) {
  if (isDisabled(account, now)) {
    return (
      <span className="font-semibold text-error">
        Disabled until {showDateTime(account.disabledUntil ?? now)}
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
