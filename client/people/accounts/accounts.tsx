/** The list of all accounts, live, with an admin's actions: a screen, and a panel. */
import { useState } from "react";
import Plus from "../../kit/ui/icon.tsx?plus";
import { ROLES } from "../../../server/kit/core/roles.ts";
import { isDisabled } from "../../../server/people/policy.ts";
import type { Account, INVITED_ROLES } from "../../../server/people/schema.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { Confirm, Dialog } from "../../kit/ui/dialog.tsx";
import { FilterBar, FilterChoice } from "../../kit/lists/filter-bar.tsx";
import { FilterText, useFilterPart } from "../../kit/lists/url-filter.tsx";
import { Empty, useKnown } from "../../kit/ui/page.tsx";
import { Pager, usePageOf } from "../../kit/lists/pager.tsx";
import { useNow } from "../../kit/ui/format-time.ts";
import { toast } from "../../kit/data/toast.ts";
import { AFTER_DELETION, deleteAccount, inviteAccount, loadAccounts } from "../actions.ts";
import { accountsAtom } from "../state.ts";
import { Table, type What } from "./table.tsx";
import ManyBar from "./many.tsx";
import { disable, DisableForm } from "./disable.tsx";
import UpdateForm from "./update.tsx";
import { TextField } from "../../kit/forms/fields.tsx";
import { useForm } from "../../kit/forms/form.tsx";
import { FormEnd } from "../../kit/forms/form-end.tsx";
import { Button } from "../../kit/ui/button.tsx";

interface Invitation {
  role: typeof INVITED_ROLES[number];
  button: string;
}

const invitations: readonly Invitation[] = [
  { role: "mentor", button: "Create Mentor" },
  { role: "admin", button: "Create Admin" },
  { role: "volunteer", button: "Create Volunteer" },
];

const STATES = ["active", "disabled", "not verified", "never signed in"] as const;

function isInState(account: Account, state: string, now: string): boolean {
  if (state === "disabled") return isDisabled(account, now);
  if (state === "not verified") return !account.verified;
  if (state === "never signed in") return account.signedInAt === undefined;
  return state !== "active" || (account.verified && !isDisabled(account, now));
}

export function Accounts() {
  const [inviting, setInviting] = useState<Invitation | null>(null);
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap gap-2 sm:gap-3">
        {invitations.map((invitation) => (
          <Button
            key={invitation.role}
            icon={Plus}
            onClick={() => setInviting(invitation)}
          >
            {invitation.button}
          </Button>
        ))}
      </div>
      <FilterBar
        label="Filter users"
        keep={["panel", "tab"]}
        first={<FilterText name="name" label="Name" placeholder="Name or email" />}
      >
        <FilterChoice name="role" label="Role" all="Any" options={ROLES} />
        <FilterChoice name="state" label="State" all="Any" options={STATES} />
      </FilterBar>
      <List />
      {inviting && (
        <Dialog title={inviting.button} onClose={() => setInviting(null)}>
          <InviteForm {...inviting} onClose={() => setInviting(null)} />
        </Dialog>
      )}
    </div>
  );
}

function List() {
  const [name] = useFilterPart("name");
  const [role] = useFilterPart("role");
  const [state] = useFilterPart("state");
  const now = new Date(useNow()).toISOString();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [doing, setDoing] = useState<{ what: What; id: string } | null>(null);
  const [known, waiting] = useKnown(accountsAtom, loadAccounts, {
    failed: "Failed to fetch users.",
    label: "Loading users...",
    skeleton: "h-[40rem] rounded-box",
  });
  const wanted = name.trim().toLowerCase();
  const matching =
    known?.items.filter((account) =>
      (role === "" || role === "all" || account.role === role) &&
      isInState(account, state, now) &&
      `${account.name}\n${account.email}`.toLowerCase().includes(wanted)
    ) ?? [];
  const { items: shown, filter } = usePageOf(matching);
  if (known === null) return waiting;
  return (
    <>
      {matching.length === 0 ? <Empty>No users found.</Empty> : (
        <Table
          accounts={shown}
          now={now}
          chosen={chosen}
          onChosen={setChosen}
          onDo={(what, { _id }) => setDoing({ what, id: _id })}
        />
      )}
      {/* Below the rows: they would move away from under the pointer when the first one is chosen. */}
      <ManyBar
        chosen={known.items.filter(({ _id }) => chosen.includes(_id))}
        onChosen={setChosen}
      />
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
  /** Null after another admin has deleted it. */
  account: Account | null;
  onClose: () => void;
}

function Doing({ what, id, account, onClose }: DoingProps) {
  const { run } = useCall("Failed to delete the account.");
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
        <DisableForm
          accounts={[account]}
          onSubmit={(hours) => disable(account, hours).then(onClose)}
          onClose={onClose}
        />
      </Dialog>
    );
  }
  return (
    <Confirm
      title="Delete account"
      action="Delete"
      isFinal
      onConfirm={() =>
        run(async () => {
          await deleteAccount(account._id);
          toast.info(`The account of ${account.name} has been deleted.`);
        })}
      onClose={onClose}
    >
      <p>
        Do you really want to delete the account of <strong>{account.name}</strong>{" "}
        ({account.email})? {AFTER_DELETION}
      </p>
    </Confirm>
  );
}

function InviteForm({ role, button, onClose }: Invitation & { onClose: () => void }) {
  const form = useForm({
    schema: async () => (await import("../../../server/people/schema.ts")).inviteInput,
    empty: { name: "", email: "" },
    toInput: (values) => ({ ...values, role }),
    draft: "invitation",
    subject: role,
    otherwise: "Failed to create the account.",
    submit: async (input, _values, key) => {
      await inviteAccount(input, key);
      toast.info(`${input.name} has been sent a code to set a password.`);
      if (form.reset()) onClose();
    },
  });
  return (
    <form {...form.props} className="space-y-4">
      <p className="text-muted">A code to set a password is mailed to this address.</p>
      <TextField form={form} name="name" label="Name" required />
      <TextField form={form} name="email" label="Email" type="email" required />
      <FormEnd form={form} onClose={onClose}>{button}</FormEnd>
    </form>
  );
}
