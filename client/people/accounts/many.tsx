/** The bar that disables, enables or deletes the chosen accounts, and says which were refused. */
import { useRef, useState } from "react";
import type { Account, ManyReply } from "../../../server/people/schema.ts";
import { useCall } from "../../kit/data/use-call.ts";
import { contentKey } from "../../kit/net/idempotency-key.ts";
import { toast } from "../../kit/data/toast.ts";
import { Confirm, Dialog } from "../../kit/ui/dialog.tsx";
import { AFTER_DELETION, type Change, changeAccounts } from "../actions.ts";
import { DisableForm } from "./disable.tsx";
import { Button } from "../../kit/ui/button.tsx";
import { plural } from "../../kit/ui/plural.ts";

const count = (many: number) => plural(many, "account");
const DONE = { disable: "disabled", enable: "enabled", delete: "deleted" } as const;

/** @param onChosen called with the ids that stay chosen */
export default function ManyBar(
  { chosen, onChosen }: { chosen: readonly Account[]; onChosen: (ids: readonly string[]) => void },
) {
  const [asking, setAsking] = useState<"disable" | "delete" | null>(null);
  const [refused, setRefused] = useState<ManyReply["refused"]>([]);
  const key = useRef(contentKey());
  const ids = chosen.map(({ _id }) => _id);

  async function change(wanted: Change): Promise<void> {
    const input = { ...wanted, ids };
    const result = await changeAccounts(input, key.current(input));
    key.current = contentKey();
    setRefused(result.refused);
    // Those that were refused stay chosen.
    onChosen(result.refused.map(({ _id }) => _id));
    if (result.done.length > 0) {
      toast.info(`${count(result.done.length)} ${DONE[wanted.act]}.`);
    }
  }
  const { run } = useCall("Failed to change the accounts.");

  return (
    <div className="sticky bottom-4 z-10 space-y-2 empty:hidden">
      {refused.length > 0 && <Refusals refused={refused} onSeen={() => setRefused([])} />}
      {chosen.length > 0 && (
        <div
          role="group"
          aria-label="Chosen accounts"
          className="panel flex flex-wrap items-center gap-2 p-2 shadow-lg sm:px-4"
        >
          <p role="status" className="mr-auto font-semibold">{count(chosen.length)} chosen</p>
          <Button className="btn-sm" onClick={() => setAsking("disable")}>Disable…</Button>
          <Button className="btn-sm" onClick={() => run(() => change({ act: "enable" }))}>
            Enable all
          </Button>
          <Button className="btn-sm" onClick={() => setAsking("delete")}>Delete…</Button>
          <Button className="btn-sm btn-ghost" onClick={() => onChosen([])}>Choose none</Button>
        </div>
      )}
      {asking === "disable" && (
        <Dialog
          title={`Disable ${count(chosen.length)}`}
          onClose={() => setAsking(null)}
        >
          <DisableForm
            accounts={chosen}
            onSubmit={async (hours) => {
              await change(hours > 0 ? { act: "disable", hours } : { act: "enable" });
              setAsking(null);
            }}
            onClose={() => setAsking(null)}
          />
        </Dialog>
      )}
      {asking === "delete" && (
        <Confirm
          title={`Delete ${count(chosen.length)}`}
          action="Delete"
          isFinal
          onConfirm={() => run(() => change({ act: "delete" }))}
          onClose={() => setAsking(null)}
        >
          <p>
            Do you really want to delete the accounts of{" "}
            <strong>{chosen.map(({ name }) => name).join(", ")}</strong>? {AFTER_DELETION}
          </p>
        </Confirm>
      )}
    </div>
  );
}

function Refusals({ refused, onSeen }: { refused: ManyReply["refused"]; onSeen: () => void }) {
  return (
    <div role="alert" className="panel border-l-4 border-l-error px-3 py-2 shadow-lg">
      <ul>
        {refused.map(({ _id, name, msg }) => (
          <li key={_id}>
            <strong>{name ?? "An account"}</strong> was not changed. {msg}
          </li>
        ))}
      </ul>
      <Button className="btn-sm mt-2" onClick={onSeen}>All right</Button>
    </div>
  );
}
